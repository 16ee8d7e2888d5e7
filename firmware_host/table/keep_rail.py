"""The keep rail at play: dice that are laid there are held, and released when they are taken off it."""

from firmware_host.game.commands import SetHold
from firmware_host.game.state import Game
from firmware_host.table.ledger import Ledger
from firmware_host.table.tray import Tray


class KeepRail:
    """Presses the hold buttons of dice that come onto the rail or leave it. Only the table's writer calls it.

    A die is held when it comes to lie there, so a player may release it by its button and leave it where it is.
    """

    def __init__(self, ledger: Ledger, tray: Tray) -> None:
        self._ledger = ledger
        self._tray = tray

    def follow(self) -> None:
        """Look at the dice that lie still."""
        game = self._ledger.game
        if game is None or not _may_hold(game):
            self._tray.railed = frozenset()
            return
        before = self._tray.railed
        now = self._tray.follow_rail(game)
        dice = game.turn.dice
        changes = [SetHold(i, held=True) for i in sorted(now - before) if not dice[i].held]
        changes += [SetHold(i, held=False) for i in sorted(before - now) if dice[i].held]
        self._ledger.do(*changes)


def _may_hold(game: Game) -> bool:
    """Whether people may hold dice now: opponents that play by themselves do so by themselves."""
    return not game.over and bool(game.turn.dice) and game.turn.rolls_left > 0 and not game.player.opponent
