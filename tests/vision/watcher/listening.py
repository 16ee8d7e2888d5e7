"""An eye on scripted cameras, and what it tells."""

import queue
from collections.abc import Callable
from typing import Any

from tests.vision.square_tray import Lying, ScriptedCamera
from vision.errors import SourceUnavailableError
from vision.pipeline import SettledRoll
from vision.settle import Moving
from vision.sources import ResumeState, Source, check_spec
from vision.watcher import CameraWatcher, SourceBack, SourceLost, WatcherEvent, WatcherNoticesChanged

FIRST: Lying = ((50, 60, 3), (120, 150, 5), (250, 100, 1))
SECOND: Lying = ((70, 180, 6), (120, 150, 5), (200, 40, 2))
PATIENCE = 60.0  # seconds; a busy machine is slow, a broken eye says nothing at all


class Ear:
    """Keeps what the eye tells, in order."""

    def __init__(self) -> None:
        self.told: queue.Queue[Any] = queue.Queue()
        self.noticed = 0

    def __call__(self, event: WatcherEvent) -> None:
        match event:
            case Moving(hand):
                self.told.put("hand" if hand else "moving")
            case SettledRoll():
                self.told.put(event)
            case SourceLost(reason):
                self.told.put(("lost", reason))
            case SourceBack():
                self.told.put("back")
            case WatcherNoticesChanged():
                self.noticed += 1

    def next(self) -> Any:
        return self.told.get(timeout=PATIENCE)

    def faces(self) -> tuple[bool, list[str]]:
        return faces_of(self.next())


def faces_of(told: Any) -> tuple[bool, list[str]]:
    """Whether these dice were thrown, and their faces; fails where something else was told."""
    assert isinstance(told, SettledRoll), told
    return told.thrown, [die.face for die in told.dice]


class Cameras:
    """Cameras by name, to be plugged in and out; each opening gives a new ScriptedCamera."""

    def __init__(self) -> None:
        self.plugged: dict[str, Lying] = {"usb:0": FIRST, "usb:1": SECOND}
        self.opened: list[ScriptedCamera] = []

    def open(self, spec: str, memory: ResumeState) -> Source:  # noqa: ARG002 - scripted cameras begin anew
        check_spec(spec)
        if spec not in self.plugged:
            raise SourceUnavailableError(f"no camera {spec}")
        self.opened.append(ScriptedCamera(spec, self.plugged[spec]))
        return self.opened[-1]


OpenEye = Callable[..., CameraWatcher]
