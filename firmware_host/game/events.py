"""Facts of a game in the order they happened. The journal keeps them; every state is computed from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.game.commands import Place, Player


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began: its id, ruleset id with every option spelled out, dice faces and seats in playing order.

    `house` is the whole text of its house rules, so that changes to their file do not matter; empty for other games.
    `coach` says when the coach speaks, `cocked` what to do with a cocked die.
    """

    game: str
    rules: str
    options: Mapping[str, str | int | bool]
    faces: str
    players: tuple[Player, ...]
    house: str = ""
    coach: str = "off"
    cocked: str = "ask"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice came to rest: values left to right, which were kept, where they are, the photo's name."""

    values: tuple[int, ...]
    kept: tuple[bool, ...]
    places: tuple[Place, ...]
    photo: str | None


@dataclass(frozen=True, slots=True)
class HoldSet:
    """One die of the current roll was held or released."""

    die: int
    held: bool


@dataclass(frozen=True, slots=True)
class DieCorrected:
    """A die of the current roll shows `value`; it was read as `was`."""

    die: int
    value: int
    was: int


@dataclass(frozen=True, slots=True)
class BoxWritten:
    """The current player closed a box for `points` with the dice on the table; the turn earned `extra` besides."""

    box: str
    points: int
    struck: bool
    extra: int = 0


@dataclass(frozen=True, slots=True)
class HandStood:
    """The current player's hand stands: its rank's id and its strength (greater is better)."""

    hand: str
    strength: int


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """The thinking clock of a seat (0-based) ran for this many milliseconds. Not a step: it is never undone."""

    seat: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class TimeRestored:
    """A seat (0-based) whose time had run out got back this many milliseconds: all it spent in that turn.

    The turn goes on where it was, and the game is paused.
    """

    seat: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class PauseSet:
    """The game was paused, or went on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The last step not yet undone was undone: closed box, hand, correction or roll, with later holds.

    Right after GameAbandoned it undoes that alone: the game goes on as it stood.
    """


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game was ended early; only Undone can follow."""


Event = (
    GameStarted
    | Rolled
    | HoldSet
    | DieCorrected
    | BoxWritten
    | HandStood
    | TimeSpent
    | TimeRestored
    | PauseSet
    | Undone
    | GameAbandoned
)
