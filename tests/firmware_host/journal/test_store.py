import random
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Command, Place, Player, RecordRoll, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.events import Event, GameStarted, HoldSet, Rolled
from firmware_host.game.session import Game, apply, decide, fold
from firmware_host.journal.errors import EventCodecError, JournalConflictError, UnknownGameError
from firmware_host.journal.store import Journal, KeptGame

PLAYERS = (Player("Ana", "#112233"), Player("Ștefan Їжак", "#445566"))


def start(game: str) -> GameStarted:
    return GameStarted(game, "poker-dice", {}, "pips", PLAYERS)


ROLLED = Rolled((1, 2, 3, 4, 4), (False,) * 5, tuple(Place(n * 1.1, n / 3, 40.0) for n in range(5)), "r1.jpg")


def test_events_come_back_as_they_were_kept(journal: Journal) -> None:
    assert journal.append("g1", [start("g1"), ROLLED], 0) == 2
    assert journal.append("g1", [HoldSet(3, held=True)], 2) == 3
    assert journal.events("g1") == (start("g1"), ROLLED, HoldSet(3, held=True))


def test_a_journal_opened_again_still_holds_everything(journal: Journal, path: Path) -> None:
    journal.append("g1", [start("g1"), ROLLED], 0)
    journal.close()
    with closing(Journal.open(path)) as again:
        assert again.events("g1") == (start("g1"), ROLLED)
        assert again.append("g1", [HoldSet(0, held=True)], 2) == 3


def test_an_append_that_expects_another_number_of_events_writes_nothing(journal: Journal) -> None:
    journal.append("g1", [start("g1"), ROLLED], 0)
    for expected in (0, 1, 3):
        with pytest.raises(JournalConflictError, match="Something else has changed game g1"):
            journal.append("g1", [HoldSet(0, held=True)], expected)
    with pytest.raises(JournalConflictError, match="Something else has changed game g2"):
        journal.append("g2", [HoldSet(0, held=True)], 1)
    assert journal.events("g1") == (start("g1"), ROLLED)
    assert [game.id for game in journal.games()] == ["g1"]


def test_an_append_is_kept_whole_or_not_at_all(journal: Journal) -> None:
    journal.append("g1", [start("g1")], 0)
    not_json = Rolled((1,), (False,), (Place(float("nan"), 0.0, 1.0),), None)
    with pytest.raises(ValueError, match="JSON"):
        journal.append("g1", [ROLLED, not_json], 1)
    assert journal.events("g1") == (start("g1"),)


def test_no_events_make_no_game(journal: Journal) -> None:
    assert journal.append("g1", [], 0) == 0
    assert journal.games() == ()


def test_the_latest_game_is_the_one_begun_last(journal: Journal, clock: ManualClock) -> None:
    assert journal.latest() is None
    journal.append("b", [start("b")], 0)
    clock.advance(61.5)
    journal.append("a", [start("a"), ROLLED], 0)
    journal.append("b", [ROLLED], 1)
    assert journal.latest() == "a"
    assert journal.games() == (
        KeptGame("a", datetime(2026, 5, 1, 18, 31, 1, 500_000, tzinfo=UTC), 2),
        KeptGame("b", datetime(2026, 5, 1, 18, 30, tzinfo=UTC), 2),
    )


def test_a_game_that_is_not_there(journal: Journal) -> None:
    with pytest.raises(UnknownGameError, match="no game “g9”"):
        journal.events("g9")


def test_the_time_of_an_event_is_utc_iso_text(journal: Journal, path: Path) -> None:
    journal.append("g1", [start("g1")], 0)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT game, seq, kind, time FROM event").fetchall() == [
            ("g1", 1, "game-started", "2026-05-01T18:30:00.000+00:00")
        ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "UPDATE event SET seq = seq + 10",
        "DELETE FROM event",
        "DELETE FROM event WHERE seq = 2",
        "INSERT OR REPLACE INTO event VALUES (2, 'g1', 2, 'undone', '{}', 'now', x'00')",
        "INSERT OR REPLACE INTO event VALUES (2, 'g1', 3, 'undone', '{}', 'now', x'00')",
        "INSERT INTO event VALUES (3, 'g1', 4, 'undone', '{}', 'now', x'00')",
        "INSERT INTO event VALUES (4, 'g1', 3, 'undone', '{}', 'now', x'00')",
        "INSERT INTO event VALUES (3, 'g1', 3, 'undone', 'no json', 'now', x'00')",
        "UPDATE game SET started = 'never'",
        "DELETE FROM game",
        "INSERT OR REPLACE INTO game VALUES (1, 'g1', 'never')",
        "INSERT OR REPLACE INTO game (id, started) VALUES ('g1', 'never')",
    ],
)
def test_nothing_that_is_kept_can_be_changed_by_sql(journal: Journal, path: Path, statement: str) -> None:
    journal.append("g1", [start("g1"), ROLLED], 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        before = raw.execute("SELECT * FROM event").fetchall(), raw.execute("SELECT * FROM game").fetchall()
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement)
        assert before == (raw.execute("SELECT * FROM event").fetchall(), raw.execute("SELECT * FROM game").fetchall())
    assert journal.events("g1") == (start("g1"), ROLLED)


