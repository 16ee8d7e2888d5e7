"""The state or result of a game, as plain JSON values for other programs."""

from typing import Any

from firmware_host.game.state import Game


def result(game: Game) -> dict[str, Any]:
    """Return the cards, bonuses, totals and winners of a game.

    `{"rules", "players": [{"name", "boxes": {box: points or [points, …]}, "bonuses": {id: points}, "total",
    "points", "rounds_won"}], "winners": [name, …], "finished"}`. An open box is None, a box of several slots a list;
    `points` and `rounds_won` are None in games without them.
    """
    return {
        "rules": game.ruleset.id,
        "players": [_player(game, seat) for seat in range(len(game.players))],
        "winners": [game.players[seat].name for seat in game.winners],
        "finished": game.finished,
    }


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
