"""A machine so slow that the simulated tray's pictures come two seconds late: what the program throws still counts."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_host.app.watcher_camera import WatcherCamera
from firmware_host.game.commands import Player, StartGame
from firmware_host.journal.store import Journal
from firmware_host.table.pictures import Pictures
from firmware_host.table.requests import ThrowDice
from firmware_host.table.service import TableService
from firmware_host.table.snapshot import TableSnapshot
from hardware.panel import open_panel
from vision.errors import SourceLostError
from vision.frame import Frame
from vision.geometry import Kept
from vision.simulate.tray import SimulatedTray
from vision.sources import ResumeState, Source
from vision.sources.base import no_picture
from vision.sources.simulated import SimulatedCamera
from vision.watcher import open_camera

LATE_S = 2.0
PATIENCE_S = 120.0
START = StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa")))


class SlowCamera(SimulatedCamera):
    """The simulated tray on a machine that takes LATE_S to draw a picture while it is `slow`, as after a throw.

    Nobody waits for such a picture here: whoever has less patience is told at once that there is none.
    """

    slow = slow_once_thrown = False

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Throw with the next picture, which may be a slow one."""
        super().throw(kept, count, kind)
        self.slow = self.slow or self.slow_once_thrown

    def read(self, timeout: float) -> Frame:
        """Give the next picture, dated when it was begun; SourceLostError where that takes longer than `timeout`."""
        if not self.slow:
            return super().read(timeout)
        if timeout < LATE_S:
            raise SourceLostError(no_picture(self.spec, timeout))
        frame = super().read(timeout)
        return Frame(frame.image, frame.time - LATE_S, frame.number)


class SlowMachine:
    """Opens the same tray again and again, for the first time as `prepare` makes it."""

    def __init__(self) -> None:
        self.prepare: Callable[[SlowCamera], None] = lambda _: None
        self.opened: list[SlowCamera] = []

    def open(self, spec: str, memory: ResumeState) -> Source:
        seed, _, state = memory.report.identity.partition(" ")
        camera = SlowCamera(spec, SimulatedTray(int(seed or 7), speed=4, state=state))
        if not self.opened:
            self.prepare(camera)
        self.opened.append(camera)
        return camera


@pytest.fixture
def machine() -> SlowMachine:
    return SlowMachine()


OpenTable = Callable[[], TableService]


@pytest.fixture
def open_table(machine: SlowMachine, tmp_path: Path) -> Iterator[OpenTable]:
    """Open a table, once, with the simulated tray of the slow machine and the project's own reader."""
    at_the_end: list[Callable[[], None]] = []

    def open_one() -> TableService:
        camera = WatcherCamera(open_camera("sim", data_dir=tmp_path, opener=machine.open))
        panel, journal = open_panel(factory=MockFactory()), Journal.open(tmp_path / "journal.db")
        table = TableService(journal, camera, panel, Pictures(tmp_path / "pictures"))
        table.start()
        at_the_end.extend((camera.close, table.close, panel.close, journal.close))
        return table

    yield open_one
    for close in at_the_end:
        close()


def until(table: TableService, wanted: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    shown = table.snapshot()
    deadline = time.monotonic() + PATIENCE_S
    while not wanted(shown):
        newer = table.changes(shown.version, max(0.0, deadline - time.monotonic()))
        assert newer is not None, f"the table never came to it; it shows {shown}"
        shown = newer
    return shown


def rolled(shown: TableSnapshot) -> bool:
    """Whether the first roll counts, or is asked about: the dice were thrown, and seen."""
    return shown.game is not None and (shown.game.rolls_used == 1 or shown.question is not None)


def test_a_throw_counts_whose_first_picture_is_late(machine: SlowMachine, open_table: OpenTable) -> None:
    def slow_once_thrown(camera: SlowCamera) -> None:
        camera.slow_once_thrown = True

    machine.prepare = slow_once_thrown
    table = open_table()
    until(table, lambda shown: shown.tray.state == "still")
    table.ask(START)
    table.ask(ThrowDice())

    assert len(until(table, rolled).tray.dice) == 5
    assert len(machine.opened) > 1, "the tray was lost and opened anew"


def test_a_throw_counts_that_is_asked_for_again_after_late_pictures(
    machine: SlowMachine, open_table: OpenTable
) -> None:
    table = open_table()
    until(table, lambda shown: shown.tray.state == "still")
    table.ask(START)
    for camera in machine.opened:  # a busy machine may have opened the tray anew already
        camera.slow = True
    until(table, lambda shown: shown.tray.state == "lost")
    until(table, lambda shown: shown.tray.state != "lost")
    table.ask(ThrowDice())

    assert len(until(table, rolled).tray.dice) == 5


def test_a_throw_counts_that_comes_before_the_first_picture(machine: SlowMachine, open_table: OpenTable) -> None:
    def slow(camera: SlowCamera) -> None:
        camera.slow = True

    machine.prepare = slow
    table = open_table()
    table.ask(START)
    table.ask(ThrowDice())

    assert len(until(table, rolled).tray.dice) == 5
