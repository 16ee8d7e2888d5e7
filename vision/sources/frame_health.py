"""Frame health: a camera that hangs, is covered or fails may still give pictures."""

import zlib
from dataclasses import dataclass

import numpy as np

from vision.frame import Frame
from vision.sentence import say

OLDEST = 1.0
"""Seconds. A frame that took longer to get here shows the tray as it was."""

STEP = 16
"""Every so many pixels, across and down, are looked at: enough to tell two pictures, or a black one, in no time."""

BLACK_LEVEL = 24
"""Grey level that no pixel of a black picture reaches; a tray in the dimmest room that dice are read in has more."""

BLACK_SHARE = 0.995
"""Parts of a black picture that are below BLACK_LEVEL: a camera's own stuck pixels may shine."""

PATIENCE = 1.5
"""Seconds for which doubtful frames are passed over in silence; after these the camera counts as lost."""

BLACK_PATIENCE = 10.0
"""Seconds after which a camera that gives only black is reopened: that uncovers no lens, but wakes a driver."""


@dataclass(frozen=True, slots=True)
class FrameFault:
    """Why a frame is rejected, and for how many seconds of such frames the source is not reopened yet."""

    reason: str
    patience: float = PATIENCE


class FrameHealth:
    """Looks at the frames of one opening of a source, one after the other.

    `live` is whether its pictures come from a sensor, whose noise never repeats. Of all others only the age is
    looked at: a recording may hold its last picture, and photographs have the sizes that they have.
    """

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._size: tuple[int, int] | None = None
        self._before = 0

    def fault(self, frame: Frame, now: float) -> FrameFault | None:
        """Why the frame, seen at `now` (monotonic seconds), is rejected; None if it is healthy."""
        if now - frame.time > OLDEST:
            return FrameFault(say("The camera's pictures are {seconds} s old.", seconds=round(now - frame.time)))
        if not self._live:
            return None
        if self._size is not None and frame.size != self._size:
            return FrameFault(
                say(
                    "The camera's pictures have changed from {before} to {now} pixels.",
                    before=_written(self._size),
                    now=_written(frame.size),
                )
            )
        sample = frame.image[::STEP, ::STEP]
        mark, before = zlib.crc32(sample.tobytes()), self._before
        self._before = mark
        if np.count_nonzero(sample.max(axis=2) < BLACK_LEVEL) >= BLACK_SHARE * (sample.size / 3):
            return FrameFault(
                say("The camera's pictures are black. Is the light on and the lens uncovered?"), BLACK_PATIENCE
            )
        if mark == before:
            return FrameFault(say("The camera keeps giving the same picture."))
        self._size = frame.size
        return None


def _written(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"
