"""What the referee gets and what it answers: plain records, no clock, no device, no memory."""

from dataclasses import dataclass
from typing import Literal

from firmware_host.game.commands import Place
from firmware_host.game.turn import WRITE, Ending
from firmware_host.table.snapshot import QuestionView

Trouble = Literal["", "cocked", "stacked"]
"""Why a die cannot be read: it leans or is covered, or it leans against another die or lies on it."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die at rest: its place, its likeliest value and, while unsure, the values it may show, best first.

    A die named by a player is sure and keeps its `choices`, so that it is recognised when it is read again. One that is
    in `trouble` is never sure; it is `clear` if its face would be, were it flat. `on_rail`: it lies on the keep rail.
    """

    place: Place
    value: int
    sure: bool = True
    choices: tuple[int, ...] = ()
    trouble: Trouble = ""
    clear: bool = False
    on_rail: bool = False

    @property
    def faces(self) -> frozenset[int]:
        """Every value that the reader or a player has given this die."""
        return frozenset((self.value, *self.choices))


@dataclass(frozen=True, slots=True)
class Reading:
    """Dice lying still, left to right; `thrown` is False when nothing moved before; `problems` could not be read.

    `outside` are dice beside the tray that were not there before the throw.
    """

    dice: tuple[LyingDie, ...]
    thrown: bool
    problems: tuple[str, ...] = ()
    outside: tuple[LyingDie, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnDie:
    """A die of the turn's current roll: its value, whether it is held, where it was last seen.

    `place` is None if nobody saw it (a roll entered by hand). `read_as` holds every value the reader has given it,
    which a correction may have overruled.
    """

    value: int
    held: bool
    place: Place | None
    read_as: frozenset[int] = frozenset()

    @property
    def faces(self) -> frozenset[int]:
        """Every value by which this die may be recognised."""
        return self.read_as | {self.value}


@dataclass(frozen=True, slots=True)
class TrayTurn:
    """What the game expects: its number of dice, rolls left, and the current roll (empty before one).

    `ending` says what ends the turn, `cocked` what to do with a die that is not flat (one of COCKED), and `kind` what
    the dice show ("pips" or "poker").
    """

    count: int
    rolls_left: int
    dice: tuple[TurnDie, ...] = ()
    ending: Ending = WRITE
    cocked: str = "ask"
    kind: str = "pips"

    @property
    def held(self) -> tuple[int, ...]:
        """Indices of the held dice."""
        return tuple(i for i, die in enumerate(self.dice) if die.held)


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """A roll to record, left to right.

    `seen` gives for each die its index in the reading (None: held and set aside off the tray), `was` its index in
    the roll before (None: thrown).
    """

    values: tuple[int, ...]
    kept: tuple[bool, ...]
    places: tuple[Place, ...]
    seen: tuple[int | None, ...]
    was: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class NoRoll:
    """Nothing to record, and why; `text` is a sentence for people, empty if there is nothing to say."""

    why: Literal["at-start", "at-rest", "incomplete", "taken-out", "no-rolls-left", "all-held"]
    text: str = ""


Verdict = CountedRoll | NoRoll | QuestionView
