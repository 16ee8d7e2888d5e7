"""A journal on a disk that can only be read: nothing is written there, and nothing is lost."""

import logging
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.memory import is_read_only
from firmware_host.journal.store import Journal, KeptRequest

START = GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))


def read_only(_folder: Path) -> bool:
    return True


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder in place of the machine's memory."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr("firmware_host.journal.memory.MEMORY", folder)
    return folder


def test_the_evening_goes_on_where_the_journal_ends_and_its_files_stay_as_they_are(
    journal: Journal, path: Path, clock: ManualClock, tmp_path: Path
) -> None:
    journal.append("g1", [START, HoldSet(0, held=True)], 0, KeptRequest("r1", "g1/1"))
    before = files(path.parent)
    assert len(before[f"{path.name}-wal"]) > 0, "the events are not in the file itself"
    with_memory = Journal.open(path, clock, read_only=read_only)
    assert with_memory.unsaved_since == clock.now()
    assert with_memory.requests() == (KeptRequest("r1", "g1/1"),)
    with_memory.append("g1", [HoldSet(1, held=True)], 2)
    elsewhere = tmp_path / "stick.sqlite"
    elsewhere.write_bytes(with_memory.content())
    with_memory.close()
    assert files(path.parent) == before
    saved = Journal.open(elsewhere, clock)
    assert saved.events("g1") == (START, HoldSet(0, held=True), HoldSet(1, held=True))
    assert saved.unsaved_since is None
    saved.append("g1", [HoldSet(2, held=True)], 3)
    saved.close()


def test_a_first_evening_can_be_played_where_no_folder_can_be_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.sqlite"
    journal = Journal.open(path, read_only=read_only)
    journal.append("g1", [START], 0)
    assert journal.events("g1") == (START,)
    journal.close()
    assert not path.parent.exists()


def test_what_was_played_stays_in_memory_and_is_told_where(
    tmp_path: Path, memory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for events in ([], [START]):
        journal = Journal.open(tmp_path / "journal.sqlite", read_only=read_only)
        journal.append("g1", events, 0)
        journal.close()
    (left,) = memory.iterdir()
    assert str(left / "journal.sqlite") in caplog.text
    assert left.stat().st_mode & 0o077 == 0, "nobody else may look into it"
    kept = Journal.open(left / "journal.sqlite")
    assert kept.events("g1") == (START,)
    kept.close()


def test_a_disk_that_can_be_written_to_is_told_apart(tmp_path: Path) -> None:
    assert not is_read_only(tmp_path)
    assert not is_read_only(tmp_path / "not" / "yet")