def test_every_connection_is_durable_and_checks_its_keys(journal: Journal) -> None:
    with journal._engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        values = [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() for pragma in pragmas]
    assert values == ["wal", 2, 1]


def test_an_event_changed_from_outside_is_named(journal: Journal, path: Path) -> None:
    journal.append("g1", [start("g1")], 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("""INSERT INTO event VALUES (2, 'g1', 2, 'hold-set', '{"die": "one"}', 'now', x'00')""")
    with pytest.raises(EventCodecError, match=r"“hold-set” cannot be read\. It has 'one' for “die”"):
        journal.events("g1")


def test_a_time_changed_from_outside_is_told(journal: Journal, path: Path) -> None:
    journal.append("g1", [start("g1")], 0)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER game_stays")
        other.execute("UPDATE game SET started = '20*6-05-01'")
    with pytest.raises(EventCodecError, match="“20\\*6-05-01”, which is no time"):
        journal.games()


def test_readers_see_whole_appends_while_one_writes(journal: Journal) -> None:
    journal.append("g1", [start("g1")], 0)
    pair: list[Event] = [HoldSet(0, held=True), HoldSet(0, held=False)]
    done = threading.Event()
    faults: list[str] = []
    lengths: list[int] = []

    def read() -> None:
        seen = 0
        while not done.is_set():
            length = len(journal.events("g1"))
            if length % 2 != 1 or length < seen:
                faults.append(f"{length} events after {seen}")
            seen = length
            lengths.append(length)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for append in range(60):
        journal.append("g1", pair, 1 + 2 * append)
    done.set()
    for reader in readers:
        reader.join(timeout=60)
    assert faults == []
    assert len(set(lengths)) > 1
    assert len(journal.events("g1")) == 121


def test_of_two_who_append_at_once_one_is_told(journal: Journal) -> None:
    journal.append("g1", [start("g1")], 0)
    together = threading.Barrier(2)
    outcomes: list[str] = []

    def write() -> None:
        together.wait(timeout=60)
        try:
            journal.append("g1", [ROLLED], 1)
            outcomes.append("kept")
        except JournalConflictError:
            outcomes.append("conflict")

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(timeout=60)
    assert sorted(outcomes) == ["conflict", "kept"]
    assert len(journal.events("g1")) == 2


@given(seats=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_a_game_kept_step_by_step_is_the_same_game_when_read(
    tmp_path_factory: pytest.TempPathFactory, seats: int, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice for a test
    path = tmp_path_factory.mktemp("kept") / "journal.db"
    with closing(Journal.open(path)) as journal:
        state: Game | None = None
        seq = 0
        for command in _commands(chance, seats):
            events = decide(state, command, lambda: "g1")
            seq = journal.append("g1", events, seq)
            for event in events:
                state = apply(state, event)
    with closing(Journal.open(path)) as again:
        assert fold(again.events("g1")) == state


def _commands(chance: random.Random, seats: int) -> list[Command]:
    """Thirty turns, each of a throw, a hold, a throw of the others, sometimes taken back, and a box for its turn."""
    commands: list[Command] = [StartGame(tuple(Player(f"P{seat}", "#102030") for seat in range(seats)))]
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", "chance", "full-house"]
    for turn in range(min(30, seats * len(boxes))):
        values = tuple(chance.randint(1, 6) for _ in range(5))
        again = (*(chance.randint(1, 6) for _ in range(4)), values[2])
        places = tuple(Place(chance.random() * 640, chance.random() * 480, chance.random() * 60) for _ in range(5))
        rethrow = RecordRoll(again, (False,) * 4 + (True,), places, f"{turn}.jpg")
        commands += [RecordRoll(values, (False,) * 5, places), SetHold(2, True), rethrow]
        if chance.random() < 0.3:
            commands += [Undo(), rethrow]
        commands.append(WriteBox(boxes[turn // seats]))
    return commands
