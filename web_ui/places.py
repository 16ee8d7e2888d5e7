"""What is at each place of the tray, left to right, as the page draws it. Pure."""

from collections.abc import Sequence

from firmware_host.game.snapshot import GameSnapshot
from firmware_host.rules.dice import face_names
from firmware_host.table.snapshot import DieView, TableSnapshot, TrayView
from web_ui.views import LyingPlace, Phase, Place, SeenPlace


def places(table: TableSnapshot, phase: Phase) -> list[Place]:
    """Return the dice in `phase`; a place still waiting for its die is empty. No places if no game is on."""
    game = table.game
    if game is None or phase == "over":
        return []
    count = game.ruleset.dice
    if phase == "question":
        asked = () if table.question is None else table.question.dice
        return _seen(table.tray, game.faces, count, asked=asked)
    if phase == "throw" and table.tray.can_accept:
        return _seen(table.tray, game.faces, count, resting=True)
    if game.dice:
        return [
            place if place["held"] or phase != "rolling" else {"state": "tumbling"}
            for place in _lying(game, table.tray)
        ]
    return [{"state": "tumbling" if phase == "rolling" else "empty"}] * count


def hand(game: GameSnapshot | None) -> list[int | None]:
    """Return the values kept when faces are entered by hand, left to right, None for each one to enter."""
    if game is None:
        return []
    if not game.dice:
        return [None] * game.ruleset.dice
    return [die.value if die.held else None for die in game.dice]


def address(picture: str | None) -> str | None:
    """Return where the page finds a picture."""
    return f"/pictures/{picture}" if picture else None


def _lying(game: GameSnapshot, tray: TrayView) -> list[LyingPlace]:
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


def _seen(tray: TrayView, faces: str, count: int, *, asked: tuple[int, ...] = (), resting: bool = False) -> list[Place]:
    seen: list[Place] = [
        _place(die, face_names(faces), asked=index in asked, resting=resting) for index, die in enumerate(tray.dice)
    ]
    return seen + [{"state": "empty"}] * (count - len(seen))


def _place(die: DieView, names: Sequence[str], *, asked: bool, resting: bool) -> SeenPlace:
    return {
        "state": "resting" if resting else "unsure" if die.choices else "seen",
        "asked": asked,
        "stays": die.stays,
        "value": die.value,
        "face": names[die.value - 1],
        "choices": [{"value": value, "face": names[value - 1]} for value in die.choices],
        "picture": address(die.picture),
        "spot": None if die.spot is None else {"x": die.spot.x, "y": die.spot.y, "width": die.spot.width},
    }
