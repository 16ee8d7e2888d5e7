"""The keep rail: dice that are laid there are held, and released when they are taken off it."""

from firmware_host.game.commands import SetHold
from firmware_host.game.state import Game
from firmware_host.table.game_session import GameSession
from firmware_host.table.tray.tray import Tray


class KeepRail:
    """Holds dice that come onto the rail and releases those that leave it. Only the table's writer calls it.

    A die is held only as it comes onto the rail: a player may release it by its button and leave it there.
    """

    def __init__(self, session: GameSession, tray: Tray) -> None:
        self._session = session
        self._tray = tray

    def update(self) -> None:
        """Compare the dice on the rail with those of the reading before."""
        game = self._session.game
        if game is None or not _may_hold(game):
            self._tray.on_rail = frozenset()
            return
        before = self._tray.on_rail
        now = self._tray.update_rail(game)
        dice = game.turn.dice
        changes = [SetHold(i, held=True) for i in sorted(now - before) if not dice[i].held]
        changes += [SetHold(i, held=False) for i in sorted(before - now) if dice[i].held]
        self._session.do(*changes)


def _may_hold(game: Game) -> bool:
    """Whether people may hold dice now: opponents that play by themselves do so by themselves."""
    return not game.over and bool(game.turn.dice) and game.turn.rolls_left > 0 and not game.player.opponent
