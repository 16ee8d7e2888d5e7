"""Dice as the rules see them: values 1-6, the faces that show them, and a validated roll."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_host.errors import DiceTableError
from firmware_host.words import say

SIDES = 6

FACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pips": ("1", "2", "3", "4", "5", "6"),
        "poker": ("9", "10", "J", "Q", "K", "A"),
    }
)
"""Face names of each kind of dice; the face of value v is at index v - 1, so an ace is the six of poker dice."""


class DiceError(DiceTableError, ValueError):
    """Impossible dice: a value off the die, an unknown face or an unknown kind of faces."""


def face_names(faces: str) -> tuple[str, ...]:
    """Return the six face names of `faces` ("pips" or "poker") in order of value; DiceError for other kinds."""
    try:
        return FACES[faces]
    except KeyError:
        raise DiceError(unknown_faces(faces)) from None


def face_of(value: int, faces: str) -> str:
    """Return the face that shows `value` (1-6) on dice with `faces`; DiceError for a value off the die."""
    names = face_names(faces)
    if value not in range(1, SIDES + 1):
        raise DiceError(off_the_die(value))
    return names[value - 1]


def value_of(face: str, faces: str) -> int:
    """Return the value (1-6) that `face` shows on dice with `faces`; DiceError for a face that is not on them."""
    names = face_names(faces)
    if face not in names:
        raise DiceError(
            say("These dice have no face “{face}”. Their faces are {names}.", face=face, names=" ".join(names))
        )
    return names.index(face) + 1


def unknown_faces(faces: str) -> str:
    """Say that no dice have such faces, and which faces there are."""
    return f"There are no dice with “{faces}” faces. Choose one of: {', '.join(FACES)}."


def off_the_die(value: object) -> str:
    """Say that no die shows such a value."""
    return f"A die cannot show the value {value}. Values go from 1 to {SIDES}."


@dataclass(frozen=True, slots=True)
class Roll:
    """The values of dice at rest, left to right, each an int from 1 to 6; DiceError otherwise."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise DiceError("A roll needs dice. Give at least one value.")
        wrong = [value for value in self.values if type(value) is not int or not 1 <= value <= SIDES]
        if wrong:
            raise DiceError(
                f"The roll {' '.join(str(value) for value in self.values)} is impossible: no die shows {wrong[0]!r}. "
                f"Values go from 1 to {SIDES}."
            )

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice show 1, 2, … 6: six counts."""
        return tuple(self.values.count(value) for value in range(1, SIDES + 1))

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(self.values)
