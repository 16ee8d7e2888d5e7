"""From dice as the camera saw them to a reading that the referee can judge."""

from firmware_host.game.commands import Place
from firmware_host.rules.dice import SIDES, face_names
from firmware_host.table.ports import SeenDie, SeenRoll
from firmware_host.table.referee import LyingDie, Reading, Trouble

CHOICES = 2  # faces offered for an unsure die


def reading_of(roll: SeenRoll, faces: str) -> Reading:
    """Return a roll in values 1-6, for a game whose dice show `faces` ("pips" or "poker")."""
    dice, outside = (tuple(_lying_die(die, faces) for die in seen) for seen in (roll.dice, roll.outside))
    return Reading(dice, roll.thrown, tuple(roll.problems), outside)


def _lying_die(seen: SeenDie, faces: str) -> LyingDie:
    """Return a seen die; one whose face is not on the game's dice is unsure."""
    x0, y0, x1, y1 = (float(side) for side in seen.box)  # the journal stores plain numbers, not NumPy's
    place = Place((x0 + x1) / 2, (y0 + y1) / 2, max(1.0, (x1 - x0 + y1 - y0) / 2))
    names = face_names(faces)
    if seen.sure and seen.face in names:
        return LyingDie(place, names.index(seen.face) + 1, on_rail=seen.on_rail)
    trouble: Trouble = "stacked" if seen.trouble == "stacked" else "cocked" if seen.trouble else ""
    likely = tuple(dict.fromkeys(names.index(face) + 1 for face in (seen.face, *seen.likely) if face in names))
    choices = likely[:CHOICES] if len(likely) >= CHOICES else tuple(dict.fromkeys((*likely, *range(1, SIDES + 1))))
    clear = seen.clear and seen.face in names
    return LyingDie(place, choices[0], sure=False, choices=choices, trouble=trouble, clear=clear, on_rail=seen.on_rail)
