"""What people and the tray ask of a game. A command can be refused; an event (see events.py) is a fact."""

from collections.abc import Mapping
from dataclasses import dataclass, field

OPPONENTS = ("exact", "steady", "casual", "wild")
"""The styles in which the program plays a seat, the strongest first."""
COCKED = ("ask", "throw", "read")
"""What to do with a cocked die: ask the players, throw it again, or count it as read."""
COACHING = ("off", "ask", "always")
"""When the coach speaks: never, on request, or with every roll."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table: a name as typed and a colour as #rrggbb.

    `opponent` is the style in which the program plays this seat (one of OPPONENTS), empty for a person. If any seat is
    `advised`, the coach speaks only to those: a handicap that everybody sees at the start.
    """

    name: str
    colour: str
    opponent: str = ""
    advised: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die lay in the tray picture: centre and width in pixels of that picture."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin a new game: seats in playing order, ruleset id and its options, dice faces ("pips" or "poker").

    `coach` says when the coach speaks (one of COACHING), `cocked` what to do with a cocked die (one of COCKED).
    """

    players: tuple[Player, ...]
    rules: str = "poker-dice"
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    faces: str = "pips"
    coach: str = "off"
    cocked: str = "ask"


@dataclass(frozen=True, slots=True)
class RecordRoll:
    """The dice at rest after a throw, left to right: values 1-6, which were kept, where they are, and the photo."""

    values: tuple[int, ...]
    kept: tuple[bool, ...]
    places: tuple[Place, ...] = ()
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class SetHold:
    """Hold or release one die (index from the left, 0-based) for the next throw."""

    die: int
    held: bool


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Say what a die of the current roll really shows (index from the left, value 1-6)."""

    die: int
    value: int


@dataclass(frozen=True, slots=True)
class WriteBox:
    """Score a box with the dice on the table; `strike` closes it for 0 if the rules allow that."""

    box: str
    strike: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """End the turn with the hand on the table, in a game of hands, which has no boxes."""


@dataclass(frozen=True, slots=True)
class SpendTime:
    """Run the thinking clock of the current player for this many seconds; does nothing in a game without clocks."""

    seconds: float


@dataclass(frozen=True, slots=True)
class PauseGame:
    """Pause the game, or go on with it; does nothing in a game without clocks."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last step: a closed box, a hand that stood, a correction or a roll.

    Where a game was ended early or by the clock, that alone is undone.
    """


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """End the game now, without a winner; the game goes on if that is undone."""


Command = StartGame | RecordRoll | SetHold | CorrectDie | WriteBox | Stand | SpendTime | PauseGame | Undo | AbandonGame
