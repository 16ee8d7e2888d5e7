"""Plays a scripted evening on a disk that refuses one call after another: `python -m tests.system.full_disk`.

A library preloaded into Python (`tests/system/disk`) fails the n-th write, sync or rename below the data folder, for
n = 1, 2, 3…, SQLite's own calls included; a failed write has written half. For each n there are two evenings: in one
that call alone fails (EIO), in the other all calls fail (ENOSPC) from it on, until people have been told. After every
refusal the page must show what the journal holds, a copy of the files, as a kill would leave them, must open to what
was acknowledged, the sentence must say what is wrong, and the same command must work once there is room. At the end
the evening must have gone as one without faults. For some n there is a third evening, in which the disk can only be
read from that call on (EROFS): it is played to its end in memory, and the file that the page offers must hold it all.
"""

import errno
import logging
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from firmware_host.app.log import log_to
from firmware_host.errors import DiceTableError
from firmware_host.game.events import Event
from firmware_host.game.session import fold
from firmware_host.game.snapshot import snapshot
from firmware_host.journal import memory
from firmware_host.journal.store import Journal
from firmware_host.table.device_text import DEVICE_ERRORS, sentence_of
from tests.system.disk.evening import Step, Table, files, start, turns
from tests.system.disk.preloaded import ALL, MEMORY, Disk, run_preloaded

TURNS = 6
WORN_FROM, WORN_TO = 80, 400
"""Calls between which the disk turns read-only: not while it is opened, nor when the evening is over."""


@dataclass
class Told:
    """What was seen over all evenings."""

    evenings: int = 0
    failed: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    pictures: int = 0
    silent: int = 0
    worn: int = 0
    unsure: int = 0
    faults: list[str] = field(default_factory=list)


