"""What is being watched: a source, where its tray lies, and whether the camera still looks there."""

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import Calibration, TrayFile, TrayWatch
from vision.calibration.rail import lie_on_rail
from vision.calibration.watching import CAMERA_MOVED
from vision.errors import CalibrationError
from vision.eye.frames import Frames
from vision.frame import Frame, Picture
from vision.geometry import WHOLE
from vision.pipeline import SettledRoll
from vision.sentence import say
from vision.sources.capture import Capture
from vision.vantage import Vantage

log = logging.getLogger(__name__)

WHOLE_PICTURE = Calibration.of_corners(WHOLE)
"""The tray where none was ever marked."""

LOOK_SECONDS = 2.0
"""How often the still tray is looked at for a camera that was moved: 10 ms of work, a tenth of a second on a Pi 4."""

ALWAYS_THE_SAME = ("usb:", "pi:", "sim:")
"""Sources that show the same tray whenever they are opened; of others nothing can be said to have moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """What is being watched; another one is another object.

    `guard` notices a camera that moves, where the tray was marked in a picture. `fault` says why the file of trays
    cannot be read; each roll tells it.
    """

    capture: Capture
    tray: Calibration
    guard: TrayWatch | None = None
    fault: str = ""

    @property
    def problems(self) -> tuple[str, ...]:
        """What goes with each roll."""
        return (say("The whole picture is read. {why}", why=self.fault),) if self.fault else ()

    @property
    def is_marked(self) -> bool:
        """Whether somebody has said where the tray is."""
        return self.tray is not WHOLE_PICTURE

    @property
    def tray_now(self) -> Calibration:
        """The tray where it was last seen."""
        return self.guard.tray if self.guard else self.tray

    def seen_from(self, size: tuple[int, int]) -> Vantage | None:
        """Where pictures of a size (width, height) are taken from; None where nobody knows it."""
        return self.capture.report.vantage or self.tray_now.vantage(size)

    def look(self, picture: Picture) -> bool:
        """Take a picture of the still tray in; tell whether it brought news."""
        found = self.guard.see(picture) if self.guard else ()
        for news in found:
            log.info("%s: %s", self.capture.spec, news)
        return bool(found)

    def placed(self, roll: SettledRoll) -> SettledRoll:
        """The roll, as `placed` tells it of the tray where it was last seen."""
        return placed(roll, self.tray_now, misplaced=self.guard is not None and self.guard.misplaced)


def placed(roll: SettledRoll, tray: Calibration, *, misplaced: bool) -> SettledRoll:
    """The roll, told which of its dice lie on the tray's keep rail.

    It has a problem where the camera was moved (`misplaced`): by dice outside of the tray, or none, nobody wins.
    """
    if misplaced:
        return replace(roll, problems=(*roll.problems, CAMERA_MOVED))
    height, width = roll.picture.shape[:2]
    kept = lie_on_rail(tray, np.array([die.centre for die in roll.dice]).reshape(-1, 2) / (width, height))
    return replace(
        roll, dice=tuple(replace(die, on_rail=True) if on else die for die, on in zip(roll.dice, kept, strict=True))
    )


def watching(capture: Capture, trays: TrayFile) -> Watch:
    """Watch a source with the tray that is kept for it; where its file is damaged the whole picture, and say so."""
    try:
        tray = trays.load(capture.spec)
        if tray is None:
            return Watch(capture, WHOLE_PICTURE)
        return Watch(capture, tray, guard_of(capture.spec, tray, trays.picture(capture.spec)))
    except CalibrationError as error:
        log.warning("%s", error)
        return Watch(capture, WHOLE_PICTURE, fault=error.sentence)


def guard_of(spec: str, tray: Calibration, picture: Picture | None) -> TrayWatch | None:
    """What notices that the camera moves, where the source and the picture that the tray was marked in allow it."""
    return TrayWatch(picture, tray) if picture is not None and spec.startswith(ALWAYS_THE_SAME) else None


def looked_at(frames: Frames, watch: Watch, noticed: Callable[[], None]) -> Iterator[Frame]:
    """The frames; every LOOK_SECONDS while the dice lie still the watch looks at one, and tells `noticed` of news."""
    last = -math.inf
    for frame in frames:
        if frames.still and frame.time - last >= LOOK_SECONDS:
            last = frame.time
            if watch.look(frame.image):
                noticed()
        yield frame
