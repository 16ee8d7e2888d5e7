"""An immutable scorecard: what it holds, what a roll can score in it, and what it adds up to."""

from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Box, Ruleset, Section, Situation, Written
from firmware_host.words import Words, joined, say, say_count

CROSS = "\N{MULTIPLICATION SIGN}"
MINUS = "\N{MINUS SIGN}"


class CardError(DiceTableError, ValueError):
    """A box that cannot be closed as asked."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One closed slot: its points, whether it was struck (closed for 0 on purpose), what its turn earned besides."""

    points: int
    struck: bool = False
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """What a roll can do in one box.

    `points` is what it would score (None if it cannot be closed), `extra` what the turn would earn besides the box.
    `why_not` says why the box cannot be closed at all, `why_no_strike` why it cannot be struck.
    """

    box: str
    points: int | None
    writable: bool
    strikable: bool
    why_not: str = ""
    why_no_strike: str = ""
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Scorecard:
    """One player's card: `rows` holds, for each box of the ruleset in order, the entries of its closed slots.

    In every method that takes a roll, `rolls_used` counts the throws it took; by default all that the game allows.
    """

    ruleset: Ruleset
    rows: tuple[tuple[Entry, ...], ...]

    @classmethod
    def empty(cls, ruleset: Ruleset) -> "Scorecard":
        """Return a card with every box open."""
        return cls(ruleset, ((),) * len(ruleset.boxes))

    @property
    def written(self) -> Written:
        """Box id → points of its closed slots, in the order they were closed."""
        return {
            box.id: tuple(entry.points for entry in row) for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
        }

    @property
    def slots_closed(self) -> int:
        """How many slots are closed: one for each turn played."""
        return sum(len(row) for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether every slot of every box is closed."""
        return self.slots_closed == sum(box.slots for box in self.ruleset.boxes)

    @property
    def bonuses(self) -> dict[str, int]:
        """Points of each bonus so far, by bonus id."""
        written = self.written
        earned = sum(entry.extra for row in self.rows for entry in row)
        return {bonus.id: bonus.points(written) + (earned if bonus.earned else 0) for bonus in self.ruleset.bonuses}

    @property
    def total(self) -> int:
        """The sum of all boxes and bonuses so far."""
        return self.subtotal("upper") + self.subtotal("lower") + sum(self.bonuses.values())

    @property
    def awards(self) -> dict[str, int]:
        """Points of each award so far, by award id; empty in games without awards."""
        written, total = self.written, self.total
        return {award.id: award.points(written, total) for award in self.ruleset.awards}

    @property
    def points(self) -> int | None:
        """The sum of the awards so far; None in games without awards."""
        return sum(self.awards.values()) if self.ruleset.awards else None

    @property
    def against_par(self) -> int | None:
        """How far the closed upper boxes are above `par` dice of each value; None in games without par."""
        if not self.ruleset.par:
            return None
        return sum(
            entry.points - self.ruleset.par * box.value
            for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
            for entry in row
            if box.value is not None
        )

    def subtotal(self, section: Section) -> int:
        """Return the sum of one section's boxes, without bonuses."""
        return sum(
            entry.points
            for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
            if box.section == section
            for entry in row
        )

    def entries(self, box: str) -> tuple[Entry, ...]:
        """Return the closed slots of a box in the order they were closed; UnknownBoxError for a box not on the card."""
        return self.rows[self.ruleset.position_of(box)]

    def choice(self, box: str, roll: Roll, rolls_used: int | None = None) -> Choice:
        """Return what `roll` can do in one box; UnknownBoxError for a box not on the card."""
        row = self.ruleset.position_of(box)
        return self._choice(self.ruleset.boxes[row], self.rows[row], self._situation(roll, rolls_used))

    def choices(self, roll: Roll, rolls_used: int | None = None) -> tuple[Choice, ...]:
        """Return what `roll` can do in each box, in the order of the card."""
        situation = self._situation(roll, rolls_used)
        return tuple(self._choice(box, row, situation) for box, row in zip(self.ruleset.boxes, self.rows, strict=True))

    def fill(self, box: str, roll: Roll, rolls_used: int | None = None) -> "Scorecard":
        """Score `roll` in a box; CardError if that is not allowed."""
        choice = self.choice(box, roll, rolls_used)
        if choice.points is None:
            raise CardError(choice.why_not)
        return self.put(box, Entry(choice.points, extra=choice.extra))

    def strike(self, box: str, roll: Roll, rolls_used: int | None = None) -> "Scorecard":
        """Strike a box, that is, close it for 0; CardError if that is not allowed with these dice."""
        choice = self.choice(box, roll, rolls_used)
        if not choice.strikable:
            raise CardError(choice.why_not or choice.why_no_strike)
        return self.put(box, Entry(0, struck=True, extra=choice.extra))

    def put(self, box: str, entry: Entry) -> "Scorecard":
        """Close one slot with a given entry; CardError if no slot is open."""
        row = self.ruleset.position_of(box)
        if why_not := _closed(self.ruleset.boxes[row], self.rows[row]):
            raise CardError(why_not)
        return replace(self, rows=(*self.rows[:row], (*self.rows[row], entry), *self.rows[row + 1 :]))

    def _situation(self, roll: Roll, rolls_used: int | None) -> Situation:
        rules = self.ruleset
        used = rules.rolls if rolls_used is None else rolls_used
        if len(roll.values) != rules.dice or not 1 <= used <= rules.most_rolls:
            raise CardError(_unfit(rules, len(roll.values), used))
        return Situation(roll, used, self.written)

    def _choice(self, box: Box, row: tuple[Entry, ...], situation: Situation) -> Choice:
        why_not = _closed(box, row) or self.ruleset.forbids(box, situation)
        if why_not:
            return Choice(box.id, None, writable=False, strikable=False, why_not=why_not)
        points = self.ruleset.worth(box, situation)
        extra = sum(bonus.earned(box, situation) for bonus in self.ruleset.bonuses if bonus.earned)
        why_no_strike = _unstruck(box, points)
        return Choice(box.id, points, True, not why_no_strike, why_no_strike=why_no_strike, extra=extra)


def mark(box: Box, entry: Entry) -> str:
    """Return what to write in the slot: its points, or in a school box a cross or the points with their sign."""
    if box.school and not entry.points:
        return CROSS
    sign = MINUS if entry.points < 0 else "+" if box.school else ""
    return f"{sign}{abs(entry.points)}"


def _closed(box: Box, row: tuple[Entry, ...]) -> str:
    if len(row) < box.slots:
        return ""
    if box.slots > 1:
        return say("{box} is already full. Choose an open box.", box=say(box.called))
    if row[0].struck:
        return say("{box} is already struck. Choose an open box.", box=say(box.called))
    return say("{box} is already scored: {points}. Choose an open box.", box=say(box.called), points=row[0].points)


def _unstruck(box: Box, points: int) -> str:
    if box.striking == "never":
        return say("{box} cannot be struck in this game. Score it, or choose another box.", box=say(box.called))
    if box.striking == "worthless" and points:
        return _must_be_scored(box.called, points)
    return ""


def _unfit(rules: Ruleset, dice: int, rolls_used: int) -> Words:
    return joined(
        say_count("This game is played with {count} die.", "This game is played with {count} dice.", rules.dice),
        say_count("A turn has {count} roll.", "A turn has 1 to {count} rolls.", rules.most_rolls),
        say(
            "You gave {dice} after {rolls}.",
            dice=say_count("{count} die", "{count} dice", dice),
            rolls=say_count("{count} roll", "{count} rolls", rolls_used),
        ),
    )


@lru_cache(maxsize=1024)  # most rolls need it for most boxes: uncached, it would cost as much as the points
def _must_be_scored(title: str, points: int) -> Words:
    return say(
        "{box} is worth {points} with these dice, so it cannot be struck. Score it, or choose another box.",
        box=say(title),
        points=points,
    )
