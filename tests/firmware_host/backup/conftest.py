"""A data folder after some evenings, and what is in it."""

import hashlib
import multiprocessing.context
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.store import Journal

FILES = {
    "settings.toml": b'port = 8001\ncamera = "usb:0"\n',
    "setup.json": b'{"camera": "usb:0"}',
    "skipped.json": b'{"version": 1, "skipped": ["rail"]}',
    "setup_results.json": b'{"version": 1, "results": {}}',
    "tray.json": b'{"version": 2, "trays": {}}',
    "tray-0123456789abcdef.jpg": b"\xff\xd8tray",
    "dice_sets/in_use.json": b'{"version": 1, "name": ""}',
    "dice_sets/Omas Würfel.npz": b"PK\x03\x04 a set",
    "rules/ours.toml": b'id = "ours"\n',
    "pictures/20260501T183000x0001/1.jpg": b"\xff\xd8roll",
    "pictures/20260501T183000x0001/1-0.jpg": b"\xff\xd8die",
    "pictures/20260501T183000x0001/2.jpg": b"\xff\xd8roll",
    "pictures/20260501T183000x0001/2.zip": b"PK\x05\x06 dice",
}
"""All that the program writes but the journal, as far as it is worth keeping."""

SCRAP = {"log/dice-table.log": b"INFO\n", "coach/0123.npy": b"values", "pictures/x/.1.jpg.ab.part": b"half"}
"""What no backup needs."""


def ended_with(do: Callable[..., object], *arguments: object) -> int | None:
    """Do something in a process of its own, and return its exit status.

    It is forked by a server with one thread: the tests' own process has several, whose locks a child would inherit.
    """
    context: multiprocessing.context.ForkServerContext | multiprocessing.context.SpawnContext
    if sys.platform == "win32":
        context = multiprocessing.get_context("spawn")
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["firmware_host.backup.restoring", "firmware_host.journal.store"])
    process = context.Process(target=do, args=arguments)
    process.start()
    process.join()
    return process.exitcode


def write(data: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def play(data: Path, game: str, events: int) -> None:
    """Play a game of so many events, and close the journal as a program does."""
    with closing(Journal.open(data / "journal.sqlite")) as journal:
        start = GameStarted(game, "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
        journal.append(game, [start, *(HoldSet(number, held=True) for number in range(events - 1))], 0)


def games(data: Path) -> dict[str, int]:
    """The games of a journal with their numbers of events, read as the program reads them."""
    with closing(Journal.open(data / "journal.sqlite")) as journal:
        return {kept.id: len(journal.events(kept.id)) for kept in journal.games()}


def rows(data: Path) -> list[tuple[object, ...]]:
    """Every row of a journal's games and events, read without the program."""
    with closing(sqlite3.connect(data / "journal.sqlite")) as raw:
        return [*raw.execute("SELECT * FROM game ORDER BY number"), *raw.execute("SELECT * FROM event ORDER BY 1, 2")]


def hashes(data: Path) -> dict[str, str]:
    """Every file of a folder by its path, with its hash."""
    return {
        path.relative_to(data).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(data.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 1, 22, 30, tzinfo=UTC))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two games, settings, setup, a dice set, house rules and pictures."""
    folder = tmp_path / "data"
    play(folder, "20260501T183000x0001", 30)
    play(folder, "20260501T193000x0002", 12)
    write(folder, FILES | SCRAP)
    return folder
