import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.errors import JournalError, JournalTooNewError, JournalUnreadableError
from firmware_host.journal.store import Journal

START = GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
MANY = [HoldSet(die, held=True) for die in range(2000)]  # many pages of the file


def damaged(path: Path, content: bytes) -> str:
    """Return what opening a file of this content says, and check that the file stays as it was."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    with pytest.raises(JournalUnreadableError) as caught:
        Journal.open(path)
    assert path.read_bytes() == content
    assert str(path) in str(caught.value)
    assert "Nothing was written to it" in str(caught.value)
    return str(caught.value)


def test_folders_are_made_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b ?#%20" / "journal.db"
    Journal.open(path).close()
    assert path.exists()


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    assert "not a database" in damaged(path, b"These are my holiday notes.\n" * 100)


def test_half_a_journal_is_refused_and_left_alone(journal: Journal, path: Path) -> None:
    journal.append("g1", [START, *MANY], 0)
    journal.close()
    content = path.read_bytes()
    assert "malformed" in damaged(path, content[: len(content) // 2 // 4096 * 4096])


def test_a_journal_with_a_scrambled_page_is_refused_and_left_alone(journal: Journal, path: Path) -> None:
    journal.append("g1", [START, *MANY], 0)
    journal.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = bytes(range(256)) * 16
    assert "cannot be read" in damaged(path, bytes(content))


def test_a_schema_whose_names_are_no_text_is_mended(journal: Journal, path: Path) -> None:
    journal.append("g1", [START], 0)
    journal.close()
    content = path.read_bytes()
    assert b"TRIGGER game_is_new" in content
    path.write_bytes(content.replace(b"TRIGGER game_is_new", b"TRIG\xa0ER game_is_new"))
    with closing(Journal.open(path)) as mended:
        assert "nothing is lost" in mended.notices[0]
        assert mended.events("g1") == (START,)


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    assert "of another program: recipe" in damaged(path, path.read_bytes())


def test_a_newer_journal_is_refused_and_left_alone(journal: Journal, path: Path) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE schema SET version = 3")
    content = path.read_bytes()
    with pytest.raises(JournalTooNewError, match=r"version 3.*up to 2\. Update the program") as caught:
        Journal.open(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


def test_a_journal_without_its_version_is_refused(journal: Journal, path: Path) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DELETE FROM schema")
    assert "has no version number" in damaged(path, path.read_bytes())


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with closing(Journal.open(path)) as journal:
        assert journal.append("g1", [START], 0) == 1


def test_a_place_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a folder"):
        Journal.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="cannot be created"):
        Journal.open(tmp_path / "file" / "journal.db")


def test_a_journal_locked_by_another_program_says_so(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.close()
    monkeypatch.setattr("firmware_host.journal.database._LOCK_PATIENCE_S", 0.05)
    with closing(Journal.open(path)) as impatient, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="locked"):
            impatient.append("g1", [START], 0)
        other.execute("ROLLBACK")
        assert impatient.append("g1", [START], 0) == 1
