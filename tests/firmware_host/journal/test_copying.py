import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.copying import copy_journal
from firmware_host.journal.errors import JournalError, JournalUnreadableError
from firmware_host.journal.store import Journal

START = GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
MANY = [HoldSet(die, held=True) for die in range(2000)]


def test_a_copy_made_while_playing_is_one_file_with_everything(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", [START, *MANY], 0)
    (tmp_path / "copies").mkdir()
    copy = tmp_path / "copies" / "copy.sqlite"

    copy_journal(path, copy)
    journal.append("g1", [HoldSet(0, held=False)], 2001)

    assert [file.name for file in copy.parent.iterdir()] == ["copy.sqlite"]
    with closing(Journal.open(copy)) as again:
        assert again.events("g1") == (START, *MANY)
    assert len(journal.events("g1")) == 2002


def test_copying_leaves_journal_and_log_as_they_are(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", [START, *MANY], 0)
    log = path.with_name(f"{path.name}-wal")
    before = path.read_bytes(), log.read_bytes()

    copy_journal(path, tmp_path / "copy.sqlite")

    assert (path.read_bytes(), log.read_bytes()) == before


def test_a_damaged_journal_is_not_copied_over_a_copy(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", [START, *MANY], 0)
    journal.close()
    content = bytearray(path.read_bytes())
    content[5 * 4096 : 6 * 4096] = bytes(4096)
    path.write_bytes(content)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(b"an older copy")

    with pytest.raises(JournalUnreadableError, match="dice-table repair"):
        copy_journal(path, copy)
    assert copy.read_bytes() == b"an older copy"
    assert list(tmp_path.glob(".copy*")) == []


def test_a_journal_that_is_missing_is_not_made_by_copying_it(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open"):
        copy_journal(tmp_path / "journal.sqlite", tmp_path / "copy.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_where_nothing_can_be_written(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", [START], 0)
    with pytest.raises(JournalError):
        copy_journal(path, tmp_path / "missing" / "copy.sqlite")
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM event").fetchone() == (1,)
