"""Dice as the rules see them: values 1-6, the faces that show them, and a validated roll."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_host.errors import DiceTableError

SIDES = 6

FACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pips": ("1", "2", "3", "4", "5", "6"),
        "poker": ("9", "10", "J", "Q", "K", "A"),
    }
)
"""Face names of each kind of dice; the face of value v stands at v - 1, so an ace is the six of poker dice."""


class DiceError(DiceTableError, ValueError):
    """Dice that cannot be: a value off the die, an unknown face or an unknown kind of faces."""


def face_names(faces: str) -> tuple[str, ...]:
    """Return the six face names of `faces` ("pips" or "poker") by rising value; DiceError for other kinds."""
    try:
        return FACES[faces]
    except KeyError:
        raise DiceError(f"There are no dice with {faces!r} faces. Choose one of: {', '.join(FACES)}.") from None


def face_of(value: int, faces: str) -> str:
    """Return the face that shows `value` (1-6) on dice with `faces`; DiceError for a value off the die."""
    names = face_names(faces)
    if value not in range(1, SIDES + 1):
        raise DiceError(f"A die has no side of value {value!r}. Values go from 1 to {SIDES}.")
    return names[value - 1]


def value_of(face: str, faces: str) -> int:
    """Return the value (1-6) that `face` shows on dice with `faces`; DiceError for a face that is not on them."""
    names = face_names(faces)
    if face not in names:
        raise DiceError(f"No side of a die with {faces} faces shows {face!r}. They show {' '.join(names)}.")
    return names.index(face) + 1


@dataclass(frozen=True, slots=True)
class Roll:
    """The values of dice that lie on the table, left to right, each an int from 1 to 6; DiceError otherwise."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise DiceError("A roll without dice is no roll. Give at least one value.")
        wrong = [value for value in self.values if type(value) is not int or not 1 <= value <= SIDES]
        if wrong:
            shown = " ".join(str(value) for value in self.values)
            raise DiceError(f"In the roll {shown} no die can show {wrong[0]!r}. Values go from 1 to {SIDES}.")

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice show 1, 2, … 6: six counts."""
        return tuple(self.values.count(value) for value in range(1, SIDES + 1))

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(self.values)
