"""The one sentence under the tray: what the table is waiting for, or what is wrong."""

from firmware_host.game.state import Game, time_is_up
from firmware_host.game.turn import NO_ROLLS_LEFT
from firmware_host.table.referee import ALL_HELD, NoRoll, Verdict
from firmware_host.table.snapshot import QuestionView, TrayState
from firmware_host.words import joined, say, say_count


def camera_lost(reason: str) -> str:
    """Say that the camera is lost and how to play on; `reason` is the camera's own sentence."""
    return joined(say("Camera lost."), reason, say("Play on and enter each roll by hand."))


def message(
    game: Game | None, tray: TrayState, lost: str, verdict: Verdict | None, waiting: str = "", *, hand: bool = False
) -> str:
    """Say what the table is waiting for; `lost` is why the camera is lost, `verdict` the referee's last answer.

    `waiting` is what it is waiting for in an opponent's turn; `hand` says that a hand is in the moving tray.
    """
    if tray == "lost":
        return camera_lost(lost)
    if game is None:
        return say("Start a game.")
    if game.over:
        why = "" if game.out_of_time is None else time_is_up(game)
        return joined(why, say("The game is over."))
    if tray == "moving":
        return _moving(game, hand)
    if isinstance(verdict, QuestionView | NoRoll):
        text = verdict.text
        if text:
            return text
    return waiting or awaited(game)


def _moving(game: Game, hand: bool) -> str:
    if not game.turn.rolls_left:
        return joined(NO_ROLLS_LEFT, game.turn.ending.order)
    return say("Waiting for your hand to leave the tray.") if hand else say("Rolling…")


def awaited(game: Game) -> str:
    """Say what the player may do now."""
    turn = game.turn
    if not turn.dice:
        return say_count("Throw the die.", "Throw all {count} dice.", turn.size)
    if not turn.rolls_left:
        return joined(NO_ROLLS_LEFT, turn.ending.order)
    if len(turn.held) == turn.size:
        return joined(ALL_HELD, turn.ending.release_or)
    return turn.ending.hold_or
