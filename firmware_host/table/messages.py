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
        late = game.out_of_time
        why = "" if late is None else f"The thinking time of {game.players[late].name} has run out. "
        return f"{why}The game is over."
    if tray == "moving":
        return "Rolling…" if game.turn.rolls_left else f"No rolls left: {game.turn.ending}."
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
        return f"No rolls left: {turn.ending}."
    if len(turn.held) == turn.size:
        return f"All dice are held: release one to throw, or {turn.ending}."
    return f"Hold the dice to keep and throw the others, or {turn.ending}."


def number(count: int) -> str:
    """Write a count as people do in a sentence."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
