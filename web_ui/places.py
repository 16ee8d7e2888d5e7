"""What lies at each place of the tray, left to right, as the page draws it. Pure."""

from typing import Any

from firmware_host.game.snapshot import GameSnapshot
from firmware_host.rules.dice import face_names
from firmware_host.table.snapshot import TableSnapshot, TrayShown

Json = dict[str, Any]


def places(table: TableSnapshot, phase: str) -> list[Json]:
    """Return the dice in `phase`; a place whose die is awaited is empty. No game, or none that goes on: no places."""
    game = table.game
    if game is None or phase == "over":
        return []
    count = game.ruleset.dice
    if phase == "question":
        return _seen(table.tray, game.faces, () if table.question is None else table.question.dice, count)
    if phase == "throw" and table.tray.can_accept:
        return [
            place if place["state"] == "empty" else {**place, "state": "resting"}
            for place in _seen(table.tray, game.faces, (), count)
        ]
    if game.dice:
        lying = _lying(game, table.tray)
        if phase == "rolling":
            return [place if place["held"] else {"state": "tumbling"} for place in lying]
        return lying
    return [{"state": "tumbling" if phase == "rolling" else "empty"}] * count


def hand(game: GameSnapshot | None) -> list[int | None]:
    """Return the values that stay when faces are tapped in, left to right, None for each to be tapped."""
    if game is None:
        return []
    if not game.dice:
        return [None] * game.ruleset.dice
    return [die.value if die.held else None for die in game.dice]


def address(picture: str | None) -> str | None:
    """Return where the page finds a picture."""
    return f"/pictures/{picture}" if picture else None


def _lying(game: GameSnapshot, tray: TrayShown) -> list[Json]:
    pictures = tray.pictures if len(tray.pictures) == len(game.dice) else ("",) * len(game.dice)
    return [
        {
            "state": "lying",
            "value": die.value,
            "face": die.face,
            "held": die.held,
            "corrected": die.corrected,
            "picture": address(picture),
        }
        for die, picture in zip(game.dice, pictures, strict=True)
    ]


def _seen(tray: TrayShown, faces: str, asked: tuple[int, ...], count: int) -> list[Json]:
    names = face_names(faces)
    seen: list[Json] = [
        {
            "state": "unsure" if die.choices else "seen",
            "asked": index in asked,
            "stays": die.stays,
            "value": die.value,
            "face": names[die.value - 1],
            "choices": [{"value": value, "face": names[value - 1]} for value in die.choices],
            "picture": address(die.picture),
        }
        for index, die in enumerate(tray.dice)
    ]
    return seen + [{"state": "empty"}] * (count - len(seen))
