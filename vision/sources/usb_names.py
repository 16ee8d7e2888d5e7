"""USB cameras by number and by what they are: the second finds a camera again whichever socket it is plugged into."""

import re
import sys
from pathlib import Path

from vision.errors import SourceUnavailableError
from vision.sentence import say

DEVICES = Path("/dev")
SYSTEM = Path("/sys/class/video4linux")

NAME = re.compile(r"[0-9]{1,3}|[^\s/]+_[^\s/]+")
"""What may stand after `usb:`: a number, or the name that the system keeps a camera under (maker_model_number)."""

_KEPT = re.compile(r"(?:usb-)?(.+)-video-index0")
_NUMBERS = re.compile(r"\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$")
_MAKER = re.compile(r"^[0-9a-f]{4}_")
_SERIAL = re.compile(r"_(?=[^_]*[0-9])[0-9A-Za-z.]{6,}$")


def find_node(name: str, identity: str = "", devices: Path = DEVICES) -> Path:
    """The device of a camera named by its number or by what it is; SourceUnavailableError where it is not there.

    A camera known by its `identity` from before is found by that, whatever number it has got by now.
    """
    if sys.platform != "linux":
        return devices / f"video{name}"
    kept = identity or ("" if name.isdecimal() else name)
    node = (devices / "v4l/by-id" / _link(kept, devices)) if kept else devices / f"video{name}"
    if not node.exists():
        raise SourceUnavailableError(
            say("{source} is not there. Plug it in, or choose another camera.", source=usb_title(kept or name))
        )
    return node.resolve() if kept else node


def identity_of(node: Path, devices: Path = DEVICES) -> str:
    """What the camera at a device is found again by; empty where the system keeps no such names."""
    return next((name for name, target in _kept_names(devices).items() if target == node.resolve()), "")


def system_name(name: str, devices: Path = DEVICES, system: Path = SYSTEM) -> str:
    """What Linux calls a camera that is plugged in, which no driver need be asked for; "" where it does not say."""
    try:
        node = find_node(name, devices=devices).resolve()
        return plain_name((system / node.name / "name").read_text(encoding="utf-8"))
    except (SourceUnavailableError, OSError, UnicodeDecodeError):
        return ""


def usb_title(kept: str, name: str = "") -> str:
    """What people call the camera `usb:KEPT`: by its driver's `name`, or else by what the system keeps it under."""
    told = plain_name("" if name == f"usb:{kept}" else name) or ("" if kept.isdecimal() else _model(kept))
    if not told:
        return say("USB camera {number}", number=kept)
    # many cameras are called so by their makers
    return told if told.lower().startswith("usb") else say("USB camera {name}", name=told)


def plain_name(name: str) -> str:
    """A driver's name for a camera without what drivers add: the name once more, and the numbers of maker and model."""
    once, _, again = _NUMBERS.sub("", name.strip()).partition(": ")
    return f"{once}: {again}" if again and not once.startswith(again) else once


def usb_specs(devices: Path = DEVICES) -> tuple[str, ...]:
    """The cameras that exist on this Linux machine: `usb:NAME`, or `usb:N` where the system keeps no name for one."""
    kept = {target: name for name, target in _kept_names(devices).items()}
    numbers = sorted(
        int(path.name.removeprefix("video"))
        for path in devices.glob("video*")
        if path.name.removeprefix("video").isdecimal()
    )
    nodes = [(devices / f"video{number}").resolve() for number in numbers]
    if kept:
        # Each camera has more nodes than the one that gives its pictures; only that one is kept under a name.
        return tuple(f"usb:{kept[node]}" for node in nodes if node in kept)
    return tuple(f"usb:{number}" for number in numbers)


def _kept_names(devices: Path) -> dict[str, Path]:
    """The names of cameras that give pictures, and the devices that they lead to."""
    links = sorted((devices / "v4l/by-id").glob("*-video-index0"))
    found = ((_KEPT.fullmatch(link.name), link.resolve()) for link in links)
    return {match[1]: target for match, target in found if match and target.exists()}


def _link(name: str, devices: Path) -> str:
    plain = f"{name}-video-index0"
    return f"usb-{plain}" if (devices / "v4l/by-id" / f"usb-{plain}").exists() else plain


def _model(kept: str) -> str:
    """The model in the name that the system keeps a camera under, without a maker's number and a serial number."""
    return " ".join(_SERIAL.sub("", _MAKER.sub("", kept)).split("_")).strip()
