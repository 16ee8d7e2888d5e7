"""The state or result of a game, as plain JSON values for other programs."""

from typing import Any

from firmware_host.game.state import Game
from firmware_host.rules.dice import face_of
from firmware_host.rules.match import Match


def result(game: Game) -> dict[str, Any]:
    """Return the cards, bonuses, totals and winners of a game.

    `{"rules", "players": [{"name", "boxes": {box: points or [points, …]}, "bonuses": {id: points}, "total",
    "points", "rounds_won"}], "winners": [name, …], "finished"}`. An open box is None, a box of several slots a list;
    `points` and `rounds_won` are None in games without them. A game of hands has also
    `"rounds": [{"hands": [{"name", "hand", "dice": [face, …]}, …], "winners": [name, …]}, …]`; the hands of its
    roll-offs follow those of the round, and a round that is not over has no winners yet.
    """
    found = {
        "rules": game.ruleset.id,
        "players": [_player(game, seat) for seat in range(len(game.players))],
        "winners": [game.players[seat].name for seat in game.winners],
        "finished": game.finished,
    }
    return found if game.now.match is None else {**found, "rounds": _rounds(game, game.now.match)}


def _rounds(game: Game, match: Match) -> list[dict[str, Any]]:
    return [
        {
            "hands": [
                {
                    "name": game.players[made.seat].name,
                    "hand": made.hand.name,
                    "dice": [face_of(value, game.faces) for value in made.values],
                }
                for made in played.hands
            ],
            "winners": [game.players[seat].name for seat in played.winners],
        }
        for played in match.with_current()
    ]


def _player(game: Game, seat: int) -> dict[str, Any]:
    card, match = game.now.cards[seat], game.now.match
    boxes: dict[str, int | list[int] | None] = {}
    for box in game.ruleset.boxes:
        points = list(card.written[box.id])
        boxes[box.id] = points if box.slots > 1 else points[0] if points else None
    return {
        "name": game.players[seat].name,
        "boxes": boxes,
        "bonuses": card.bonuses,
        "total": card.total,
        "points": card.points,
        "rounds_won": match.won[seat] if match else None,
    }
