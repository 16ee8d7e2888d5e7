"""The simulated tray as a camera."""

import threading
from collections.abc import Sequence

from vision.errors import SourceLostError
from vision.frame import Frame
from vision.simulate.tray import SimulatedTray
from vision.sources.base import Closing, Kept
from vision.sources.pace import Clock, MonotonicClock, Pace

RATE = 15.0
"""Frames a second, like a small USB camera."""


class SimulatedCamera(Closing):
    """Looks at a SimulatedTray: nothing but its pictures goes out.

    The same seed gives the same dice and, throw by throw, the same faces. `tray` is there for tests, which compare
    what was read with what lies there; nothing that plays looks at it.
    """

    def __init__(self, spec: str, tray: SimulatedTray, clock: Clock | None = None) -> None:
        self._spec = spec
        self.tray = tray
        self._clock = clock or MonotonicClock()
        self._pace = Pace(RATE, self._clock)
        self._turn = threading.Lock()
        self._closed = False
        self._count = 0

    @property
    def spec(self) -> str:
        """`sim` or `sim:seed=N`."""
        return self._spec

    @property
    def can_throw(self) -> bool:
        """Yes."""
        return True

    def throw(self, kept: Sequence[Kept]) -> None:
        """Throw all dice but the kept ones; the tray is empty before the first throw."""
        with self._turn:
            self.tray.throw(kept, self._clock.now())

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - the simulation never makes anyone wait
        """Wait until the next frame is due and give it; SourceLostError once closed."""
        if self._closed:
            raise SourceLostError(f"the simulated tray {self._spec} was closed")
        now = self._pace.wait()
        with self._turn:
            image = self.tray.picture(now)
        frame = Frame(image, now, self._count)
        self._count += 1
        return frame

    def close(self) -> None:
        """Show nothing any more."""
        self._closed = True
