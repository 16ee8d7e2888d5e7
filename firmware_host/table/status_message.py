"""The one sentence under the tray: what the table is waiting for, or what is wrong.

It names only what can be done now: the page shows a button for each thing it names.
"""

from firmware_host.game.state import Game, time_is_up
from firmware_host.game.turn import NO_ROLLS_LEFT
from firmware_host.table.referee import ALL_HELD, NoRoll, Verdict
from firmware_host.table.snapshot import QuestionView, TrayState
from firmware_host.words import joined, say, say_count

PAUSED = say("The game is paused, and nobody's clock runs.")

FOR_PLAYERS = frozenset({"taken-out", "no-rolls-left", "all-held"})
"""Reasons for no roll that go on to say what the player may do, which is nothing in an opponent's turn."""


def camera_lost(reason: str, game: Game | None) -> str:
    """Say that the camera is lost and how to play on; `reason` is the camera's own sentence."""
    lost = joined(say("Camera lost."), reason)
    if game is not None and game.turn.dice and (not game.turn.rolls_left or _all_held(game)):
        return joined(lost, awaited(game))
    return joined(lost, say("Play on and enter each roll by hand."))


def message(
    game: Game | None, tray: TrayState, lost: str, verdict: Verdict | None, waiting: str = "", *, hand: bool = False
) -> str:
    """Say what the table is waiting for; `lost` is why the camera is lost, `verdict` the referee's last answer.

    `waiting` is what it is waiting for in an opponent's turn; `hand` says that a hand is in the moving tray.
    """
    if tray == "lost":
        return camera_lost(lost, game)
    if game is None:
        return say("Start a game.")
    if game.over:
        why = "" if game.out_of_time is None else time_is_up(game)
        return joined(why, say("The game is over."))
    if tray == "moving":
        return _moving(game, waiting, hand)
    told = verdict.text if isinstance(verdict, QuestionView | NoRoll) else ""
    for_players = isinstance(verdict, NoRoll) and verdict.why in FOR_PLAYERS
    return (waiting if for_players else told) or told or waiting or awaited(game)


def _moving(game: Game, waiting: str, hand: bool) -> str:
    if not game.turn.rolls_left:
        return waiting or joined(NO_ROLLS_LEFT, game.turn.ending.order)
    return say("Waiting for your hand to leave the tray.") if hand else say("Rolling…")


def awaited(game: Game) -> str:
    """Say what the player may do now."""
    turn = game.turn
    if not turn.dice:
        return say_count("Throw the die.", "Throw all {count} dice.", turn.size)
    if not turn.rolls_left:
        return joined(NO_ROLLS_LEFT, turn.ending.order)
    if _all_held(game):
        return joined(ALL_HELD, turn.ending.release_or)
    return turn.ending.hold_or


def meanwhile(game: Game) -> str:
    """Say what the player may do while setup has the tray, which a notice tells; no throw counts."""
    return game.turn.ending.order if game.turn.dice else say("Finish there first.")


def _all_held(game: Game) -> bool:
    return len(game.turn.held) == game.turn.size
