"""The tray as pages are told of it: where the dice lie in its picture, and messages that name what can be done."""

from pathlib import Path

from firmware_host.game.commands import Player, RecordRoll, SetHold, StartGame, WriteBox
from firmware_host.game.session import Game, apply, decide
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.ports import CameraBack, CameraLost
from firmware_host.table.referee import NoRoll
from firmware_host.table.requests import EnterRoll
from firmware_host.table.snapshot import DieSpot
from firmware_host.table.status_message import message
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, ScriptedCamera, Seen, Sitting, lying


def test_each_die_is_told_where_it_lies_in_the_picture_it_was_read_from(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    shown = sitting.lay((*lying("3 1 6 2"), Seen("4", 640.0, 250.0, sure=False, likely=("4", "5"))))
    assert shown.question is not None
    assert shown.tray.dice[4].spot == DieSpot(0.8, 0.5, 60 / 800)
    picture = sitting.table.picture(shown.tray.photo)
    assert picture is not None
    assert b"640.0" in picture


def test_a_die_that_was_moved_far_and_did_not_roll_is_told_by_its_number_in_the_roll(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    first = lying("6 3 6 4 1")
    sitting.lay(first)
    shown = sitting.lay((*lying("2", ((30.0, 30.0),)), *first[1:3], *lying("5 5", OTHER_SPOTS[3:])))
    assert shown.question is not None
    assert (shown.question.kind, shown.question.dice, shown.question.hold) == ("not-thrown", (1, 2), (1, 2))
    assert str(shown.question.text) == "Dice 2 and 3 did not move. Hold them, throw again, or count these dice."


def test_dice_of_the_turn_before_cannot_be_held(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    first = lying("6 3 6 4 1")
    sitting.lay(first)
    sitting.table.ask(WriteBox("chance"))
    shown = sitting.lay((first[0], *lying("2 2 5 5", OTHER_SPOTS[1:])))
    assert shown.question is not None
    assert shown.question.hold == ()
    assert str(shown.question.text) == "Die 1 did not move. Throw again, or count these dice."


def test_nothing_is_thrown_around_a_die_that_nobody_saw(tmp_path: Path) -> None:
    with Sitting(tmp_path, ScriptedCamera(can_throw=True, silent=True)) as sitting:
        sitting.table.ask(TWO)
        sitting.camera.report(CameraLost("It was unplugged."))
        sitting.table.ask(EnterRoll((5, 5, 1, 2, 3)))
        sitting.camera.report(CameraBack())
        assert not sitting.caught_up().tray.throw_blocked
        shown = sitting.table.ask(SetHold(1, held=True))
        assert shown.tray.throw_blocked
        assert shown.tray.message == (
            "Held die 2 was entered by hand, so the camera does not know where it is. "
            "Release it, or enter the next roll by hand too."
        )
        assert not sitting.table.ask(SetHold(1, held=False)).tray.throw_blocked


def test_a_lost_camera_asks_for_no_roll_that_is_not_left(sitting: Sitting) -> None:
    sitting.table.ask(StartGame(TWO.players, "crag"))
    sitting.lay(lying("6 6 1"))
    sitting.lay(lying("5 5 2", OTHER_SPOTS))
    sitting.camera.report(CameraLost("It was unplugged."))
    shown = sitting.caught_up()
    assert shown.tray.message == "Camera lost. It was unplugged. No rolls are left in this turn. Score a box."
    assert shown.tray.setup == "camera"


def test_in_an_opponents_turn_nobody_is_told_what_only_it_may_do() -> None:
    game: Game | None = None
    start = StartGame((Player("Robo", "#3333aa", "exact"), TWO.players[0]), "crag")
    for command in (start, RecordRoll((6, 6, 1), (False,) * 3)):
        for event in decide(game, command, lambda: "game", RULESETS):
            game = apply(game, event, RULESETS)
    scored = NoRoll("no-rolls-left", "No rolls are left in this turn. Score a box.")
    assert message(game, "still", "", scored, "It is Robo's turn.") == "It is Robo's turn."
    assert message(game, "still", "", scored) == scored.text
    few = NoRoll("incomplete", "Only 2 of the 3 dice are in the tray.")
    assert message(game, "still", "", few, "It is Robo's turn.") == few.text
