"""A game's rules as a record: its boxes, bonuses and options are data, its special rules a few functions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll, face_of
from firmware_host.rules.match import Contest
from firmware_host.rules.memory import Memory
from firmware_host.rules.options import Option, OptionError, Options, Setting
from firmware_host.rules.poker_words import CALLED, worded
from firmware_host.rules.scoring import Score
from firmware_host.words import Words, joined, say, say_count

Section = Literal["upper", "lower"]
Striking = Literal["any", "worthless", "never"]
Written = Mapping[str, tuple[int, ...]]
"""What a card holds, for bonuses and `forbids`: box id → points of its closed slots, in the order they were closed."""

MOST_PLAYERS = 8


class RulesetError(DiceTableError, ValueError):
    """A ruleset that contradicts itself."""


class UnknownBoxError(DiceTableError, LookupError):
    """A box that the game does not have."""


@dataclass(frozen=True, slots=True)
class Box:
    """One row of the card.

    `score` returns its points for any roll, before any changes by the turn and the card (`Ruleset.worth`). `value` is
    the die value that an upper box collects, so that its title can follow the faces of the dice. A box with several
    `slots` is filled that many times. `striking` says when it may be struck, that is, closed for 0 on purpose: with any
    dice, with dice that are worth nothing there, or never. A `school` box shows a cross, or plus or minus its value.
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
        """Return the box in the words for dice with `faces`: with poker dice the upper boxes are 9 10 J Q K A."""
        if self.value is None:
            return replace(self, title=worded(self.title, faces), hint=worded(self.hint, faces))
        title = self.title if faces == "pips" else face_of(self.value, faces)
        return replace(self, title=title, hint=upper_hint(self.value, faces, self.school))

    @property
    def called(self) -> str:
        """Return what sentences and voices call the box: its title, but Queens where that is a Q."""
        return CALLED.get(self.title, self.title)


@dataclass(frozen=True, slots=True)
class Situation:
    """The end of a turn: the dice, how many rolls they took, and what the card held before."""

    roll: Roll
    rolls_used: int
    written: Written


