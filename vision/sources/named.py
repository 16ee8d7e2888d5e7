"""Sources by name: `usb:0`, `video:roll.mp4`, `folder:photos`, `sim`, `sim:seed=7,dice=poker`."""

import os
import re
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from vision.errors import SourceSpecError
from vision.sentence import say
from vision.simulate.sets import KINDS, MOST_FAMILY
from vision.simulate.tray import SimulatedTray
from vision.sources.base import Memory, Source
from vision.sources.image_folder import ImageFolder
from vision.sources.pace import Clock
from vision.sources.pi_camera import PiCamera
from vision.sources.scripted import ScriptedCamera
from vision.sources.simulated import SimulatedCamera
from vision.sources.usb import UsbCamera
from vision.sources.usb_names import NAME
from vision.sources.video_file import VideoFile

KNOWN_FORMS = (
    "usb:N (camera number N, such as usb:0)",
    "usb:NAME (the camera of that name, whatever its number)",
    "pi:N (camera number N on a Raspberry Pi's own connectors, such as pi:0)",
    "video:FILE (a recording)",
    "folder:DIR (photographs, each a throw)",
    "sim (a simulated tray)",
    "sim:seed=N (the same throws every time)",
    "sim:dice=poker (poker dice, or pips likewise, whatever the game is played with)",
    "sim:seed=N,dice=poker,family=N (poker dice of the family of that number)",
    "sim:script=FILE (a simulated tray where what a script says happens)",
)

_WISHES = {
    "seed": re.compile("[0-9]{1,18}"),
    "dice": re.compile("|".join(KINDS)),
    "family": re.compile(f"[0-9]{{1,{len(str(MOST_FAMILY))}}}"),
}

SPEED_VARIABLE = "DICE_TABLE_SIM_SPEED"
"""Environment variable: how many times faster than real the simulated dice tumble (a number above 0, usually 1)."""


def open_source(spec: str, *, clock: Clock | None = None, memory: Memory | None = None) -> Source:
    """Open the source that `spec` names, in this process.

    Raises SourceSpecError for a form that nobody knows and SourceUnavailableError when the source cannot be opened.
    `clock` replaces the computer's clock in simulations and recordings; `memory` is of a source that was open before.
    """
    if memory is None:
        memory = Memory(clock.now()) if clock else Memory()
    return _opener(spec, clock, memory)()


def check_spec(spec: str) -> None:
    """Raise SourceSpecError unless `spec` has a known form; the source need not be there."""
    _opener(spec, None, Memory())


def _opener(spec: str, clock: Clock | None, memory: Memory) -> Callable[[], Source]:
    opener: Callable[[], Source] | None = None
    match spec.partition(":"):
        case "usb", _, name if NAME.fullmatch(name):
            opener = partial(UsbCamera, name, memory)
        case "pi", _, number if re.fullmatch("[0-9]", number):
            opener = partial(PiCamera, int(number), memory)
        case "video", _, film if film:
            opener = partial(VideoFile, Path(film).expanduser(), clock, memory)
        case "folder", _, folder if folder:
            opener = partial(ImageFolder, Path(folder).expanduser(), clock, memory)
        case "sim", "", _:
            opener = partial(_simulated, spec, {}, clock, memory)
        case "sim", _, detail if file := re.fullmatch("script=(.+)", detail):
            opener = partial(ScriptedCamera, Path(file[1]).expanduser(), clock, memory)
        case "sim", _, detail if wanted := _wishes(detail):
            opener = partial(_simulated, spec, wanted, clock, memory)
    if opener is not None:
        return opener
    raise SourceSpecError(
        say("No source is named {name}. Use one of these: {forms}.", name=repr(spec), forms="; ".join(KNOWN_FORMS))
    )


def _wishes(detail: str) -> Mapping[str, str]:
    """What `seed=7,dice=poker,family=12` asks of a simulated tray; nothing where it is written otherwise."""
    parts = [part.partition("=") for part in detail.split(",")]
    wishes = {name: value for name, _, value in parts}
    known = all(name in _WISHES and _WISHES[name].fullmatch(value) for name, _, value in parts)
    return wishes if known and len(wishes) == len(parts) else {}


def _simulated(spec: str, wishes: Mapping[str, str], clock: Clock | None, memory: Memory) -> Source:
    """A tray of the seed wished for, of the one it had before, or of one by chance; its dice lie as they lay before."""
    before, _, state = memory.report.identity.partition(" ")
    seed = int(wishes.get("seed") or before or secrets.randbits(32))
    family = int(wishes["family"]) if "family" in wishes else None
    tray = SimulatedTray(seed, speed=_speed(), state=state, kind=wishes.get("dice"), family=family)
    return SimulatedCamera(spec, tray, clock)


def _speed() -> float:
    given = os.environ.get(SPEED_VARIABLE, "1")
    try:
        speed = float(given)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise SourceSpecError(
            say(
                "{name}={value} is no speed. Give a number above 0 and up to 1000, usually 1.",
                name=SPEED_VARIABLE,
                value=repr(given),
            )
        )
    return speed
