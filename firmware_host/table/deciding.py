"""Whether the player whose turn it is can decide, or waits for dice, camera, setup or the program."""

from firmware_host.game.state import Game
from firmware_host.table.snapshot import QuestionView
from firmware_host.table.tray.tray import Tray


def is_rolling(game: Game | None, tray: Tray, *, tumbling: bool) -> bool:
    """Whether dice of a throw that may count move, or lie still and are being read.

    A hand in the tray is the player's own, who might leave it there to gain time.
    """
    if game is None or (tray.state == "moving" and tray.hand):
        return False
    return tumbling and game.turn.rolls_left > 0


def may_decide(game: Game | None, tray: Tray, *, tumbling: bool, leased: bool) -> bool:
    """Whether the player whose turn it is can decide, so that thinking time runs.

    Not while dice roll, a question is open, there is no camera, or setup has the tray (`leased`), and never in a turn
    of the program's own: it takes as long as people need to follow it and to throw for it.
    """
    if game is None or game.over or game.paused or game.player.opponent:
        return False
    if leased or tray.state in ("lost", "waiting") or isinstance(tray.verdict, QuestionView):
        return False
    return not is_rolling(game, tray, tumbling=tumbling)