def _nothing_written(written: Written) -> int:  # noqa: ARG001 - the signature of `points`
    return 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points besides the boxes: `points` computes them from the card at any moment of the game.

    If `earned` is given, a turn earns its points for good when it closes a box, besides those of the box.
    `remembers` declares what both need to know of the points in closed boxes.
    """

    id: str
    title: str
    points: Callable[[Written], int] = field(default=_nothing_written, compare=False)
    earned: Callable[[Box, Situation], int] | None = field(default=None, compare=False)
    remembers: tuple[Memory, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Award:
    """Points of the second count that decides some games: `points` computes them from the card and its total."""

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
    """Everything that defines one game: data, and functions where data are not enough.

    `dice` are thrown up to `rolls` times a turn; each turn closes one slot. `forbids(box, situation)` says in a
    sentence why an open box cannot be closed, empty if it can; `worth(box, situation)` returns what it scores;
    `remembers` declares what these two need to know of the points in closed boxes. With `sum_row` the card has a row
    for the sum of its upper section, with `par` also as above or below that many dice of each value. `awards` are
    points besides the total that decide the game before it. A game with a `contest` has no boxes: whole hands win
    rounds. `clock_s` is each player's thinking time in seconds, 0 for no limit; each turn that is ended adds
    `increment_s` to it. Scoring one of the boxes `first_roll_wins` (ids) on the first roll wins the game at once. With
    `saved_rolls` those that a turn leaves are added to the player's next. Texts speak of dice with `faces`.
    `variant(rules, options)` returns the rules with the chosen options applied. `gist` says in a few words what tells
    the game from others with titles like its own. `source` names the text the rules come from and `decisions` what it
    left open; `house` is the whole text of house rules, empty in any other game.
    RulesetError if ids repeat or the numbers are impossible.
    """

    id: str
    title: str
    dice: int
    rolls: int
    boxes: tuple[Box, ...]
    source: str
    gist: str = ""
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
    increment_s: int = 0
    first_roll_wins: tuple[str, ...] = ()
    saved_rolls: bool = False
    faces: str = "pips"
    forbids: Callable[[Box, Situation], str] = field(default=_always_allowed, compare=False)
    worth: Callable[[Box, Situation], int] = field(default=_face_value, compare=False)
    remembers: tuple[Memory, ...] = field(default=(), compare=False)
    house: str = ""
    variant: Callable[["Ruleset", Options], "Ruleset"] = field(default=_unchanged, compare=False)

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise RulesetError(" ".join((f"The rules {self.id} cannot be played.", *faults)))

    @property
    def turns(self) -> int:
        """Turns of each player: one for each slot of the card, or one a round in a game without a card."""
        return self.contest.rounds if self.contest else sum(box.slots for box in self.boxes)

    @property
    def longest(self) -> str:
        """The longest a game can last, in a few sentences."""
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
            "" if self.contest.shared else say("Ties are settled by roll-offs, as many as it takes."),
        )

    @property
    def most_rolls(self) -> int:
        """How many rolls one turn can have."""
        return self.turns * self.rolls if self.saved_rolls else self.rolls

    def position_of(self, box: str) -> int:
        """Return the row (0-based) of the box with this id; UnknownBoxError lists the boxes."""
        for row, known in enumerate(self.boxes):
            if known.id == box:
                return row
        raise UnknownBoxError(f"{self.title} has no box “{box}”. {_choose(known.id for known in self.boxes)}")

    def titled(self, faces: str) -> "Ruleset":
        """Return the same rules in the words for the faces of the dice ("pips" or "poker")."""
        return replace(
            self,
            faces=faces,
            boxes=tuple(box.titled(faces) for box in self.boxes),
            bonuses=tuple(replace(bonus, title=worded(bonus.title, faces)) for bonus in self.bonuses),
            awards=tuple(replace(award, title=worded(award.title, faces)) for award in self.awards),
            decisions=tuple(worded(decision, faces) for decision in self.decisions),
        )

    def settings(self, chosen: Options) -> dict[str, Setting]:
        """Return the setting of every option, chosen or default; OptionError with all faults at once."""
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
        """Return the rules with the chosen options applied; OptionError as in `settings`."""
        return self.variant(self, self.settings(chosen))

    def with_boxes(self, *changed: Box) -> "Ruleset":
        """Return the rules with these boxes in place of those with the same ids; UnknownBoxError if there is none."""
        boxes = list(self.boxes)
        for box in changed:
            boxes[self.position_of(box.id)] = box
        return replace(self, boxes=tuple(boxes))

    def box(self, id: str) -> Box:  # noqa: A002 - the project's word throughout
        """Return the box with this id; UnknownBoxError lists the boxes."""
        return self.boxes[self.position_of(id)]

    def _no_option(self, name: str) -> str:
        # not for players
        return f"{self.title} has no option “{name}”. {_choose(option.id for option in self.options)}"

    def _faults(self) -> Iterator[str]:
        for kind in (self.boxes, self.bonuses, self.awards, self.options):
            ids = [known.id for known in kind]
            if len(set(ids)) != len(ids):
                yield f"An id is used twice in {', '.join(ids)}. Make each id unique."  # not for players
        if min(self.dice, self.rolls, *(box.slots for box in self.boxes)) < 1:
            yield "They need at least one die, one roll, and one slot in each box."  # not for players
        if bool(self.boxes) is (self.contest is not None):
            yield "They need at least one box, or a contest and no box."  # not for players
        if sum(bonus.earned is not None for bonus in self.bonuses) > 1:
            yield "A turn can earn two of their bonuses, but a card keeps only one. Leave one out."  # not for players
        if unknown := set(self.first_roll_wins) - {box.id for box in self.boxes}:
            yield f"They have no box {', '.join(sorted(unknown))} to win with."  # not for players
        if not 1 <= self.min_players <= self.max_players <= MOST_PLAYERS:
            # not for players
            yield f"They are for {self.min_players} to {self.max_players} players. The table seats 1 to {MOST_PLAYERS}."
        for option in self.options:
            if fault := option.why_not(option.default):
                yield f"The default of an option is not one of its choices. {fault}"  # not for players


def upper_hint(value: int, faces: str = "pips", school: bool = False) -> Words:
    """Return the hint for the upper box of a value, on dice with `faces`."""
    face = face_of(value, faces)
    if school:
        return say(
            "Three:\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}, more:\N{NO-BREAK SPACE}+{value}, "
            "fewer:\N{NO-BREAK SPACE}\N{MINUS SIGN}{value}",
            value=value,
        )
    return say("{value} for each {face}", value=value, face=face)


def _choose(ids: Iterable[str]) -> str:
    names = ", ".join(ids)
    return f"Choose one of: {names}." if names else "There are none to choose from."  # not for players
