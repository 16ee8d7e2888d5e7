"""Damages the journal of a played evening in thousands of ways, opens each, and says what came of it.

    python -m tests.system.journal_damage [--every BYTES] [--flips N] [--seed N]

The write-ahead log of an evening is cut at every 256 bytes, and one byte is changed at 1,000 places each of table
pages, index pages and the log. Whatever the damage, a journal must be opened whole, opened as an exact prefix that is
said to be one, opened without damaged games that are named, or refused with a way out. It must never be silently
shorter, nor hold another game than was played: then the exit status is 1. What is not opened whole is repaired too,
which must save every game but the one that the byte was in, and of that one only what was played.
"""

import logging
import random
import shutil
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import StartGame
from firmware_host.game.events import Event
from firmware_host.journal.errors import EventCodecError, JournalUnreadableError
from firmware_host.journal.repair import repair
from firmware_host.journal.store import Journal
from firmware_host.table.game_session import GameSession
from tests.data.golden.evening import ANA, BO, Evening

PAGE = 4096
NAME = "journal.sqlite"
NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
WAYS_OUT = ("dice-table repair", "dice-table restore", "Update the program")

WHOLE = "whole"
MENDED = "mended, said"
PREFIX = "prefix, said"
WITHOUT = "without damaged games, named"
REFUSED = "refused, way out"
GOOD = (WHOLE, MENDED, PREFIX, WITHOUT, REFUSED)
SILENT = "SILENTLY SHORTER"
ANOTHER = "ANOTHER GAME"
NO_WAY_OUT = "REFUSED WITHOUT A WAY OUT"
BROKEN = "BROKEN"

