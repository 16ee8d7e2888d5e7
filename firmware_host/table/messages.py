"""The one sentence under the tray: what the table waits for, or what is wrong."""

from firmware_host.game.state import Game
from firmware_host.table.referee import NoRoll, Verdict
from firmware_host.table.snapshot import QuestionShown, TrayState

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def camera_lost(reason: str) -> str:
    """Say that the camera is away and how the game goes on; `reason` is a sentence of the camera's own."""
    return f"Camera lost: {reason.rstrip('.')}. The game goes on by hand: tap the faces in."


def message(game: Game | None, tray: TrayState, lost: str, verdict: Verdict | None) -> str:
    """Say what the table waits for; `lost` is why the camera is away, `verdict` what the referee last said."""
    if tray == "lost":
        return camera_lost(lost)
    if game is None:
        return "Start a game."
    if game.over:
        return "The game is over."
    if tray == "moving":
        return "Rolling…" if game.turn.rolls_left else "No rolls left: write a box."
    if isinstance(verdict, QuestionShown | NoRoll):
        text = verdict.text
        if text:
            return text
    return awaited(game)


def awaited(game: Game) -> str:
    """Say what the player may do now."""
    turn = game.turn
    if not turn.dice:
        return f"Throw all {number(turn.size)} dice."
    if not turn.rolls_left:
        return "No rolls left: write a box."
    if len(turn.held) == turn.size:
        return "All dice are held: release one to throw, or write a box."
    return "Hold the dice to keep and throw the others, or write a box."


def number(count: int) -> str:
    """Write a count as people do in a sentence."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
