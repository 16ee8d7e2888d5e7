"""A game's rules as a record: its boxes, bonuses and options are data, its oddities a few functions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll, face_of
from firmware_host.rules.match import Contest
from firmware_host.rules.memory import Memory
from firmware_host.rules.options import Option, OptionError, Options, Setting
from firmware_host.rules.scoring import Score
from firmware_host.words import Words, joined, say, say_count

Section = Literal["upper", "lower"]
Striking = Literal["any", "worthless", "never"]
Written = Mapping[str, tuple[int, ...]]
"""What a card holds, as bonuses and legality see it: box id → points of its closed slots in the order of writing."""

MOST_PLAYERS = 8


class RulesetError(DiceTableError, ValueError):
    """A ruleset whose data contradict themselves."""


class UnknownBoxError(DiceTableError, LookupError):
    """A box that the game does not have."""


@dataclass(frozen=True, slots=True)
class Box:
    """One row of the card.

    `score` gives its points for any roll, before what the rest of the turn and the card add (`Ruleset.worth`).
    `value` is the die value that an upper box collects, so that its title can follow the faces on the table. A box
    with several `slots` is written that often. `striking` says when it may be closed for 0 on purpose: with any dice,
    with dice that are worth nothing there, or never. A `school` box is shown as a cross, plus or minus its value.
    """

    id: str
    title: str
    section: Section
    score: Score = field(compare=False)
    hint: str
    value: int | None = None
    slots: int = 1
    striking: Striking = "worthless"
    school: bool = False

    def titled(self, faces: str) -> "Box":
        """Return the box as players of dice with `faces` know it: poker dice name the upper boxes 9 10 J Q K A."""
        if self.value is None:
            return self
        face = face_of(self.value, faces)
        title = self.title if faces == "pips" else face
        hint = upper_hint(self.value, face, self.school)
        return replace(self, title=title, hint=hint)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a turn ends on: the dice, how many rolls they took, and what the card holds before they are written."""

    roll: Roll
    rolls_used: int
    written: Written


