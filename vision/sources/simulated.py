"""The simulated tray as a camera."""

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from queue import SimpleQueue

from vision.errors import SourceLostError, SourceSpecError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sentence import say
from vision.simulate.sets import KINDS, MOST_FAMILY
from vision.simulate.tray import CAMERA_POSE, SimulatedTray
from vision.sources.base import ClosableSource, Report, ResumeState
from vision.sources.kind import Open, SourceKind
from vision.sources.pace import FrameClock, FramePace, MonotonicClock

RATE = 15.0
"""Frames a second, like a small USB camera."""

SPEED_VARIABLE = "DICE_TABLE_SIM_SPEED"
"""Environment variable: how many times faster than real the simulated dice tumble (a number above 0, usually 1)."""

_OPTIONS = {
    "seed": re.compile("[0-9]{1,18}"),
    "dice": re.compile("|".join(KINDS)),
    "family": re.compile(f"[0-9]{{1,{len(str(MOST_FAMILY))}}}"),
}


class SimulatedCamera(ClosableSource):
    """Looks at a SimulatedTray: nothing but its pictures goes out.

    The same seed gives the same dice and, throw by throw, the same faces. `tray` is there for tests, which compare
    what was read with what lies there; nothing that plays looks at it.
    """

    is_live = True

    def __init__(self, spec: str, tray: SimulatedTray, clock: FrameClock | None = None) -> None:
        self._spec = spec
        self.tray = tray
        self._clock = clock or MonotonicClock()
        self._pace = FramePace(RATE, self._clock)
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
        return Report("Simulated tray", f"{self.tray.seed} {self.tray.state()}", camera_pose=CAMERA_POSE)

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
            raise SourceLostError(f"{self._spec} was closed.")  # not for players
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


def _find(detail: str) -> Open | None:
    options = _options(detail)
    if options is None:
        return None
    return lambda clock, memory: SimulatedCamera(f"sim{detail}", _tray(options, memory), clock)


def _options(detail: str) -> Mapping[str, str] | None:
    """The options of `:seed=7,dice=poker,family=12`; None where it is written otherwise."""
    if not detail:
        return {}
    parts = [part.partition("=") for part in detail.removeprefix(":").split(",")]
    options = {name: value for name, _, value in parts}
    known = all(name in _OPTIONS and _OPTIONS[name].fullmatch(value) for name, _, value in parts)
    return options if detail.startswith(":") and known and len(options) == len(parts) else None


def _tray(options: Mapping[str, str], memory: ResumeState) -> SimulatedTray:
    """A tray of the seed asked for, of the one it had before, or of a random one; its dice lie as they lay before."""
    before, _, state = memory.report.identity.partition(" ")
    seed = int(options.get("seed") or before or secrets.randbits(32))
    family = int(options["family"]) if "family" in options else None
    return SimulatedTray(seed, speed=_speed(), state=state, kind=options.get("dice"), family=family)


def _speed() -> float:
    given = os.environ.get(SPEED_VARIABLE, "1")
    try:
        speed = float(given)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise SourceSpecError(
            f"{SPEED_VARIABLE}={given!r} is no speed. Give a number above 0 and up to 1000, usually 1."
        )
    return speed


def _title(detail: str, _name: str) -> str:
    if detail.startswith(":seed="):
        return say("Simulated tray (the same throws each time)")
    return say("Simulated tray")


SIMULATED = SourceKind(
    "sim",
    (
        "sim (a simulated tray)",
        "sim:seed=N (the same throws every time)",
        "sim:dice=poker (poker dice, or pips likewise, whatever the game is played with)",
        "sim:seed=N,dice=poker,family=N (poker dice of the family of that number)",
    ),
    _find,
    _title,
    dice=lambda detail: (_options(detail) or {}).get("dice", ""),
    offered=lambda: ("sim",),
    fixed_view=True,
)
