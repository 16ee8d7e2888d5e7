"""A source under watch: where its tray lies, and whether the camera still looks there."""

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.calibration import Calibration, TrayFile, TrayWatch
from vision.calibration.tray_watch import CHECK_SECONDS
from vision.camera_pose import CameraPose
from vision.errors import CalibrationError
from vision.frame import Frame, Picture
from vision.geometry import WHOLE
from vision.pipeline import SettledRoll
from vision.sentence import say
from vision.sources import kind_of
from vision.sources.capture import Capture
from vision.watcher.frames import Frames

log = logging.getLogger(__name__)

WHOLE_PICTURE = Calibration.of_corners(WHOLE)
"""The tray where none was ever marked."""


@dataclass(frozen=True, slots=True, eq=False)
class WatchedSource:
    """One source with one tray, as it is being watched: it knows what is asked of every frame, and changes neither.

    CameraSetup is what people set up; when they choose another source or tray, another WatchedSource takes its place.
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
    def notices(self) -> tuple[str, ...]:
        """What people should know about camera and light for as long as it is so."""
        return self.guard.problems if self.guard else ()

    @property
    def is_marked(self) -> bool:
        """Whether somebody has said where the tray is."""
        return self.tray is not WHOLE_PICTURE

    @property
    def tray_now(self) -> Calibration:
        """The tray where it was last seen."""
        return self.guard.tray if self.guard else self.tray

    def camera_pose(self, size: tuple[int, int]) -> CameraPose | None:
        """Where pictures of a size (width, height) are taken from; None where nobody knows it."""
        return self.capture.report.camera_pose or self.tray_now.camera_pose(size)

    def check_position(self, picture: Picture) -> bool:
        """Take a picture of the still tray in; tell whether it brought news."""
        found = self.guard.check(picture) if self.guard else ()
        for news in found:
            log.info("%s: %s", self.capture.spec, news)
        return bool(found)

    def placed(self, roll: SettledRoll) -> SettledRoll:
        """The roll, as it lies in the tray where that was last seen."""
        return roll.in_tray(self.tray_now, misplaced=self.guard is not None and self.guard.misplaced)


def watched_source(capture: Capture, trays: TrayFile) -> WatchedSource:
    """Watch a source with the tray that is kept for it; where its file is damaged the whole picture, and say so."""
    try:
        tray = trays.load(capture.spec)
        if tray is None:
            return WatchedSource(capture, WHOLE_PICTURE)
        return WatchedSource(capture, tray, make_guard(capture.spec, tray, trays.picture(capture.spec)))
    except CalibrationError as error:
        log.warning("%s", error)
        return WatchedSource(capture, WHOLE_PICTURE, fault=error.sentence)


def make_guard(spec: str, tray: Calibration, picture: Picture | None) -> TrayWatch | None:
    """What notices that the camera moves, where the source and the picture that the tray was marked in allow it."""
    return TrayWatch(picture, tray) if picture is not None and kind_of(spec).fixed_view else None


def guarded(frames: Frames, watch: WatchedSource, noticed: Callable[[], None]) -> Iterator[Frame]:
    """The frames; every CHECK_SECONDS while the dice lie still the watch looks at one, and tells `noticed` of news."""
    last = -math.inf
    for frame in frames:
        if frames.still and frame.time - last >= CHECK_SECONDS:
            last = frame.time
            if watch.check_position(frame.image):
                noticed()
        yield frame
