"""How a game ended, in a few words."""

from collections.abc import Sequence

from firmware_host.game.state import Game
from firmware_host.words import Words, say


def ending_of(game: Game) -> Words:
    """Say who won, or that the game was ended early or is not finished."""
    if game.abandoned:
        return say("Ended early.")
    if not game.finished:
        return say("Not finished.")
    return won_by([game.players[seat].name for seat in game.winners])


def won_by(names: Sequence[str]) -> Words:
    """Say who won a game or a round; several share it."""
    return say("Won by {players}.", players=", ".join(names))
