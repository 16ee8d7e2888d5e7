"""The program's own parts on a clock that does not wait: simulated tray, watcher, reader, table, journal and page."""

import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from firmware_host.app.build import Application
from firmware_host.app.stopping import ending_in_time
from firmware_host.app.watcher_camera import WatcherCamera, WatcherSetup
from firmware_host.coach.coaches import make_coach
from firmware_host.rules.rulesets import ruleset
from firmware_host.settings import load_settings
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.ports import NoticesChanged
from hardware.panel import open_panel
from tests.system.long_evening.game import RULES
from vision.simulate.tray import SimulatedTray
from vision.sources import ResumeState, Source
from vision.sources.simulated import SimulatedCamera
from vision.watcher import open_camera

BUSY_S = 3.0
"""Seconds of the tray's time after a throw that pass at once: the dice have come to rest and were read by then."""
IDLE_S = 0.1
"""Real seconds between two pictures of a tray in which nothing happens."""


class QuickClock:
    """The table's clock and the tray's: it goes as time does, and ahead when it is told to."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._busy_until = 0.0
        self._thrown = threading.Event()

    def now(self) -> float:
        """Monotonic seconds of the tray's pictures."""
        return time.monotonic() + self._ahead

    def sleep(self, seconds: float) -> None:
        """Let some seconds pass: at once after a throw, else once something happens or a while is over."""
        if self.now() > self._busy_until:
            self._thrown.wait(IDLE_S)
            self._thrown.clear()
        self._ahead += seconds

    def throw(self) -> None:
        """A throw has been asked for."""
        self._busy_until = self.now() + BUSY_S
        self._thrown.set()

    def advance(self, seconds: float) -> None:
        """Let seconds pass."""
        self._ahead += seconds


class TableClock:
    """The same as the table's `Clock`; the evening begins on a certain day."""

    def __init__(self, quick: QuickClock) -> None:
        self._quick = quick
        self._began = quick.now()

    def now(self) -> datetime:
        """The time of day."""
        return datetime(2026, 11, 21, 18, tzinfo=UTC) + timedelta(seconds=self.monotonic() - self._began)

    def monotonic(self) -> float:
        """Seconds."""
        return self._quick.now()


class QuickCamera(SimulatedCamera):
    """The simulated tray, which tells its clock of throws."""

    def __init__(self, spec: str, tray: SimulatedTray, quick: QuickClock) -> None:
        super().__init__(spec, tray, quick)
        self._quick = quick

    def throw(self, *asked: object, **named: object) -> None:
        """Throw, soon."""
        super().throw(*asked, **named)  # type: ignore[arg-type]
        self._quick.throw()


def serve(data: Path) -> None:
    """Play; on standard input "advance SECONDS" lets time pass. Prints the port, and a line for each order."""
    make_coach(ruleset(RULES), SolutionStore(data), float)
    quick = QuickClock()

    def opener(spec: str, _memory: ResumeState) -> Source:
        return QuickCamera(spec, SimulatedTray(7, speed=8), quick)

    def open_both() -> tuple[WatcherCamera, WatcherSetup]:
        watcher = open_camera("sim:seed=7", data_dir=data, opener=opener)
        return WatcherCamera(watcher), WatcherSetup(watcher.current, watcher.dice)

    settings = load_settings({"data": data, "port": 0}, {})
    panel = open_panel(factory=MockFactory())
    house = Application(settings, open_both, lambda: panel, clock=TableClock(quick))

    def take_orders() -> None:
        for line in sys.stdin:
            quick.advance(float(line.removeprefix("advance ")))
            house.table.tray.on_tray_event(NoticesChanged())  # the writer looks at its clock again
            _say("done")

    threading.Thread(target=take_orders, daemon=True).start()
    with ending_in_time() as stopping:
        try:
            house.serve(lambda _: _say(str(house.port)), stopping)
        finally:
            house.close()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
