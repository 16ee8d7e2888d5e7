"""The simulated tray as a camera."""

from collections.abc import Sequence
from queue import SimpleQueue

from vision.errors import SourceLostError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sentence import say
from vision.simulate.tray import VANTAGE, SimulatedTray
from vision.sources.base import Closing, Report
from vision.sources.pace import Clock, MonotonicClock, Pace

RATE = 15.0
"""Frames a second, like a small USB camera."""


class SimulatedCamera(Closing):
    """Looks at a SimulatedTray: nothing but its pictures goes out.

    The same seed gives the same dice and, throw by throw, the same faces. `tray` is there for tests, which compare
    what was read with what lies there; nothing that plays looks at it.
    """

    is_live = True

    def __init__(self, spec: str, tray: SimulatedTray, clock: Clock | None = None) -> None:
        self._spec = spec
        self.tray = tray
        self._clock = clock or MonotonicClock()
        self._pace = Pace(RATE, self._clock)
        self._asked: SimpleQueue[tuple[tuple[Kept, ...], int, str | None]] = SimpleQueue()
        self._closed = False
        self._count = 0

    @property
    def spec(self) -> str:
        """`sim`, or what follows it in `sim:seed=N,dice=KIND,family=N`."""
        return self._spec

    @property
    def can_throw(self) -> bool:
        """Yes."""
        return True

    @property
    def report(self) -> Report:
        """Its name; opened again by its seed, with the dice as they lie."""
        return Report("Simulated tray", f"{self.tray.seed} {self.tray.state()}", vantage=VANTAGE)

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Throw all of `count` dice but the kept ones with the next frame; the tray is empty before the first throw.

        They are of the `kind` asked for, unless the tray is bound to one. Returns at once: whoever asks must not wait
        for a picture that is being drawn. Raises CannotThrowError for dice that this set does not have.
        """
        self.tray.check(kept, count, kind)
        self._asked.put((tuple(kept), count, kind))

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - the simulation never makes anyone wait
        """Wait until the next frame is due and give it; SourceLostError once closed."""
        if self._closed:
            raise SourceLostError(say("{source} was closed.", source=self._spec))
        now = self._pace.wait()
        while not self._asked.empty():
            kept, count, kind = self._asked.get()
            self.tray.throw(kept, now, count, kind)
        frame = Frame(self.tray.picture(now), now, self._count)
        self._count += 1
        return frame

    def close(self) -> None:
        """Show nothing any more."""
        self._closed = True
