"""Supervision: a part of the program that dies or hangs is noticed within ten seconds and started again."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_host.app.program_notices import ProgramNotices

TICK_S = 1.0
HANG_TICKS = 8
"""A part that has not got on for so many looks hangs. Looks are counted, not seconds: a machine that slept is fine."""
MOST_WAIT_TICKS = 64
"""The longest back-off between two mendings of the same part; the first is one look, each later one twice as long."""
TOLD_TICKS = 120
"""For so many looks it is told that a part was started again, and after them its next failure counts as the first."""
TIDY_TICKS = 10
"""Every so many looks the supervisor has things tidied up."""
MOST_MENDED = 3
"""So often in a row a vital part is mended by itself; then the whole program starts again."""
log = logging.getLogger(__name__)

Pulse = int | Literal["idle", "dead"]
"""How far a part has got: another number with everything it does, "idle" while it waits for work, "dead"."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part under supervision: its `pulse`, how it is mended, and what is then told. `name` is for the log.

    `mend` is None for a part that cannot be mended by itself: then the whole program starts again, as it does for one
    that is `vital` and fails again and again.
    """

    name: str
    pulse: Callable[[], Pulse]
    mend: Callable[[], object] | None
    told: str
    vital: bool = True
    hang_ticks: int = HANG_TICKS


class _Patient:
    """What is known of one part: for how many looks it has not got on, how often it was mended, and when it may be."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self._pulse: Pulse = "idle"
        self._stuck = 0
        self.mended = 0
        self._since = 0
        self._wait = 0

    def look(self) -> str:
        """Look at the part; returns what is wrong with it, if it is to be mended now."""
        pulse = self.part.pulse()
        self._stuck = self._stuck + 1 if pulse == self._pulse and pulse != "idle" else 0
        self._pulse = pulse
        self._since += 1
        fault = "has died" if pulse == "dead" else "hangs" if self._stuck >= self._patience() else ""
        return fault if fault and self._since > self._wait else ""

    def note_mended(self) -> None:
        self.mended += 1
        self._wait = min(2 * self._wait or 1, MOST_WAIT_TICKS)
        self._since = self._stuck = 0

    def gets_on(self) -> bool:
        """Whether it waited for work or had got on when it was last looked at."""
        return self._pulse != "dead" and not self._stuck

    def _patience(self) -> int:
        """How many looks it may take; each time twice as many for a part that may be slow, or it never gets done."""
        return self.part.hang_ticks * (1 if self.part.vital else 2**self.mended)

    def is_well(self) -> bool:
        """Whether it was mended so long ago that this is forgotten; says so once."""
        if not self.mended or self._stuck or self._since < TOLD_TICKS:
            return False
        self.mended = self._wait = 0
        return True


class Supervisor:
    """Looks at the parts once a second; `restart` starts the whole program again and need not return.

    `steady` is called once, after `steady_s` seconds, and `tidy` again and again; `well` after every look at which all
    vital parts got on.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        notices: ProgramNotices,
        restart: Callable[[], object],
        steady: Callable[[], object] = lambda: None,
        steady_s: float = 0.0,
        tidy: Callable[[], object] = lambda: None,
        well: Callable[[], object] = lambda: None,
    ) -> None:
        self._patients = [_Patient(part) for part in parts]
        self._notices = notices
        self._restart = restart
        self._steady = steady
        self._ticks_to_steady = round(steady_s / TICK_S)
        self._tidy = tidy
        self._well = well
        self._ticks = 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start looking."""
        self._thread.start()

    def close(self) -> None:
        """Look no more; closing twice is allowed."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join(TICK_S)

    def check(self) -> None:
        """Look once at every part, and mend those that need it."""
        for patient in self._patients:
            fault = patient.look()
            if fault:
                self._mend(patient, fault)
            elif patient.is_well():
                self._notices.tell(patient.part.name, "")
        if all(patient.gets_on() for patient in self._patients if patient.part.vital):
            self._well()
        self._ticks_to_steady -= 1
        if self._ticks_to_steady == 0:
            self._steady()
        self._ticks += 1
        if self._ticks % TIDY_TICKS == 0:
            self._tidy()

    def _mend(self, patient: _Patient, fault: str) -> None:
        part = patient.part
        if part.mend is None or (part.vital and patient.mended >= MOST_MENDED):
            log.error("The %s %s. The program starts again.", part.name, fault)
            self._restart()
            return
        log.error("The %s %s and is started again.", part.name, fault)
        patient.note_mended()
        part.mend()
        self._notices.tell(part.name, part.told)

    def _run(self) -> None:
        while not self._closing.wait(TICK_S):
            try:
                self.check()
            except Exception:  # whatever goes wrong with one part, the others are looked after
                log.exception("The supervisor failed")
