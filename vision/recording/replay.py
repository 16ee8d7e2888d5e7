"""Replaying a recording through today's pipeline."""

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, TrayWatch
from vision.calibration.tray_watch import CHECK_SECONDS
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.errors import PictureError
from vision.frame import Frame, Picture
from vision.geometry import Outline
from vision.picture_file import read_picture
from vision.pipeline import PictureReader, SettledRoll, settled_rolls
from vision.recording.lines import Began, DiceInUse, Settled, settled_line
from vision.recording.recording import Span
from vision.settle import Moving

ReaderOf = Callable[[DiceInUse], PictureReader]
"""The reader for a kind of dice."""


def replay(span: Span, reader_of: ReaderOf) -> list[Began | Settled]:
    """The results for the frames of a span now, each with the frame's time.

    The tray is where it was then; a moved camera is noticed again.
    """
    frames = _Frames(span, reader_of)
    transitions: list[Began | Settled] = []
    outline = span.watching.tray.outline
    rolls = settled_rolls(
        frames,
        frames,
        outline=outline,
        outline_now=lambda: frames.outline,
        camera_pose=frames.camera_pose,
        problems=span.watching.problems,
    )
    for news in rolls:
        frames.still = isinstance(news, SettledRoll)
        transitions.append(Began(frames.time, news.hand) if isinstance(news, Moving) else frames.settled(news))
    return transitions


class _Frames:
    """The frames of a span, what watches over the camera meanwhile, and the reader for each moment."""

    def __init__(self, span: Span, reader_of: ReaderOf) -> None:
        self._span = span
        self._reader_of = reader_of
        self._dice = [line for line in span.lines if isinstance(line, DiceInUse)]
        self._guard = _guard(span)
        self.still = False
        self.time = span.watching.time

    @property
    def outline(self) -> Outline:
        """The tray's outline where it was last seen."""
        return self._tray.outline

    def camera_pose(self, size: tuple[int, int]) -> CameraPose | None:
        """Where pictures of a size (width, height) were taken from."""
        return self._span.watching.camera_pose or self._tray.camera_pose(size)

    @property
    def _tray(self) -> Calibration:
        return self._guard.tray if self._guard else self._span.watching.tray

    def settled(self, roll: SettledRoll) -> Settled:
        """A roll, as the watcher would report it for this tray."""
        if self._guard:
            self._guard.check(roll.picture)
        return settled_line(roll.in_tray(self._tray, misplaced=self._guard is not None and self._guard.misplaced))

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        """Read a picture as the dice that lay there then."""
        dice = [line for line in self._dice if line.time <= self.time] or self._dice[:1] or [DiceInUse(self.time)]
        return self._reader_of(dice[-1]).read(image, outline, camera_pose)

    def __iter__(self) -> Iterator[Frame]:
        looked = -math.inf
        for frame in self._span.frames():
            self.time = frame.time
            if self._guard and self.still and frame.time - looked >= CHECK_SECONDS:
                looked = frame.time
                self._guard.check(frame.image)
            yield frame


def _guard(span: Span) -> TrayWatch | None:
    """What notices that the camera moves, where the picture that the tray was marked in is kept."""
    if span.watching.marked is None:
        return None
    try:
        return TrayWatch(read_picture(span.folder / span.watching.marked), span.watching.tray)
    except PictureError:
        return None
