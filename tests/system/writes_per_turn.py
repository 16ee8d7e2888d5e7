"""Counts what a turn writes to the disk, by kind: `python -m tests.system.writes_per_turn`.

A library preloaded into Python (`tests/system/disk`) counts the write calls, bytes, syncs and names made below the data
folder, SQLite's own included, while turns are played at a real table with pictures of the usual size. A card wears with
the blocks it must erase, and every sync may cost it one, so syncs count for more than bytes.
"""

import logging
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from firmware_host.app.log import log_to
from firmware_host.game.commands import Player
from firmware_host.game.events import GameAbandoned, GameStarted, HoldSet, Rolled
from firmware_host.journal.store import REQUESTS_KEPT, Journal, KeptRequest
from firmware_host.settings import JOURNAL_FILE
from tests.firmware_host.table.scripted import Seen, Settled
from tests.system.disk.evening import Table, files, start, turns
from tests.system.disk.preloaded import MEMORY, Disk, Figure, Kind, run_preloaded
from vision.frame import Picture
from vision.geometry import square_cut
from vision.pipeline import CUT_MARGIN, CUT_SIDE, jpeg
from vision.simulate.tray import SimulatedTray

ADA = (Player("Ada", "#aa3333"),)
NAMES = {Kind.JOURNAL: "journal", Kind.PICTURES: "pictures", Kind.LOG: "log", Kind.OTHER: "settings"}


@dataclass(frozen=True)
class Pictured(Settled):
    """Dice at rest, seen in a picture as the camera takes it."""

    picture: Picture | None = None

    def picture_jpeg(self) -> bytes:
        assert self.picture is not None
        return jpeg(self.picture)

    def die_jpegs(self) -> tuple[bytes, ...]:
        assert self.picture is not None
        return tuple(jpeg(square_cut(self.picture, die.box, CUT_SIDE, CUT_MARGIN)) for die in self.dice)


class Camera:
    """Gives what dice look like: a different picture for each throw."""

    def __init__(self) -> None:
        self._tray = SimulatedTray(7, speed=1000)
        self._throws = 0

    def see(self, dice: Sequence[Seen]) -> Settled:
        self._throws += 1
        self._tray.throw((), 100.0 * self._throws)
        picture = self._tray.picture(100.0 * self._throws + 60)
        height, width = picture.shape[:2]
        ordered = tuple(sorted(dice, key=lambda die: die.x))
        return Pictured(ordered, size=(width, height), picture=np.ascontiguousarray(picture))


def play(disk: Disk, data: Path, count: int) -> dict[Kind, tuple[int, ...]]:
    """Play so many turns of an evening and return what was counted of each kind in all of them.

    What is written once an evening (the start, settings) is counted as well, what opening the table writes is not.
    """
    camera = Camera()
    with closing(Journal.open(data / JOURNAL_FILE)) as journal:
        begun = GameStarted("old", "yatzy", {}, "pips", ADA), Rolled((1,) * 5, (False,) * 5, (), None)
        stored = journal.append("old", begun, 0)
        for number in range(REQUESTS_KEPT):  # from here on old requests are forgotten, as on every evening
            hold = HoldSet(0, held=number % 2 == 0)
            stored = journal.append("old", [hold], stored, KeptRequest(f"{number:016}", "old/1"))
        journal.append("old", [GameAbandoned()], stored)
    with log_to(data), closing(Table(data)) as table:
        for step in (start(), *turns(1, dice=camera.see)):
            step.do(table)  # the journal has its tables and its log has begun
        disk.watch(data)
        for step in (*files(), *turns(count, 1, camera.see)):
            step.do(table)
        return {kind: tuple(disk.figure(kind, figure) for figure in Figure) for kind in Kind}


@click.command()
@click.option("--times", default=24, show_default=True, help="Turns to play.")
def main(times: int) -> None:
    """Play turns and print what each writes on average."""
    if not Disk.here():
        sys.exit(run_preloaded("tests.system.writes_per_turn", sys.argv[1:]))
    logging.getLogger().setLevel(logging.ERROR)
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        counted = play(Disk(), Path(folder), times)
    click.echo(f"{'a turn writes':14}{'calls':>8}{'kB':>8}{'syncs':>8}{'names':>8}")
    rows = {NAMES[kind]: figures for kind, figures in counted.items()}
    rows["all"] = tuple(map(sum, zip(*counted.values(), strict=True)))
    for name, (writes, written, syncs, names) in rows.items():
        click.echo(
            f"{name:14}{writes / times:8.1f}{written / times / 1000:8.1f}{syncs / times:8.1f}{names / times:8.1f}"
        )


if __name__ == "__main__":
    main()