class Evening:
    """One evening on a failing disk. `faults` of `told` gets a line for everything that is not as it must be."""

    def __init__(self, disk: Disk, data: Path, aside: Path, name: str, told: Told) -> None:
        self._disk = disk
        self._data = data
        self._aside = aside
        self._name = name
        self._told = told
        self._table: Table | None = None
        self._acknowledged: tuple[Event, ...] = ()

    def play_on_worn(self) -> tuple[object, ...]:
        """Play the evening on a disk that can only be read from the failing call on; return every player's total.

        What was refused is done again, in memory. At the end nothing is left on the disk but what was acknowledged
        before, and the file that the page offers holds the whole evening.
        """
        with log_to(self._data):
            table = self._open(lambda _: self._disk.failing)
            with closing(table):
                for step in (start(), *turns(TURNS)):
                    self._do(table, step, worn=True)
                saved = self._table_file(table)
                shown = table.table.snapshot()
                self._require(any("saved nowhere" in one.text for one in shown.tray.notices), "the end", "not said")
        with closing(Journal.open(saved)) as journal:
            left = journal.events(str(journal.latest()))
        self._require(left == self._acknowledged, "the end", "the file to be saved holds another evening")
        return () if shown.game is None else tuple(player.total for player in shown.game.players)

    def _table_file(self, table: Table) -> Path:
        games = table.table.unsaved_games()
        self._require(games is not None, "the end", "the page offers no file")
        shutil.rmtree(self._aside, ignore_errors=True)
        self._aside.mkdir()
        saved = self._aside / "journal.sqlite"
        saved.write_bytes(games or b"")
        return saved

    def play(self) -> tuple[object, ...]:
        """Play the evening with a restart in the middle, and return every player's total."""
        with log_to(self._data):
            for part in (
                [*files(), start(), *turns(TURNS // 2)],
                [*files(), *turns(TURNS - TURNS // 2, TURNS // 2)],
            ):
                with closing(self._open()) as self._table:
                    for step in part:
                        self._do(self._table, step)
                        logging.getLogger("firmware_host").info("%s is done", step.name)
            self._disk.heal()
            with closing(Table(self._data)) as table:
                self._require(table.events() == self._acknowledged, "the end", "what was acknowledged is not there")
                game = table.table.snapshot().game
                return () if game is None else tuple(player.total for player in game.players)

    def _open(self, read_only: Callable[[Path], bool] = lambda _: False) -> Table:
        try:
            return Table(self._data, read_only)
        except DiceTableError as refusal:
            self._told.refused["open"] += 1
            said = "journal" in refusal.sentence or "disk is full" in refusal.sentence
            self._require(said, "open", f"it says {refusal.sentence!r}")
            self._disk.heal()
            return Table(self._data)

    def _do(self, table: Table, step: Step, *, worn: bool = False) -> None:
        failed = self._disk.failed
        refusal = ""
        try:
            step.do(table)
        except (DiceTableError, *DEVICE_ERRORS) as error:
            refusal = error.sentence if isinstance(error, DiceTableError) else sentence_of(error)
            self._told.refused[step.name] += 1
        if self._disk.failed == failed:
            self._require(not refusal, step.name, f"refused though nothing failed: {refusal}")
            self._acknowledged = table.events()
            return
        now = table.events()
        before = len(self._acknowledged)
        self._require(now[:before] == self._acknowledged, step.name, "the journal lost events")
        if refusal:
            self._require(len(now) == before, step.name, "refused, but in the journal")
            self._require("cannot be" in refusal or "saved" in refusal, step.name, f"it says {refusal!r}")
        elif step.name == "throw" and not worn:
            self._tell_of_pictures(table, step)
        if not worn:
            self._check(table, step, now, failing=self._disk.failing)
            self._disk.heal()
        if refusal:
            step.again(table)
        self._acknowledged = table.events()
        self._require(not refusal or step.name in FILES or len(self._acknowledged) > before, step.name, "not done")
        if worn:
            return
        self._check(table, step, self._acknowledged)

    def _tell_of_pictures(self, table: Table, step: Step) -> None:
        tray = table.table.snapshot().tray
        if all(tray.pictures) and tray.pictures:
            self._told.silent += 1  # the log, or what SQLite does later again
            return
        self._told.pictures += 1
        self._require("picture of this roll was not saved" in tray.message, step.name, f"the page says {tray.message}")

    def _check(self, table: Table, step: Step, events: Sequence[Event], *, failing: bool = False) -> None:
        """Compare the page with the journal, and the journal with what a kill would leave of it.

        While a disk that takes no sync is `failing`, a kill may also leave what was just refused: whole, as one step.
        """
        shown = table.table.snapshot().game
        self._require(shown == (snapshot(fold(events)) if events else None), step.name, "the page shows another game")
        shutil.rmtree(self._aside, ignore_errors=True)
        self._aside.mkdir()
        for path in self._data.glob("journal.sqlite*"):
            if not path.name.endswith("-shm"):
                shutil.copyfile(path, self._aside / path.name)
        with closing(Journal.open(self._aside / "journal.sqlite")) as copy:
            latest = copy.latest()
            left = () if latest is None else copy.events(latest)
        if failing and len(left) > len(events) and left[: len(events)] == tuple(events):
            self._told.unsure += 1
            return
        self._require(left == tuple(events), step.name, f"a kill would leave {len(left)} events, not {len(events)}")

    def _require(self, good: bool, where: str, fault: str) -> None:
        if not good:
            self._told.faults.append(f"{self._name}, {where}: {fault}")


FILES = frozenset(step.name for step in files())


def play_all(times: int, every: int) -> Told:
    """Play the evenings, failing the first call and then each `every`-th, `times` of them."""
    disk, told = Disk(), Told()
    root = MEMORY if MEMORY.is_dir() else None
    with TemporaryDirectory(dir=root) as folder:
        data, aside = Path(folder, "data"), Path(folder, "aside")
        data.mkdir()
        memory.MEMORY = Path(folder)  # what is played in memory goes with everything else
        disk.watch(data)
        totals = Evening(disk, data, aside, "without faults", told).play()
        click.echo(f"an evening makes {disk.calls} calls that write, sync or rename; totals {totals}")
        for n in range(1, 1 + times * every, every):
            for last, error in ((n, errno.EIO), (ALL, errno.ENOSPC)):
                shutil.rmtree(data)
                data.mkdir()
                disk.watch(data)
                disk.fail(n, last, error)
                name = f"call {n}{' and all after it' if last == ALL else ''}"
                played = Evening(disk, data, aside, name, told).play()
                told.evenings += 1
                told.failed += disk.failed
                if not disk.failed:
                    told.faults.append(f"{name}: there was no such call")
                if played != totals:
                    told.faults.append(f"{name}: the totals are {played}")
        for n in range(WORN_FROM, 1 + min(times * every, WORN_TO), 10 * every):
            shutil.rmtree(data)
            data.mkdir()
            disk.watch(data)
            disk.fail(n, ALL, errno.EROFS)
            name = f"read-only from call {n}"
            played = Evening(disk, data, aside, name, told).play_on_worn()
            told.worn += 1
            if played != totals:
                told.faults.append(f"{name}: the totals are {played}")
            disk.heal()
    return told


@click.command()
@click.option("--times", default=200, show_default=True, help="Calls to fail, one after another.")
@click.option("--every", default=1, show_default=True, help="Fail only each so-manieth call.")
def main(times: int, every: int) -> None:
    """Play an evening for each failing call; the exit status is 1 if anything was lost, half done or not said."""
    if not Disk.here():
        sys.exit(run_preloaded("tests.system.full_disk", sys.argv[1:]))
    began = time.monotonic()
    logging.getLogger().setLevel(logging.ERROR)
    told = play_all(times, every)
    refused = ", ".join(f"{count} {name}" for name, count in told.refused.most_common())
    click.echo(
        f"{told.evenings} evenings, {told.failed} failed calls, {time.monotonic() - began:.0f} s\n"
        f"refused and done again: {refused}\n"
        f"rolls counted without their pictures, and said so: {told.pictures}; faults that cost nothing: {told.silent}\n"
        f"refused while no sync works, when a kill at that moment would have kept it whole: {told.unsure}\n"
        f"evenings ended in memory, on a disk that could only be read: {told.worn}\n"
        f"lost, half done, or not said: {len(told.faults)}"
    )
    for fault in told.faults[:20]:
        click.echo(f"  {fault}")
    sys.exit(1 if told.faults else 0)


if __name__ == "__main__":
    main()
