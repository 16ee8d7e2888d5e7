"""Which camera is watched."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar
from zlib import crc32

from firmware_host.table.devices import words_of
from firmware_host.table.requests import Request, UseSource
from firmware_host.table.setup.ports import CameraSeen, SetupDesk
from firmware_host.table.setup.step import Finding, Standing, Step
from firmware_host.words import Words, say

CAMERAS = ("usb:", "pi:")
"""How the specs of cameras begin; all other sources show what is no table at all."""

TITLES = (
    ("sim:script=", say("Simulated tray (by a script)")),
    ("sim:seed=", say("Simulated tray (the same throws each time)")),
    ("sim", say("Simulated tray")),
    ("video:", say("Video file")),
    ("folder:", say("Folder of photos")),
)
"""What sources that are no cameras are called, by how their specs begin; the first that fits counts."""


@dataclass(frozen=True, slots=True)
class ChooseCamera:
    """Watch this source from now on."""

    spec: str


class CameraStep(Step):
    """Choose the camera from what each of them sees."""

    id: ClassVar[str] = "camera"
    title: ClassVar[Words] = say("Choose the camera")

    def __init__(self, desk: SetupDesk, ask: Callable[[Request], object]) -> None:
        self._desk = desk
        self._ask = ask

    def look(self, *, afresh: bool) -> Standing:
        """Satisfied while there are pictures; the facts list what can be chosen, with the name of a thumbnail each."""
        source, cameras = self._desk.source, self._desk.cameras(afresh=afresh)
        facts = {
            "source": source,
            "cameras": [
                {
                    "spec": camera.spec,
                    "title": source_title(camera.spec, camera.name),
                    "detail": _detail(camera),
                    "picture": picture_name(camera.spec),
                }
                for camera in cameras
            ],
        }
        lost, size = self._desk.lost, self._desk.size
        if lost or size is None:
            again = say("Plug it in again, or choose another one.")
            finding = Finding(say("{why} {todo}", why=words_of(lost), todo=again), "bad", id="pictures")
            return Standing(False, (finding,), facts)
        title = next((source_title(one.spec, one.name) for one in cameras if one.spec == source), source_title(source))
        told = say("{camera} gives pictures of {width} x {height}.", camera=title, width=size[0], height=size[1])
        found = [Finding(told, "ok", float(size[0]), "px", "pictures")]
        if not source.startswith(CAMERAS):
            found.append(
                Finding(say("It is no camera: choose yours to play with dice of your own."), "warn", id="kind")
            )
        return Standing(True, tuple(found), facts)

    def do(self, deed: object) -> None:
        """Choose a camera."""
        match deed:
            case ChooseCamera(spec):
                self._ask(UseSource(spec))
            case _:
                super().do(deed)

    def file(self, name: str) -> bytes | None:
        """Return the thumbnail of a source that can be chosen."""
        for camera in self._desk.cameras():
            if picture_name(camera.spec) == name:
                return self._desk.thumbnail(camera.spec)
        return None


def source_title(spec: str, name: str = "") -> Words:
    """Return what people call a source: "USB camera 0", or the camera's own name; a kind unknown here keeps its own."""
    kind, _, which = spec.partition(":")
    if kind == "usb":
        if name in {"", spec} and which.isdecimal():
            return say("USB camera {number}", number=which)
        own = name if name not in {"", spec} else which.replace("_", " ")
        return say(own)
    if kind == "pi":
        return say("Raspberry Pi camera {number}", number=which)
    for start, title in TITLES:
        if spec.startswith(start):
            return title
    return say(kind)


def picture_name(spec: str) -> str:
    """Return the name under which a source's thumbnail is asked for: specs hold what addresses cannot."""
    return f"{crc32(spec.encode()):08x}.jpg"


def _detail(camera: CameraSeen) -> Words | str:
    """Return the largest size of a camera; of another source what it is named by."""
    if not camera.sizes:
        return camera.spec
    width, height = max(camera.sizes)
    return say("up to {width} x {height}", width=width, height=height)
