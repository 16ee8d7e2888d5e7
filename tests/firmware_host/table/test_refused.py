"""A journal that refuses: what was asked is not done, everybody is told, and it is done once there is room."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player, SetHold, StartGame
from firmware_host.journal.errors import JournalError
from firmware_host.table.coach.session import OpponentPace
from firmware_host.table.requests import AcceptRoll
from tests.firmware_host.table.scripted import TWO, Sitting, lying

ANA, ROBO = Player("Ana", "#aa3333"), Player("Robo", "#3333aa", "exact")
QUICK = OpponentPace(decide=0.05, throw=0.02, undone=0.05, refused=0.05)
REFUSE = "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no room'); END"
REFUSE_BOXES = REFUSE.replace("BEGIN", "WHEN NEW.kind = 'box-written' BEGIN", 1)


def change(folder: Path, statement: str) -> None:
    """Change the journal as another program would: let it refuse every event, or accept them again."""
    with closing(sqlite3.connect(folder / "journal.sqlite", isolation_level=None)) as other:
        other.execute(statement)


def test_what_is_refused_is_not_half_done_and_can_be_done_again(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        before = sitting.lay(lying("1 2 3 4 5"))
        change(tmp_path, REFUSE)
        with pytest.raises(JournalError, match="Everything saved so far is safe"):
            sitting.table.ask(SetHold(0, held=True))
        assert sitting.table.snapshot().game == before.game
        change(tmp_path, "DROP TRIGGER full")
        shown = sitting.table.ask(SetHold(0, held=True))
        assert shown.game is not None
        assert shown.game.dice[0].held


def test_a_roll_that_is_refused_is_told_leaves_no_picture_and_can_be_counted_later(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        change(tmp_path, REFUSE)
        shown = sitting.lay(lying("1 2 3 4 5"))
        assert "Everything saved so far is safe" in shown.tray.message
        assert shown.game is not None
        assert shown.game.rolls_used == 0
        assert list((tmp_path / "pictures").rglob("*.jpg")) == []
        change(tmp_path, "DROP TRIGGER full")
        shown = sitting.table.ask(AcceptRoll())
        assert shown.game is not None
        assert shown.game.rolls_used == 1
        assert len(shown.tray.pictures) == 5


def test_an_opponent_tries_again(tmp_path: Path, solved: Path) -> None:
    with Sitting(tmp_path, coach=solved, pace=QUICK) as sitting:
        sitting.table.ask(StartGame((ROBO, ANA), "crag"))
        change(tmp_path, REFUSE_BOXES)
        sitting.lay(lying("6 6 1"))
        sitting.until(lambda shown: "cannot be used" in shown.tray.message)
        change(tmp_path, "DROP TRIGGER full")
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.current == 1)
        assert shown.game is not None
        assert [box.points for box in shown.game.players[0].boxes if box.points] == [50]


def test_a_clock_that_runs_out_is_told_too(tmp_path: Path) -> None:
    clock = ManualClock()
    with Sitting(tmp_path, clock=clock) as sitting:
        sitting.table.ask(StartGame(TWO.players, "speed-yatzy", {"clock-minutes": 1}))
        sitting.lay(())
        change(tmp_path, REFUSE)
        clock.advance(61)
        sitting.caught_up()
        shown = sitting.until(lambda shown: "cannot be used" in shown.tray.message)
        assert shown.game is not None
        assert shown.game.out_of_time is None, "the game goes on: what is not saved has not happened"