Events = dict[str, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """An evening's games in their order, and the bytes of the journal's files: closed, and as a crash leaves them."""

    events: Events
    order: tuple[str, ...]
    closed: dict[str, bytes]
    crashed: dict[str, bytes]


def play(folder: Path, games: int = 3) -> Played:
    """Play an evening into a journal in `folder`, the last games into the log alone."""
    evening = Evening(folder, folder, 11)
    for _ in range(games):
        evening.do(StartGame((ANA, BO), "crag"))
        evening.play_out()
    evening.journal.close()
    evening.journal = Journal.open(folder / NAME, evening.clock)
    evening.ledger = GameSession(evening.journal, evening.new_id)
    evening.do(StartGame((ANA, BO), "crag"))
    evening.play_out()
    evening.do(StartGame((ANA, BO), "crag"))
    evening.roll()
    crashed = _files(folder)
    listed = [game.id for game in reversed(evening.journal.games())]
    events = {game: evening.journal.events(game) for game in listed}
    evening.journal.close()
    order = tuple(game for game in listed for _ in events[game])  # games are played one after another
    return Played(events, order, _files(folder), crashed)


def outcome(played: Played, files: dict[str, bytes], folder: Path) -> str:
    """Open a journal of these files in the empty `folder`, and say what came of it."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with closing(Journal.open(folder / NAME)) as journal:
            found = _opened(played, journal)
        return found if found != WITHOUT else _repaired(played, folder, WITHOUT)
    except DiceTableError as error:
        if "dice-table repair" in str(error):
            return _repaired(played, folder, REFUSED)
        return REFUSED if any(way in str(error) for way in WAYS_OUT) else f"{NO_WAY_OUT}: {error}"
    except Exception as error:
        logging.getLogger(__name__).exception("broken")
        return f"{BROKEN}: {error!r}"


def _repaired(played: Played, folder: Path, otherwise: str) -> str:
    """Repair a journal that was not opened whole; `otherwise` is what that came to, if the repair did as it should."""
    try:
        repair(folder / NAME, NOW)
    except JournalUnreadableError as error:
        return f"{BROKEN}: nothing saved: {error}"
    with closing(Journal.open(folder / NAME)) as journal:
        if journal.notices:
            return f"{BROKEN}: repaired, but {journal.notices}"
        read = {game.id: journal.events(game.id) for game in journal.games()}
    if any(events != played.events.get(game, ())[: len(events)] for game, events in read.items()):
        return ANOTHER
    damaged = [game for game, events in played.events.items() if read.get(game) != events]
    return otherwise if len(damaged) <= 1 else f"{BROKEN}: {len(damaged)} games damaged by one byte"


def _opened(played: Played, journal: Journal) -> str:
    told = " ".join(journal.notices)
    read: Events = {}
    aside: list[str] = []
    for game in (kept.id for kept in reversed(journal.games())):
        try:
            read[game] = journal.events(game)
        except EventCodecError:
            aside.append(game)
    if any(game not in told for game in aside):
        return f"{SILENT}: {aside} are not named"
    if any(events != played.events.get(game, ())[: len(events)] for game, events in read.items()):
        return ANOTHER
    if read == played.events:
        return MENDED if told else WHOLE
    if aside:
        left = {game: events for game, events in played.events.items() if game not in aside}
        return WITHOUT if read == left else SILENT
    length = sum(map(len, read.values()))
    if Counter(played.order[:length]) != {game: len(events) for game, events in read.items()}:
        return f"{SILENT}: no prefix"
    return PREFIX if "lost" in told else SILENT


def cuts(played: Played, every: int) -> Iterator[dict[str, bytes]]:
    """Yield the files of the crash with the log cut at every so many bytes."""
    log = played.crashed[f"{NAME}-wal"]
    for length in range(0, len(log), every):
        yield {**played.crashed, f"{NAME}-wal": log[:length]}


def flips(played: Played, where: str, number: int, seed: int) -> Iterator[dict[str, bytes]]:
    """Yield the files with one byte changed at `number` places of the "table" or "index" pages, or of the "log"."""
    chance = random.Random(f"{where} {seed}")  # noqa: S311 - a place, and the same one each time
    files, name = (played.crashed, f"{NAME}-wal") if where == "log" else (played.closed, NAME)
    content = files[name]
    places = range(len(content)) if where == "log" else _pages(content, where)
    for _ in range(number):
        at = chance.choice(places)
        damaged = bytearray(content)
        damaged[at] ^= chance.randint(1, 255)
        yield {**files, name: bytes(damaged)}


def _pages(content: bytes, where: str) -> list[int]:
    """Return the places of all bytes in pages of tables, the file's header included, or of indexes."""
    kinds = (5, 13) if where == "table" else (2, 10)
    found: list[int] = []
    for at in range(0, len(content), PAGE):
        (kind,) = struct.unpack_from("B", content, at + (100 if at == 0 else 0))
        if kind in kinds:
            found.extend(range(at, at + PAGE))
    return found


def _files(folder: Path) -> dict[str, bytes]:
    names = (NAME, f"{NAME}-wal", f"{NAME}.mark")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def outcomes(played: Played, cases: Iterator[dict[str, bytes]]) -> Counter[str]:
    """Open every case in a folder of its own, in memory where there is such a place, and count what came of it."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder that is made for it in there
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        for case in cases:
            folder = Path(name) / "case"
            folder.mkdir()
            counted[outcome(played, case, folder)] += 1
            shutil.rmtree(folder)
    return counted


@click.command()
@click.option("--every", default=256, help="Cut the log at every so many bytes.")
@click.option("--flips", "number", default=1000, help="Change a byte at so many places of each kind.")
@click.option("--seed", default=1)
def command(every: int, number: int, seed: int) -> None:
    """Damage the journal of a played evening, and print what came of opening it."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as name:
        played = play(Path(name))
    log = len(played.crashed[f"{NAME}-wal"])
    click.echo(
        f"{len(played.order)} events in {len(played.events)} games; file {len(played.closed[NAME])} bytes, log {log}"
    )
    kinds = {f"log cut every {every} bytes": outcomes(played, cuts(played, every))}
    for where in ("table", "index", "log"):
        kinds[f"{where}: {number} bytes flipped"] = outcomes(played, flips(played, where, number, seed))
    for kind, counted in kinds.items():
        click.echo(f"{kind} ({counted.total()} cases)")
        for what, times in sorted(counted.items(), key=lambda item: -item[1]):
            click.echo(f"  {times:6}  {what}")
    sys.exit(0 if all(what in GOOD for counted in kinds.values() for what in counted) else 1)


if __name__ == "__main__":
    command()
