"""Sources that throw by themselves, as the table runs them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import AbandonGame, Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.table.coach.session import OpponentPace
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import CameraBack, CameraLost, TrayMoving, TraySettled
from firmware_host.table.requests import EnterRoll, ThrowDice
from tests.firmware_host.table.scripted import (
    OTHER_SPOTS,
    TWO,
    ScriptedCamera,
    ScriptedDice,
    Settled,
    Sitting,
    held,
    lying,
    values,
)

OPPONENT_FIRST = StartGame((Player("Robo", "#3333aa", "exact"), Player("Ana", "#aa3333")), "crag")
NEVER = OpponentPace(decide=600.0, throw=600.0, undone=600.0)


def test_an_opponent_throws_by_itself(tmp_path: Path, solved: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["6 6 1", "1 2 3"])
    with Sitting(tmp_path, camera, coach=solved, pace=OpponentPace(decide=0.05, throw=0.02)) as sitting:
        sitting.table.ask(OPPONENT_FIRST)
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.current == 1)
        assert (len(camera.throws), shown.tray.message) == (1, "Throw all 3 dice.")


def test_where_there_is_no_coach_people_throw_for_an_opponent(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["6 6 1"])
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(OPPONENT_FIRST)
        assert camera.throws == []
        sitting.table.ask(ThrowDice())
        assert values(sitting.caught_up()) == (6, 6, 1)


def test_every_throw_of_a_turn_waits_for_the_player(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["1 2 3 4 5", "6 6", "3 3 3 3 3"])
    with Sitting(tmp_path, camera) as sitting:
        shown = sitting.table.ask(TWO)
        assert (shown.tray.state, shown.tray.message) == ("waiting", "Throw all 5 dice.")
        assert camera.throws == []
        sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: values(shown) == (1, 2, 3, 4, 5))
        for die in (0, 1, 3):
            shown = sitting.table.ask(SetHold(die, held=True))
        sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.rolls_used == 2)
        assert sorted(values(shown)) == [1, 2, 4, 6, 6]
        assert [(die.face, (die.x, die.y)) for die in camera.throws[1]] == [
            (face, OTHER_SPOTS[i]) for face, i in (("1", 0), ("2", 1), ("4", 3))
        ]
        assert sitting.table.ask(WriteBox("chance")).tray.message == "Throw all 5 dice."
        assert len(camera.throws) == 2
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: values(shown) == (3, 3, 3, 3, 3))
        sitting.table.ask(Undo())
        shown = sitting.table.ask(Undo())
        assert sorted(values(shown)) == [1, 2, 4, 6, 6]
        assert len(camera.throws) == 3


def test_dice_that_the_source_threw_count_where_they_lie_as_before(tmp_path: Path) -> None:
    """Two photographs of a folder may show a die with the same face at the same place."""
    camera = ScriptedCamera(can_throw=True, silent=True)
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        sitting.table.ask(ThrowDice())
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
    camera = ScriptedCamera(can_throw=True, script=["1 2 3 4 5", "1 1 1 1 1", "2 2 2 2 2"])
    with Sitting(tmp_path / "throwing", camera) as other:
        other.table.ask(TWO)
        other.table.ask(ThrowDice())
        other.until(lambda shown: values(shown) == (1, 2, 3, 4, 5))
        for die in range(5):
            other.table.ask(SetHold(die, held=True))
        with pytest.raises(TableRefusal, match="All dice are held"):
            other.table.ask(ThrowDice())
        for die in range(5):
            other.table.ask(SetHold(die, held=False))
        camera.report(TrayMoving())
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


def test_a_throw_may_say_which_dice_it_keeps(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["1 2 3 4 5", "6 6 6"])
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: values(shown) == (1, 2, 3, 4, 5))
        sitting.table.ask(SetHold(0, held=True))
        with pytest.raises(DiceTableError, match="no die 6"):
            sitting.table.ask(ThrowDice((1, 5)))
        with pytest.raises(TableRefusal, match="All dice are held"):
            sitting.table.ask(ThrowDice((0, 1, 2, 3, 4)))
        assert held(sitting.table.snapshot()) == (True, False, False, False, False)
        sitting.table.ask(ThrowDice((1, 3)))
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.rolls_used == 2)
        assert [die.face for die in camera.throws[-1]] == ["2", "4"]
        assert sorted(values(shown)) == [2, 4, 6, 6, 6]


def test_a_throw_after_which_nothing_moves_is_given_up(tmp_path: Path) -> None:
    clock = ManualClock()
    camera = ScriptedCamera(can_throw=True, silent=True)
    with Sitting(tmp_path, camera, clock) as sitting:
        sitting.table.ask(TWO)
        assert sitting.table.ask(ThrowDice()).tray.state == "moving"
        with pytest.raises(TableRefusal, match="still moving"):
            sitting.table.ask(ThrowDice())
        clock.advance(5.0)
        with pytest.raises(TableRefusal):  # wakes the writer, who then looks at the clock
            sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: shown.tray.message.startswith("Nothing moved in the tray"))
        assert shown.tray.state == "waiting"


def test_a_throw_during_which_the_camera_was_lost_from_sight_still_counts(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, silent=True)
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        sitting.table.ask(ThrowDice())
        camera.report(CameraLost("no picture for 2 seconds"))
        camera.report(CameraBack())
        camera.report(TraySettled(Settled(lying("1 3 2 4 4"), thrown=False)))
        assert values(sitting.caught_up()) == (1, 3, 2, 4, 4)


def test_a_camera_that_cannot_throw_for_an_opponent_leaves_the_game_started(tmp_path: Path, solved: Path) -> None:
    camera = ScriptedCamera(can_throw=True)
    with Sitting(tmp_path, camera, coach=solved) as sitting:
        camera.fault = OSError("The folder is empty.")
        shown = sitting.table.ask(OPPONENT_FIRST)
        assert shown.game is not None
        assert shown.tray.message == "The folder is empty."


def test_the_throw_that_opens_an_opponents_turn_is_made_when_the_camera_is_back(tmp_path: Path, solved: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["1 3 2"])
    with Sitting(tmp_path, camera, coach=solved, pace=NEVER) as sitting:
        camera.report(CameraLost("no picture for 2 seconds"))
        camera.fault = OSError("sim is away and cannot throw.")
        assert sitting.table.ask(OPPONENT_FIRST).tray.state == "lost"
        camera.fault = None
        camera.report(CameraBack())
        sitting.until(lambda shown: values(shown) == (1, 3, 2))
        camera.report(CameraLost("no picture for 2 seconds"))
        camera.report(CameraBack())
        shown = sitting.caught_up()
        assert shown.game is not None
        assert shown.game.rolls_used == 1


def test_a_throw_that_was_entered_by_hand_is_owed_no_more(tmp_path: Path, solved: Path) -> None:
    camera = ScriptedCamera(can_throw=True)
    with Sitting(tmp_path, camera, coach=solved, pace=NEVER) as sitting:
        camera.report(CameraLost("no picture for 2 seconds"))
        camera.fault = OSError("sim is away and cannot throw.")
        sitting.table.ask(OPPONENT_FIRST)
        sitting.table.ask(EnterRoll((6, 6, 1)))
        camera.fault = None
        camera.report(CameraBack())
        assert values(sitting.caught_up()) == (6, 6, 1)
        assert camera.throws == []


def test_dice_that_were_entered_by_hand_while_the_camera_was_lost_do_not_count_twice(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, silent=True)
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        sitting.table.ask(ThrowDice())
        camera.report(CameraLost("no picture for 2 seconds"))
        sitting.table.ask(EnterRoll((1, 3, 2, 4, 4)))
        camera.report(CameraBack())
        shown = sitting.lay(lying("1 3 2 4 4"))
        assert shown.game is not None
        assert shown.game.rolls_used == 1


@dataclass
class Meanwhile(ScriptedDice):
    """Lets something happen between a request and the throw that it leads to."""

    happens: Callable[[], None] = lambda: None

    def use_kind(self, kind: str) -> None:
        super().use_kind(kind)
        self.happens()


def test_what_was_told_before_a_throw_is_not_what_it_threw(tmp_path: Path) -> None:
    """The camera may tell of an empty tray just as somebody throws, and the writer hear of it only after the throw."""
    dice = Meanwhile()
    camera = ScriptedCamera(can_throw=True, silent=True, dice=dice)
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        dice.happens = lambda: camera.report(TraySettled(Settled(())))
        sitting.table.ask(ThrowDice())
        assert sitting.caught_up().tray.state == "moving"
        camera.report(TraySettled(Settled(lying("1 3 2 4 4"), thrown=False)))
        assert values(sitting.caught_up()) == (1, 3, 2, 4, 4)
