"""The frames of one source, as long as they come."""

import time
from collections.abc import Callable, Iterator

from vision.frame import Frame
from vision.sources.base import no_picture
from vision.sources.capture import Capture

FRAME_AGE = 2.0
"""Seconds without a frame after which the camera counts as lost; people are to know within 3."""

WAIT = 0.2
"""Seconds between checks whether the watcher closes or watches something else."""

CALM_SECONDS = 3.0
"""How long dice must have lain still for frames to come less often."""


class Frames:
    """The frames of one watch, until it is over or they stop coming; `lost` then says why.

    They come less often once the dice have been said to lie `still` for CALM_SECONDS.
    """

    def __init__(self, capture: Capture, is_over: Callable[[], bool]) -> None:
        self._capture = capture
        self._is_over = is_over
        self._number = 0
        self._still_since: float | None = None
        self.lost = ""
        capture.calm = False

    @property
    def still(self) -> bool:
        """Whether the dice lie still."""
        return self._still_since is not None

    @still.setter
    def still(self, still: bool) -> None:
        self._still_since = time.monotonic() if still else None
        self._capture.calm = False

    def wait_for_first(self) -> bool:
        """Whether a new frame is there, now or soon."""
        newest = self._capture.newest
        self._number = newest.number if newest is not None else 0
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Frame]:
        last = time.monotonic()
        while not self._is_over():
            taken = self._capture.newer_than(self._number, WAIT)
            if taken is not None:
                self._number, last = taken.number, time.monotonic()
                if self._still_since is not None and last - self._still_since > CALM_SECONDS:
                    self._capture.calm = True
                yield taken.frame
            elif self._capture.lost:
                self.lost = self._capture.lost
                return
            elif time.monotonic() - last > FRAME_AGE:
                self.lost = no_picture(self._capture.title, FRAME_AGE)
                return
