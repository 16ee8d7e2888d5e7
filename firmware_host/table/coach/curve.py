"""How the chances to win went, turn by turn: worked out while the game is played, so that nobody waits for it after."""

from collections.abc import Callable
from dataclasses import replace

from firmware_host.coach.coaches import Coach
from firmware_host.game.state import Game, Position

GAMES = tuple(range(4, 65, 4))
"""Games played for each point that is not exact, a few at a time, so that a new roll need not wait for all of them."""

Point = tuple[float, ...]
"""Each seat's chance to win at one moment."""


def moments(game: Game) -> tuple[Position, ...]:
    """Return the positions before each turn that stands, and that at the end of a game that is over."""
    return tuple(position for position in (*game.past, game.now) if not position.turn.dice)


def round_of(position: Position) -> int:
    """Return which turn of its player begins at a position, or which round of a match, from 1."""
    done = position.cards[position.seat].slots_closed if position.match is None else len(position.match.rounds)
    return done + 1


class Curve:
    """Keeps the points of one game; those of a position that was undone are forgotten. Not thread-safe."""

    def __init__(self) -> None:
        # By the identity of the position, which stays the same while a game goes on; the position keeps it alive.
        self._points: dict[int, tuple[Position, Point]] = {}

    def points(self, game: Game, coach: Coach, checkpoint: Callable[[], object] = int) -> tuple[Point, ...]:
        """Return the chances at each of the `moments`.

        `checkpoint` is called again and again; where it raises an exception, the points found so far are kept.
        """
        positions = moments(game)
        self._points = {key: self._points[key] for position in positions if (key := id(position)) in self._points}
        for position in positions:
            last = position is game.now
            if id(position) not in self._points or (last and game.over):
                at = game if last else replace(game, now=position, past=(), spent=())
                self._points[id(position)] = position, _point(at, coach, checkpoint)
        return tuple(self._points[id(position)][1] for position in positions)


def _point(game: Game, coach: Coach, checkpoint: Callable[[], object]) -> Point:
    for games in GAMES[:-1]:
        checkpoint()
        if not any(chance.error for chance in coach.chances(game, games, checkpoint)):
            break
    checkpoint()
    return tuple(chance.win for chance in coach.chances(game, GAMES[-1], checkpoint))
