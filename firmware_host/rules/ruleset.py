"""A game's rules as a record: its boxes, bonuses and options are data, its oddities a few functions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll, face_of
from firmware_host.rules.scoring import Score

Section = Literal["upper", "lower"]
Setting = str | int | bool
Options = Mapping[str, Setting]
Written = Mapping[str, tuple[int, ...]]
"""What a card holds, as bonuses and legality see it: box id → points of its closed slots in the order of writing."""

MOST_PLAYERS = 8


class RulesetError(DiceTableError, ValueError):
    """A ruleset whose data contradict themselves."""


class OptionError(DiceTableError, ValueError):
    """Options that the ruleset does not have or cannot take; `faults` names each by option id."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = faults


class UnknownBoxError(DiceTableError, LookupError):
    """A box that the game does not have."""


@dataclass(frozen=True, slots=True)
class Box:
    """One row of the card.

    `score` gives its points for any roll. `value` is the die value that an upper box collects, so that its title can
    follow the faces on the table. A box with several `slots` is written that often. `strikable` boxes may be closed
    for 0 even where the dice would score.
    """

    id: str
    title: str
    section: Section
    score: Score = field(compare=False)
    hint: str
    value: int | None = None
    slots: int = 1
    strikable: bool = False

    def titled(self, faces: str) -> "Box":
        """Return the box as players of dice with `faces` know it: poker dice name the upper boxes 9 10 J Q K A."""
        if self.value is None:
            return self
        face = face_of(self.value, faces)
        title = self.title if faces == "pips" else face
        return replace(self, title=title, hint=f"{self.value} for each {face}")


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points beside the boxes; `points` computes them from what is written, at any moment of the game."""

    id: str
    title: str
    points: Callable[[Written], int] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule to choose before the game: one of `choices`, all of the type of `default`."""

    id: str
    title: str
    choices: tuple[Setting, ...]
    default: Setting

    def why_not(self, setting: Setting) -> str:
        """Say why `setting` cannot be chosen; empty where it can. True is no 1 here."""
        if any(type(choice) is type(setting) and choice == setting for choice in self.choices):
            return ""
        known = ", ".join(str(choice) for choice in self.choices)
        return f"Option {self.id} cannot be {setting!r}. Choose one of: {known}."


def _always_allowed(box: Box, roll: Roll, written: Written) -> str:  # noqa: ARG001 - the signature of `forbids`
    return ""


def _unchanged(rules: "Ruleset", options: Options) -> "Ruleset":  # noqa: ARG001 - the signature of `variant`
    return rules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All that makes one game: data, plus functions where data do not reach.

    `dice` are thrown up to `rolls` times a turn; each turn closes one slot. `forbids(box, roll, written)` says in a
    sentence why an open box may not be closed with this roll, or nothing. `variant(rules, options)` gives the rules
    as chosen options change them. `source` names the text the rules come from and `decisions` what it left open.
    RulesetError where ids repeat or numbers make no game.
    """

    id: str
    title: str
    dice: int
    rolls: int
    boxes: tuple[Box, ...]
    source: str
    decisions: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    options: tuple[Option, ...] = ()
    min_players: int = 1
    max_players: int = MOST_PLAYERS
    forbids: Callable[[Box, Roll, Written], str] = field(default=_always_allowed, compare=False)
    variant: Callable[["Ruleset", Options], "Ruleset"] = field(default=_unchanged, compare=False)

    def __post_init__(self) -> None:
        for kind, ids in (
            ("box", [box.id for box in self.boxes]),
            ("bonus", [bonus.id for bonus in self.bonuses]),
            ("option", [option.id for option in self.options]),
        ):
            if len(set(ids)) != len(ids):
                raise RulesetError(f"Ruleset {self.id} repeats a {kind} id: {', '.join(ids)}. Give each its own.")
        if not self.boxes or min(self.dice, self.rolls, *(box.slots for box in self.boxes)) < 1:
            raise RulesetError(f"Ruleset {self.id} needs at least one die, roll, box and slot a box.")
        if not 1 <= self.min_players <= self.max_players <= MOST_PLAYERS:
            raise RulesetError(
                f"Ruleset {self.id} is for {self.min_players} to {self.max_players} players: "
                f"the table seats 1 to {MOST_PLAYERS}."
            )
        for option in self.options:
            if fault := option.why_not(option.default):
                raise RulesetError(f"Ruleset {self.id} has a default that is no choice. {fault}")

    @property
    def turns(self) -> int:
        """Turns of each player: one for each slot of the card."""
        return sum(box.slots for box in self.boxes)

    def position_of(self, box: str) -> int:
        """Return the row (0-based) of the box with this id; UnknownBoxError names the boxes there are."""
        for row, known in enumerate(self.boxes):
            if known.id == box:
                return row
        raise UnknownBoxError(f"{self.title} has no box {box!r}. {_choose(known.id for known in self.boxes)}")

    def titled(self, faces: str) -> "Ruleset":
        """Return the same rules with boxes titled after the faces of the dice ("pips" or "poker")."""
        return replace(self, boxes=tuple(box.titled(faces) for box in self.boxes))

    def settings(self, chosen: Options) -> dict[str, Setting]:
        """Return every option with its setting, chosen or default; OptionError with all faults at once."""
        faults = {}
        known = {option.id: option for option in self.options}
        for name, setting in chosen.items():
            if name not in known:
                faults[name] = f"{self.title} has no option {name!r}. {_choose(known)}"
            elif fault := known[name].why_not(setting):
                faults[name] = fault
        if faults:
            raise OptionError(faults)
        return {option.id: chosen.get(option.id, option.default) for option in self.options}

    def with_options(self, chosen: Options) -> "Ruleset":
        """Return the rules as the chosen options change them; OptionError as `settings` raises it."""
        return self.variant(self, self.settings(chosen))


def _choose(ids: Iterable[str]) -> str:
    names = ", ".join(ids)
    return f"Choose one of: {names}." if names else "There is none to choose."