def _nothing_written(written: Written) -> int:  # noqa: ARG001 - the signature of `points`
    return 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points beside the boxes: `points` computes them from what is written, at any moment of the game.

    Where `earned` is given, a turn earns its points, beside those of its box, when that box is closed; they stay.
    `remembers` declares what both need to know of the points in closed boxes.
    """

    id: str
    title: str
    points: Callable[[Written], int] = field(default=_nothing_written, compare=False)
    earned: Callable[[Box, Situation], int] | None = field(default=None, compare=False)
    remembers: tuple[Memory, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Award:
    """Points of the second count that ends some games: `points` computes them from what is written and the total."""

    id: str
    title: str
    points: Callable[[Written, int], int] = field(compare=False)


def _always_allowed(box: Box, situation: Situation) -> str:  # noqa: ARG001 - the signature of `forbids`
    return ""


def _face_value(box: Box, situation: Situation) -> int:
    return box.score(situation.roll)


def _unchanged(rules: "Ruleset", options: Options) -> "Ruleset":  # noqa: ARG001 - the signature of `variant`
    return rules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All that makes one game: data, plus functions where data do not reach.

    `dice` are thrown up to `rolls` times a turn; each turn closes one slot. `forbids(box, situation)` says in a
    sentence why an open box may not be closed, or nothing; `worth(box, situation)` what is written there; `remembers`
    declares what these two need to know of the points in closed boxes. With `sum_row` the card sums its upper section
    in a row of its own, with `par` also as more or less than so many dice of each value. `awards` are counted beside
    the total and decide the game before it. A game with a `contest` has no boxes: whole hands win rounds. `clock_s` is
    each player's thinking time in seconds, 0 for as long as he likes.
    `variant(rules, options)` gives the rules as chosen options change them. `source` names the text the rules come
    from and `decisions` what it left open; `house` is the whole text of house rules, and empty in any other game.
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
    awards: tuple[Award, ...] = ()
    options: tuple[Option, ...] = ()
    min_players: int = 1
    max_players: int = MOST_PLAYERS
    sum_row: bool = False
    par: int = 0
    contest: Contest | None = None
    clock_s: int = 0
    forbids: Callable[[Box, Situation], str] = field(default=_always_allowed, compare=False)
    worth: Callable[[Box, Situation], int] = field(default=_face_value, compare=False)
    remembers: tuple[Memory, ...] = field(default=(), compare=False)
    house: str = ""
    variant: Callable[["Ruleset", Options], "Ruleset"] = field(default=_unchanged, compare=False)

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise RulesetError(joined(say("The rules {id} make no game.", id=self.id), *faults))

    @property
    def turns(self) -> int:
        """Turns of each player: one for each slot of the card; rounds in a game without a card."""
        return self.contest.rounds if self.contest else sum(box.slots for box in self.boxes)

    @property
    def longest(self) -> str:
        """How long a game lasts at most, in a few sentences."""
        if self.contest is None:
            return joined(
                say_count("Each player has {count} turn.", "Each player has {count} turns.", self.turns),
                say_count("That is at most {count} roll.", "That is at most {count} rolls.", self.turns * self.rolls),
            )
        return joined(
            say_count("The match has {count} round.", "The match has {count} rounds.", self.turns),
            say_count(
                "In each round every player makes one hand, of {count} roll.",
                "In each round every player makes one hand, of at most {count} rolls.",
                self.rolls,
            ),
            "" if self.contest.shared else say("Roll-offs of equal hands come on top, as often as it takes."),
        )

    def position_of(self, box: str) -> int:
        """Return the row (0-based) of the box with this id; UnknownBoxError names the boxes there are."""
        for row, known in enumerate(self.boxes):
            if known.id == box:
                return row
        no_box = say("{game} has no box “{box}”.", game=say(self.title), box=box)
        raise UnknownBoxError(joined(no_box, _choose(known.id for known in self.boxes)))

    def titled(self, faces: str) -> "Ruleset":
        """Return the same rules with boxes titled after the faces of the dice ("pips" or "poker")."""
        return replace(self, boxes=tuple(box.titled(faces) for box in self.boxes))

    def settings(self, chosen: Options) -> dict[str, Setting]:
        """Return every option with its setting, chosen or default; OptionError with all faults at once."""
        faults = {}
        known = {option.id: option for option in self.options}
        for name, setting in chosen.items():
            if name not in known:
                faults[name] = self._no_option(name)
            elif fault := known[name].why_not(setting):
                faults[name] = fault
        if faults:
            raise OptionError(faults)
        return {option.id: chosen.get(option.id, option.default) for option in self.options}

    def parse_option(self, name: str, text: str) -> Setting:
        """Read the setting of one option from its word; OptionError for an unknown option or word."""
        for option in self.options:
            if option.id == name:
                return option.parse(text)
        raise OptionError({name: self._no_option(name)})

    def with_options(self, chosen: Options) -> "Ruleset":
        """Return the rules as the chosen options change them; OptionError as `settings` raises it."""
        return self.variant(self, self.settings(chosen))

    def with_boxes(self, *changed: Box) -> "Ruleset":
        """Return the rules with these boxes instead of those of the same id; UnknownBoxError where there is none."""
        boxes = list(self.boxes)
        for box in changed:
            boxes[self.position_of(box.id)] = box
        return replace(self, boxes=tuple(boxes))

    def box(self, id: str) -> Box:  # noqa: A002 - ids are called so throughout
        """Return the box with this id; UnknownBoxError names the boxes there are."""
        return self.boxes[self.position_of(id)]

    def _no_option(self, name: str) -> str:
        no_option = say("{game} has no option “{option}”.", game=say(self.title), option=name)
        return joined(no_option, _choose(option.id for option in self.options))

    def _faults(self) -> Iterator[Words]:
        for kind in (self.boxes, self.bonuses, self.awards, self.options):
            ids = [known.id for known in kind]
            if len(set(ids)) != len(ids):
                yield say("These ids are not all different: {ids}. Give each its own.", ids=", ".join(ids))
        if min(self.dice, self.rolls, *(box.slots for box in self.boxes)) < 1:
            yield say("They need at least one die, one roll, and one slot in each box.")
        if bool(self.boxes) is (self.contest is not None):
            yield say("They need at least one box, or a contest and no box.")
        if sum(bonus.earned is not None for bonus in self.bonuses) > 1:
            yield say("A turn can earn two of their bonuses, but a card keeps one. Leave one bonus out.")
        if not 1 <= self.min_players <= self.max_players <= MOST_PLAYERS:
            yield say(
                "They are for {least} to {most} players. The table seats 1 to {seats}.",
                least=self.min_players,
                most=self.max_players,
                seats=MOST_PLAYERS,
            )
        for option in self.options:
            if fault := option.why_not(option.default):
                yield joined(say("The default of an option is none of its choices."), fault)


def upper_hint(value: int, face: str, school: bool = False) -> Words:
    """Say what an upper box collects, in a few words."""
    if school:
        return say(
            "Three {face}: \N{MULTIPLICATION SIGN}. More: +{value}. One or two: \N{MINUS SIGN}{value}",
            face=face,
            value=value,
        )
    return say("{value} for each {face}", value=value, face=face)


def _choose(ids: Iterable[str]) -> Words:
    names = ", ".join(ids)
    return say("Choose one of: {names}.", names=names) if names else say("There is none to choose.")
