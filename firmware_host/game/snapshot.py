"""The whole of a game as plain values for pages and panels: what is shown, never what is decided."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die of the current roll, left to right."""

    value: int
    face: str
    held: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class BoxShown:
    """One cell of the card: points written (None while open), the roll behind it, and what the dice now offer."""

    box: str
    points: int | None
    struck: bool
    offer: int | None
    writable: bool
    strikable: bool
    why_not: str
    photo: str | None


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One column of the card, with its running total."""

    name: str
    colour: str
    boxes: tuple[BoxShown, ...]
    bonuses: Mapping[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment.

    `current` is the seat (0-based) whose turn it is, None once finished or abandoned. `rolls_used` counts the
    throws of this turn (0: the first throw is awaited); `dice` is empty until the first throw.
    """

    game: str
    rules: str
    faces: str
    players: tuple[PlayerShown, ...]
    current: int | None
    turn: int
    turns: int
    rolls_used: int
    rolls_left: int
    dice: tuple[DieShown, ...]
    photo: str | None
    steps: int
    finished: bool
    abandoned: bool
    winners: tuple[str, ...]
