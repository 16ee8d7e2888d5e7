"""The camera is told which dice are played with, and what players correct joins the set that is in use."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.game.commands import CorrectDie, SetHold, StartGame, Undo, WriteBox
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import CameraBack, CameraLost
from firmware_host.table.requests import EnterRoll, NameFace, ThrowDice, UseDiceSet
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, Seen, Sitting, lying, values

POKER = replace(TWO, faces="poker")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    with Sitting(tmp_path) as sitting:
        sitting.camera.dice.in_use = "ivory"
        yield sitting


def start(table: Sitting, command: StartGame = POKER) -> None:
    table.table.ask(command)


def learnt(table: Sitting) -> list[tuple[str, str]]:
    """What the camera was given to learn: each face, and the face that the die was read as."""
    return [(face, look.decode().partition("face='")[2].partition("'")[0]) for face, look in table.camera.dice.learnt]


def test_the_eye_is_told_the_kind_of_the_games_dice(table: Sitting, tmp_path: Path) -> None:
    assert table.camera.dice.kinds == []

    start(table)
    assert table.camera.dice.kinds == ["poker"]

    table.close()
    with Sitting(tmp_path) as again:
        assert again.camera.dice.kinds == ["poker"], "also in a game that goes on"


def test_what_the_setup_tried_is_undone_when_the_camera_is_the_games_again(table: Sitting) -> None:
    start(table)
    table.camera.dice.use_kind("pips")

    table.camera.report(CameraBack())
    table.caught_up()

    assert table.camera.dice.kinds == ["poker", "pips", "poker"]


def test_a_throw_is_made_with_the_dice_of_the_game(tmp_path: Path) -> None:
    with Sitting(tmp_path) as table:
        table.camera.can_throw = True
        table.camera.script = ["9 10 J Q K", "A A A A A"]
        start(table)
        table.table.ask(ThrowDice())
        assert values(table.until(lambda shown: bool(shown.game and shown.game.dice))) == (1, 2, 3, 4, 5)
        table.camera.dice.use_kind("pips")

        table.table.ask(ThrowDice())

        assert table.camera.dice.kinds == ["poker", "pips", "poker"]


def test_held_poker_dice_are_kept_by_their_faces(tmp_path: Path) -> None:
    with Sitting(tmp_path) as table:
        table.camera.can_throw = True
        table.camera.script = ["9 10 J Q A", "K K K"]
        start(table)
        table.table.ask(ThrowDice())
        table.until(lambda shown: bool(shown.game and shown.game.dice))
        table.table.ask(SetHold(1, held=True))
        table.table.ask(SetHold(4, held=True))

        table.table.ask(ThrowDice())

        assert [die.face for die in table.camera.throws[-1]] == ["10", "A"]
        assert sorted(values(table.caught_up())) == [2, 5, 5, 5, 6]


def test_a_dice_set_is_chosen_or_refused_with_the_reason(table: Sitting) -> None:
    table.table.ask(UseDiceSet("bone"))
    assert table.camera.dice.in_use == "bone"
    table.camera.dice.fault = ValueError("There is no dice set ivory.")

    with pytest.raises(TableRefusal, match="no dice set ivory"):
        table.table.ask(UseDiceSet("ivory"))

    assert table.camera.dice.in_use == "bone"


def test_a_face_that_was_named_is_learnt_when_the_turn_is_written(table: Sitting) -> None:
    start(table)
    dice = list(lying("9 9 10 J A"))
    dice[2] = replace(dice[2], sure=False, likely=("10", "K"))
    table.lay(dice)
    table.table.ask(NameFace(2, 5))
    assert learnt(table) == []

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("K", "10")]


def test_a_correction_is_learnt_and_what_was_read_right_is_not(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("Q", "9")]


def test_dice_of_a_roll_that_was_tapped_in_are_learnt_where_they_were_seen(table: Sitting) -> None:
    start(table)
    table.lay([Seen("?", x=die.x, y=die.y, sure=False) for die in lying("9 9 9 9 9")])
    table.table.ask(EnterRoll((1, 2, 3, 4, 6)))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("9", "?"), ("10", "?"), ("J", "?"), ("Q", "?"), ("A", "?")]


def test_what_is_tapped_in_while_nothing_is_seen_teaches_nothing(table: Sitting) -> None:
    start(table)
    table.table.ask(EnterRoll((1, 2, 3, 4, 6)))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == []


def test_a_roll_that_was_seen_is_not_mixed_up_with_one_that_was_tapped_in_after_it(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.camera.report(CameraLost("It is unplugged."))
    table.table.ask(EnterRoll((2, 3, 4, 5, 6)))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("Q", "9")]


def test_a_correction_that_was_taken_back_is_not_learnt(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(CorrectDie(1, 3))
    table.table.ask(Undo())

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("Q", "9")]


def test_a_tap_that_was_put_right_is_not_learnt(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(CorrectDie(0, 1))
    table.table.ask(CorrectDie(1, 5))
    table.table.ask(CorrectDie(1, 6))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("A", "9")]


def test_a_roll_that_was_taken_back_teaches_nothing(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(Undo())
    table.table.ask(Undo())
    table.lay(lying("K K K K 10", OTHER_SPOTS))
    table.table.ask(CorrectDie(4, 6))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("A", "10")]


def test_every_roll_of_a_turn_teaches_its_thrown_dice_once(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(SetHold(0, held=True))
    kept = lying("9 9 10 J A")[0]
    thrown = [die for die in lying("9 K K K K", OTHER_SPOTS) if die.face == "K"]
    shown = table.lay([kept, *thrown])
    assert values(shown) == (4, 5, 5, 5, 5)
    table.table.ask(CorrectDie(3, 2))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("Q", "9"), ("10", "K")]


def test_a_box_that_is_taken_back_and_written_again_teaches_nothing_twice(table: Sitting) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(WriteBox("chance"))
    table.table.ask(Undo())

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == [("Q", "9")]


def test_dice_that_lean_teach_nothing(table: Sitting) -> None:
    start(table)
    dice = list(lying("9 9 10 J A"))
    dice[1] = replace(dice[1], sure=False, likely=("9", "10"), trouble="cocked")
    table.lay(dice)
    table.table.ask(EnterRoll((1, 2, 2, 3, 6)))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == []


@pytest.mark.parametrize("other", ["", "bone"])
def test_corrections_join_no_set_that_was_not_in_use_when_the_dice_were_thrown(table: Sitting, other: str) -> None:
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))
    table.table.ask(UseDiceSet(other))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == []


def test_without_a_set_in_use_nothing_is_learnt(table: Sitting) -> None:
    table.camera.dice.in_use = ""
    start(table)
    table.lay(lying("9 9 10 J A"))
    table.table.ask(CorrectDie(0, 4))

    table.table.ask(WriteBox("chance"))

    assert learnt(table) == []
