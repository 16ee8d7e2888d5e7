"""An eye on scripted cameras, and what it tells."""

import queue
from collections.abc import Callable
from typing import Any

from tests.vision.square_tray import Lying, ScriptedCamera
from vision.errors import SourceUnavailableError
from vision.eye import Eye
from vision.pipeline import SettledRoll
from vision.sources import Memory, Source, check_spec

FIRST: Lying = ((50, 60, 3), (120, 150, 5), (250, 100, 1))
SECOND: Lying = ((70, 180, 6), (120, 150, 5), (200, 40, 2))
PATIENCE = 20.0  # seconds; a busy machine is slow, a broken eye says nothing at all


class Ear:
    """Keeps what the eye tells, in order."""

    def __init__(self) -> None:
        self.told: queue.Queue[Any] = queue.Queue()
        self.noticed = 0

    def tray_moving(self, *, hand: bool = False) -> None:
        self.told.put("hand" if hand else "moving")

    def tray_settled(self, roll: SettledRoll) -> None:
        self.told.put(roll)

    def camera_lost(self, reason: str) -> None:
        self.told.put(("lost", reason))

    def camera_back(self) -> None:
        self.told.put("back")

    def notices_changed(self) -> None:
        self.noticed += 1

    def next(self) -> Any:
        return self.told.get(timeout=PATIENCE)

    def faces(self) -> tuple[bool, list[str]]:
        roll = self.next()
        assert isinstance(roll, SettledRoll), roll
        return roll.thrown, [die.face for die in roll.dice]


class Cameras:
    """Cameras by name, to be plugged in and out; each opening gives a new ScriptedCamera."""

    def __init__(self) -> None:
        self.plugged: dict[str, Lying] = {"usb:0": FIRST, "usb:1": SECOND}
        self.opened: list[ScriptedCamera] = []

    def open(self, spec: str, memory: Memory) -> Source:  # noqa: ARG002 - scripted cameras begin anew
        check_spec(spec)
        if spec not in self.plugged:
            raise SourceUnavailableError(f"no camera {spec}")
        self.opened.append(ScriptedCamera(spec, self.plugged[spec]))
        return self.opened[-1]


OpenEye = Callable[..., Eye]
