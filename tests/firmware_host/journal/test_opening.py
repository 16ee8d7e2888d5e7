"""What is lost or damaged is never passed over: it is mended, said, or refused with a way out."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player
from firmware_host.game.events import Event, GameStarted, HoldSet, Rolled
from firmware_host.journal.aside import log_path
from firmware_host.journal.errors import (
    EventCodecError,
    JournalMissingError,
    JournalMovedError,
    JournalUnreadableError,
    UnknownGameError,
)
from firmware_host.journal.mark import mark_path, read_mark
from firmware_host.journal.store import Journal
from firmware_host.journal.tables import TRIGGERS

GOLDEN = Path(__file__).parents[2] / "data/golden"
ROLLED = Rolled((1, 2, 3, 4, 4), (False,) * 5, (), "r1.jpg")


def start(game: str) -> GameStarted:
    return GameStarted(game, "poker-dice", {}, "pips", (Player("Ana", "#112233"),))


def some(game: str, number: int = 40) -> list[Event]:
    return [start(game), ROLLED, *(HoldSet(die % 5, held=die % 2 == 0) for die in range(number))]


@pytest.fixture
def closed(journal: Journal, path: Path) -> Path:
    """A journal of two games, all of it in its file."""
    journal.append("g1", some("g1"), 0)
    journal.append("g2", some("g2"), 0)
    journal.close()
    return path


@pytest.fixture
def crashed(journal: Journal, path: Path, tmp_path: Path) -> Iterator[Path]:
    """A journal of which the second game is in the log alone."""
    journal.append("g1", some("g1"), 0)
    journal.close()
    with closing(Journal.open(path)) as again:
        again.append("g2", some("g2", 0), 0)
        again.append("g2", [HoldSet(0, held=True)], 2)
        folder = tmp_path / "crashed"
        shutil.copytree(path.parent, folder)
        yield folder / path.name


def change(path: Path, old: bytes, new: bytes, times: int = 1) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, times))


def aside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.glob(f"{path.name}.damaged-*"))


def test_a_lost_row_of_the_index_takes_no_event_back(closed: Path, clock: ManualClock) -> None:
    damaged = bytearray(closed.read_bytes())
    cells = {
        at: int.from_bytes(damaged[at + 3 : at + 5]) for at in range(4096, len(damaged), 4096) if damaged[at] == 10
    }
    index = max(cells, key=lambda at: cells[at])
    damaged[index + 3 : index + 5] = (cells[index] - 5).to_bytes(2)
    closed.write_bytes(damaged)

    with closing(Journal.open(closed, clock)) as journal:
        assert [game.events for game in journal.games()] == [42, 42]
        assert journal.events("g2") == tuple(some("g2"))
        assert "nothing is lost" in " ".join(journal.notices)
    assert aside(closed)[0] == f"{closed.name}.damaged-20260501T183000"
    with closing(Journal.open(closed, clock)) as again:
        assert again.notices == ()


def test_an_altered_event_sets_its_game_aside_and_no_other(closed: Path) -> None:
    change(closed, b'{"die":3,"held":false}', b'{"die":2,"held":false}')
    with closing(Journal.open(closed)) as journal:
        assert "A game is damaged and was set aside: g1." in " ".join(journal.notices)
        with pytest.raises(EventCodecError, match=r"g1 is damaged.*dice-table repair"):
            journal.events("g1")
        assert journal.events("g2") == tuple(some("g2"))
        assert journal.append("g2", [HoldSet(0, held=True)], 42) == 43


def test_text_that_is_none_is_damage(closed: Path) -> None:
    change(closed, b"r1.jpg", b"r\xff.jpg")
    with closing(Journal.open(closed)) as journal:
        assert journal.doubtful == {"g1"}


@pytest.mark.parametrize("stored", ["x'05'", "'five'", "1e300"])
def test_a_number_that_is_none_is_damage(closed: Path, stored: str) -> None:
    with closing(sqlite3.connect(closed)) as raw, raw:
        raw.execute("DROP TRIGGER event_stays")
        raw.execute(f"UPDATE event SET seq = {stored} WHERE game = 'g1' AND seq = 5")  # noqa: S608 - ours
        raw.execute(TRIGGERS["event_stays"])
    with closing(Journal.open(closed)) as journal:
        assert journal.doubtful == {"g1"}
        assert journal.events("g2") == tuple(some("g2"))


def test_text_damaged_while_the_journal_is_open_is_no_full_disk(journal: Journal, path: Path) -> None:
    journal.append("g1", some("g1"), 0)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("""INSERT INTO event VALUES (43, 'g1', 43, 'undone', CAST(x'2261ff22' AS TEXT), 'now', x'00')""")
    with pytest.raises(JournalUnreadableError, match=r"is damaged.*decode"):
        journal.events("g1")


def test_a_log_without_its_end_is_opened_and_told(crashed: Path) -> None:
    log = log_path(crashed)
    log.write_bytes(log.read_bytes()[:-100])
    with closing(Journal.open(crashed)) as journal:
        assert journal.events("g2") == tuple(some("g2", 0))
        assert "The last entry of the journal is lost" in journal.notices[0]
    assert len(aside(crashed)) == 3
    with closing(Journal.open(crashed)) as again:
        assert again.notices == ()


def test_a_log_with_a_damaged_byte_loses_nothing(crashed: Path) -> None:
    log = bytearray(log_path(crashed).read_bytes())
    log[32 + 16] ^= 1  # the first page's checksum: SQLite takes no page from here on
    log_path(crashed).write_bytes(log)
    with closing(Journal.open(crashed)) as journal:
        assert journal.events("g2") == (*some("g2", 0), HoldSet(0, held=True))
        assert "nothing is lost" in journal.notices[0]


def test_reading_changes_nothing(crashed: Path) -> None:
    log_path(crashed).unlink()
    before = {file.name: file.read_bytes() for file in crashed.parent.iterdir() if not file.name.endswith("-shm")}
    with closing(Journal.read(crashed)) as journal:
        assert [game.id for game in journal.games()] == ["g1"]
        assert "The last 3 entries of the journal are lost" in journal.notices[0]
    after = {
        file.name: file.read_bytes() for file in crashed.parent.iterdir() if not file.name.endswith(("-shm", "-wal"))
    }
    assert after == before


@pytest.mark.parametrize("left", [None, b""])
def test_a_journal_that_is_gone_or_empty_is_not_replaced(closed: Path, left: bytes | None) -> None:
    closed.unlink()
    if left is not None:
        closed.write_bytes(left)
    with pytest.raises(JournalMissingError, match=r"84 entries were saved in it.*restore FILE.*repair.*--new-journal"):
        Journal.open(closed)
    with closing(Journal.open(closed, new=True)) as journal:
        assert journal.games() == ()
        assert "A new journal was begun. What was found in its place is kept as" in " ".join(journal.notices)
        journal.append("g3", [start("g3")], 0)
    with closing(Journal.open(closed)) as again:
        assert [game.id for game in again.games()] == ["g3"]


def test_a_journal_that_is_empty_beside_its_log_loses_nothing(journal: Journal) -> None:
    journal.append("g1", some("g1"), 0)
    log = log_path(journal.path).read_bytes()
    whole = {game.id: journal.events(game.id) for game in journal.games()}
    journal.path.with_name("elsewhere").mkdir()
    path = journal.path.with_name("elsewhere") / journal.path.name
    path.touch()
    log_path(path).write_bytes(log)
    shutil.copy(mark_path(journal.path), mark_path(path))
    with closing(Journal.open(path)) as again:
        assert {game.id: again.events(game.id) for game in again.games()} == whole
        assert "nothing is lost" in again.notices[0]


def test_a_journal_whose_log_is_gone_is_not_begun_anew(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", some("g1"), 0)
    folder = tmp_path / "copied"
    folder.mkdir()
    for file in (path, mark_path(path)):
        shutil.copy(file, folder)
    with pytest.raises(JournalMissingError, match="42 entries"):
        Journal.open(folder / path.name)


def test_pictures_are_a_sign_of_games(tmp_path: Path) -> None:
    (tmp_path / "pictures" / "g1").mkdir(parents=True)
    Journal.open(tmp_path / "journal.sqlite").close()
    for file in tmp_path.glob("journal.sqlite*"):
        file.unlink()
    (tmp_path / "pictures" / "g1" / "1.jpg").touch()
    with pytest.raises(JournalMissingError, match="is gone, but pictures of games are in"):
        Journal.open(tmp_path / "journal.sqlite")
    for _ in range(2):
        Journal.open(tmp_path / "journal.sqlite", new=True).close()
    Journal.open(tmp_path / "journal.sqlite").close()


def test_a_journal_that_was_set_aside_is_a_sign_of_games(closed: Path) -> None:
    closed.rename(closed.with_name(f"{closed.name}.damaged-20260501T183000"))
    mark_path(closed).unlink()
    with pytest.raises(JournalMissingError, match=r"is gone, but journal\.db\.damaged-20260501T183000 lies beside it"):
        Journal.open(closed)


def test_a_new_journal_leaves_a_good_one_alone(closed: Path) -> None:
    with closing(Journal.open(closed, new=True)) as journal:
        assert len(journal.games()) == 2
    assert aside(closed) == []


def test_a_damaged_file_without_a_mark_is_refused(closed: Path) -> None:
    mark_path(closed).unlink()
    content = bytearray(closed.read_bytes())
    content[4096 * 3 : 4096 * 4] = bytes(4096)
    closed.write_bytes(content)
    with pytest.raises(JournalUnreadableError, match="dice-table repair"):
        Journal.open(closed)
    assert closed.read_bytes() == content


def test_a_journal_moved_away_while_playing_takes_no_more(journal: Journal, path: Path) -> None:
    journal.append("g1", some("g1"), 0)
    elsewhere = path.parent.with_name("elsewhere")
    path.parent.rename(elsewhere)
    with pytest.raises(JournalMovedError, match="was moved, renamed or deleted"):
        journal.append("g1", [HoldSet(0, held=True)], 42)
    elsewhere.rename(path.parent)
    assert journal.append("g1", [HoldSet(0, held=True)], 42) == 43
    assert len(journal.events("g1")) == 43


def test_a_log_deleted_while_playing_takes_no_more(journal: Journal, path: Path) -> None:
    journal.append("g1", some("g1"), 0)
    log_path(path).unlink()
    with pytest.raises(JournalMovedError):
        journal.append("g1", [HoldSet(0, held=True)], 42)


def test_an_older_journal_is_copied_before_it_is_changed(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "journal.sqlite"
    for ending in ("", "-wal"):
        shutil.copy(GOLDEN / f"pulled/journal.sqlite{ending}", tmp_path)
    with closing(Journal.read(path)) as journal:
        games = {game.id: journal.events(game.id) for game in journal.games()}
    for _ in range(5):
        clock.advance(1)
        for ending in ("", "-wal"):
            shutil.copy(GOLDEN / f"pulled/journal.sqlite{ending}", tmp_path)
        with closing(Journal.open(path, clock)) as journal:
            assert {game.id: journal.events(game.id) for game in journal.games()} == games
    copies = sorted(tmp_path.glob("*.before-version-2-*"))
    assert [copy.name[-15:] for copy in copies] == ["20260501T183003", "20260501T183004", "20260501T183005"]
    with closing(Journal.read(copies[0])) as older:
        assert {game.id: older.events(game.id) for game in older.games()} == games
    mark = read_mark(path)
    assert mark is not None
    assert mark.number == sum(map(len, games.values()))


def test_a_newer_journal_can_be_read(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as raw, raw:
        raw.execute("UPDATE schema SET version = 7")
        raw.execute("ALTER TABLE event ADD COLUMN mood TEXT")
    with closing(Journal.read(closed)) as journal:
        assert journal.events("g2") == tuple(some("g2"))


def test_reading_where_there_is_no_journal_makes_none(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError, match="There are no games in"):
        Journal.read(tmp_path / "journal.sqlite")
    assert list(tmp_path.iterdir()) == []
