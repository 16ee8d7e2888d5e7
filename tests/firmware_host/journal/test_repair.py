import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware_host.cli import main
from firmware_host.game.commands import Place, Player
from firmware_host.game.events import DieCorrected, Event, GameStarted, HoldSet, Rolled
from firmware_host.journal.aside import log_path
from firmware_host.journal.errors import JournalTooNewError, JournalUnreadableError
from firmware_host.journal.folder_lock import FolderLock
from firmware_host.journal.mark import mark_path
from firmware_host.journal.repair import SavedGame, repair
from firmware_host.journal.store import Journal

GOLDEN = Path(__file__).parents[2] / "data/golden"
NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
PLACES = tuple(Place(n * 1.1, n / 3, 40.0) for n in range(5))
LONG_HOUSE = "# " + "house rules of ours " * 700


def some(game: str, house: str = "") -> list[Event]:
    start = GameStarted(game, "poker-dice", {}, "pips", (Player("Ana", "#112233"),), house)
    corrected = DieCorrected(2, 6, was=3)
    holds = [HoldSet(die % 5, held=die // 5 % 2 == 0) for die in range(40)]
    return [start, Rolled((1, 2, 3, 4, 4), (False,) * 5, PLACES, f"{game}-1.jpg"), corrected, *holds]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "journal.sqlite"


@pytest.fixture
def closed(journal: Journal, path: Path) -> Path:
    for game in ("g1", "g2", "g3"):
        journal.append(game, some(game), 0)
    journal.close()
    return path


def change(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))


def events(path: Path) -> dict[str, tuple[Event, ...]]:
    with closing(Journal.open(path)) as journal:
        assert journal.notices == ()
        return {game.id: journal.events(game.id) for game in reversed(journal.games())}


def test_a_whole_journal_is_left_alone(closed: Path) -> None:
    before = closed.read_bytes()
    assert repair(closed, NOW).aside is None
    assert closed.read_bytes() == before


def test_of_a_damaged_game_everything_before_the_damage_is_saved(closed: Path) -> None:
    change(closed, b'"photo":"g2-1.jpg"', b'"photo":"g2-2.jpg"')
    done = repair(closed, NOW)
    assert done.games == (SavedGame("g1", 43, ""), SavedGame("g2", 1, "entry 2 is missing"), SavedGame("g3", 43, ""))
    assert (done.saved, done.known) == (87, 129)
    assert done.aside == closed.with_name("journal.sqlite.damaged-20260501T183000")
    assert events(closed) == {"g1": tuple(some("g1")), "g2": tuple(some("g2")[:1]), "g3": tuple(some("g3"))}
    assert b"g2-2.jpg" in done.aside.read_bytes()


@pytest.mark.parametrize("damaged", [b"\xff1", b"g7"])
def test_the_very_first_event_is_no_other_games_because_its_game_is_damaged(closed: Path, damaged: bytes) -> None:
    change(closed, b"g1game-started", damaged + b"game-started")
    assert SavedGame("g1", 0, "entry 1 is missing") in repair(closed, NOW).games
    assert events(closed) == {game: tuple(some(game)) for game in ("g2", "g3")}


def test_a_game_whose_name_is_no_text_is_not_saved_where_no_chain_tells(closed: Path) -> None:
    shutil.copyfile(GOLDEN / "pulled" / "journal.sqlite", closed)
    shutil.copyfile(GOLDEN / "pulled" / "journal.sqlite-wal", log_path(closed))
    mark_path(closed).unlink()
    with closing(sqlite3.connect(closed)) as older:
        (first,) = older.execute("SELECT id FROM game ORDER BY number").fetchone()
    content = closed.read_bytes()
    closed.write_bytes(content.replace(first.encode(), b"\xff" + first.encode()[1:]))
    damaged = closed.read_bytes()
    with pytest.raises(JournalUnreadableError, match="The name of a game is not a text"):
        Journal.open(closed)
    with pytest.raises(JournalUnreadableError, match="Nothing in it can be saved"):
        repair(closed, NOW)
    assert closed.read_bytes() == damaged


def test_events_are_found_without_header_schema_and_mark(closed: Path) -> None:
    mark_path(closed).unlink()
    content = bytearray(closed.read_bytes())
    content[:4096] = bytes(4096)
    closed.write_bytes(content)
    assert repair(closed, NOW).saved == 129
    assert events(closed) == {game: tuple(some(game)) for game in ("g1", "g2", "g3")}


def test_a_schema_that_is_no_text_does_not_stop_the_repair(closed: Path) -> None:
    change(closed, b"CREATE TABLE request", b"CREATE TABLE re\xb1uest")
    mark_path(closed).unlink()
    assert repair(closed, NOW).saved == 129


def test_events_are_found_in_a_log_without_its_file(journal: Journal, path: Path) -> None:
    journal.append("g1", some("g1"), 0)
    log = log_path(path).read_bytes()
    journal.close()
    path.unlink()
    log_path(path).write_bytes(log)
    assert repair(path, NOW).saved == 43
    assert events(path) == {"g1": tuple(some("g1"))}


def test_an_event_of_many_pages_is_found(journal: Journal, path: Path) -> None:
    long = GameStarted("g1", "poker-dice", {}, "pips", (Player(LONG_HOUSE, "#112233"),))
    journal.append("g1", [long, *some("g1")[1:]], 0)
    journal.append("g2", some("g2"), 0)
    journal.close()
    change(path, b"g2-1.jpg", b"g2-2.jpg")
    assert repair(path, NOW).games == (SavedGame("g1", 43, ""), SavedGame("g2", 1, "entry 2 is missing"))
    assert events(path)["g1"][0] == long


def test_an_event_that_the_rules_refuse_ends_what_is_saved(journal: Journal, path: Path) -> None:
    journal.append("g1", [*some("g1"), DieCorrected(4, 9, was=4), HoldSet(0, held=True)], 0)
    journal.append("g2", some("g2"), 0)
    journal.close()
    change(path, b"g2-1.jpg", b"g2-2.jpg")
    first, _ = repair(path, NOW).games
    assert (first.id, first.saved) == ("g1", 43)
    assert first.fault.startswith("entry 44 cannot be right: ")


@pytest.mark.parametrize("name", ["table", "pulled"])
def test_a_journal_of_version_1_is_saved_event_by_event(name: str, tmp_path: Path) -> None:
    for folder in ("whole", "damaged"):
        shutil.copytree(GOLDEN / name, tmp_path / folder)
    whole = events(tmp_path / "whole/journal.sqlite")
    path = tmp_path / "damaged/journal.sqlite"
    content = bytearray(path.read_bytes())
    content[100:108] = bytes(8)  # the header of the page with the schema
    path.write_bytes(content)
    if name == "pulled":
        log = bytearray(log_path(path).read_bytes())
        log[32 + 8] ^= 1
        log_path(path).write_bytes(log)
    done = repair(path, NOW)
    assert done.saved == done.known == sum(map(len, whole.values()))
    assert events(path) == whole


def test_nothing_to_save_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for content in (None, b"", b"These are my holiday notes.\n" * 1000):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(JournalUnreadableError):
            repair(path, NOW)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if content is None else [content])


def test_a_newer_journal_is_not_repaired(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as raw, raw:
        raw.execute("UPDATE schema SET version = 3")
    with pytest.raises(JournalTooNewError):
        repair(closed, NOW)


def test_the_command_says_what_was_saved(closed: Path) -> None:
    change(closed, b"g2-1.jpg", b"g2-2.jpg")
    arguments = ["repair", "--data", str(closed.parent)]
    with closing(FolderLock(closed.parent, "dice-table play", NOW)):
        assert "is in use by dice-table play" in CliRunner().invoke(main, arguments).output
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0
    assert "Saved 87 of 129 entries; 2 of 3 games have no gap.\n" in done.output
    assert "Game g2: 1 entry saved; entry 2 is missing.\n" in done.output
    assert f"The damaged journal is kept as {closed}.damaged-" in done.output
    assert "The journal is whole" in CliRunner().invoke(main, arguments).output
    assert "There are no games" in CliRunner().invoke(main, ["repair", "--data", str(closed / "no")]).output
