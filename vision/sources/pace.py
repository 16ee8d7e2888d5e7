"""Time as sources see it, and giving frames at an even rate."""

import math
import time
from typing import Protocol


class FrameClock(Protocol):
    """Time that passes, on the wall or in a test."""

    def now(self) -> float:
        """Monotonic seconds."""

    def sleep(self, seconds: float) -> None:
        """Wait for some seconds to pass."""


class MonotonicClock:
    """The computer's own monotonic clock, the one that frame times are told in."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


FAR_CLOCK = 60.0
"""Seconds. A driver whose frames are dated further off tells another clock than ours."""


def dated(stamp: float, now: float) -> float | None:
    """When a driver says that a frame was taken (seconds); None where that can be no time of our monotonic clock."""
    return stamp if math.isfinite(stamp) and 0 <= now - stamp < FAR_CLOCK else None


class FramePace:
    """Waits until the next frame is due, `rate` frames a second; one that is late already is due at once."""

    def __init__(self, rate: float, clock: FrameClock) -> None:
        self._step = 1 / rate
        self._clock = clock
        self._due = clock.now()

    def wait(self) -> float:
        """Wait for the next frame's moment; return the time then, in monotonic seconds."""
        now = self._clock.now()
        if now < self._due:
            self._clock.sleep(self._due - now)
            now = self._clock.now()
        # A reader that fell behind is not flooded with the frames it missed.
        behind = now - self._due > self._step
        self._due = (now if behind else self._due) + self._step
        return now
