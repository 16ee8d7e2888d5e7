"""Sources that throw by themselves, as the table runs them."""

from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import AbandonGame, SetHold, Undo, WriteBox
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import ThrowDice
from tests.firmware_host.table.scripted import (
    OTHER_SPOTS,
    TWO,
    ScriptedEye,
    Settled,
    Sitting,
    lying,
    values,
)


def test_a_source_that_throws_begins_each_turn_by_itself_and_not_after_undo(tmp_path: Path) -> None:
    eye = ScriptedEye(can_throw=True, script=["1 2 3 4 5", "6 6", "3 3 3 3 3"])
    with Sitting(tmp_path, eye) as sitting:
        sitting.table.ask(TWO)
        shown = sitting.until(lambda shown: values(shown) == (1, 2, 3, 4, 5))
        for die in (0, 1, 3):
            shown = sitting.table.ask(SetHold(die, held=True))
        sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.rolls_used == 2)
        assert sorted(values(shown)) == [1, 2, 4, 6, 6]
        assert [(die.face, (die.x, die.y)) for die in eye.throws[1]] == [
            (face, OTHER_SPOTS[i]) for face, i in (("1", 0), ("2", 1), ("4", 3))
        ]
        sitting.table.ask(WriteBox("chance"))
        sitting.until(lambda shown: values(shown) == (3, 3, 3, 3, 3))
        sitting.table.ask(Undo())
        shown = sitting.table.ask(Undo())
        assert sorted(values(shown)) == [1, 2, 4, 6, 6]
        assert len(eye.throws) == 3


def test_dice_that_the_source_threw_count_where_they_lie_as_before(tmp_path: Path) -> None:
    """Two photographs of a folder may show a die with the same face at the same place."""
    eye = ScriptedEye(can_throw=True, silent=True)
    with Sitting(tmp_path, eye) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("1 2 3 4 5"))
        sitting.table.ask(ThrowDice())
        shown = sitting.lay(lying("6 2 3 4 1"))
        assert shown.question is None
        assert values(shown) == (6, 2, 3, 4, 1)
        assert shown.game is not None
        assert shown.game.rolls_used == 2


def test_throws_that_cannot_be_are_refused(tmp_path: Path, sitting: Sitting) -> None:
    with pytest.raises(TableRefusal, match="No game"):
        sitting.table.ask(ThrowDice())
    sitting.table.ask(TWO)
    with pytest.raises(TableRefusal, match="only watches"):
        sitting.table.ask(ThrowDice())
    eye = ScriptedEye(can_throw=True, script=["1 2 3 4 5", "1 1 1 1 1", "2 2 2 2 2"])
    with Sitting(tmp_path / "throwing", eye) as other:
        other.table.ask(TWO)
        other.until(lambda shown: values(shown) == (1, 2, 3, 4, 5))
        for die in range(5):
            other.table.ask(SetHold(die, held=True))
        with pytest.raises(TableRefusal, match="All dice are held"):
            other.table.ask(ThrowDice())
        for die in range(5):
            other.table.ask(SetHold(die, held=False))
        eye.tell().tray_moving()
        with pytest.raises(TableRefusal, match="still moving"):
            other.table.ask(ThrowDice())
        with pytest.raises(TableRefusal, match="still moving"):
            other.table.ask(WriteBox("ones"))
        other.lay(lying("1 1 1 1 1"))
        other.lay(lying("2 2 2 2 2"))
        with pytest.raises(TableRefusal, match="No rolls"):
            other.table.ask(ThrowDice())
        other.table.ask(AbandonGame())
        with pytest.raises(TableRefusal, match="over"):
            other.table.ask(ThrowDice())


def test_a_throw_after_which_nothing_moves_is_given_up(tmp_path: Path) -> None:
    clock = ManualClock()
    eye = ScriptedEye(can_throw=True, silent=True)
    with Sitting(tmp_path, eye, clock) as sitting:
        assert sitting.table.ask(TWO).tray.state == "moving"
        with pytest.raises(TableRefusal, match="still moving"):
            sitting.table.ask(ThrowDice())
        clock.advance(5.0)
        with pytest.raises(TableRefusal):  # wakes the writer, who then looks at the clock
            sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: shown.tray.message.startswith("The dice were thrown, but nothing moved"))
        assert shown.tray.state == "waiting"


def test_a_throw_during_which_the_camera_was_lost_from_sight_still_counts(tmp_path: Path) -> None:
    eye = ScriptedEye(can_throw=True, silent=True)
    with Sitting(tmp_path, eye) as sitting:
        sitting.table.ask(TWO)
        eye.tell().camera_lost("no picture for 2 seconds")
        eye.tell().camera_back()
        eye.tell().tray_settled(Settled(lying("1 3 2 4 4"), thrown=False))
        assert values(sitting.caught_up()) == (1, 3, 2, 4, 4)


def test_an_eye_that_cannot_throw_now_leaves_the_game_started(tmp_path: Path) -> None:
    eye = ScriptedEye(can_throw=True)
    with Sitting(tmp_path, eye) as sitting:
        eye.fault = OSError("The folder is empty.")
        shown = sitting.table.ask(TWO)
        assert shown.game is not None
        assert shown.tray.message == "The folder is empty."
