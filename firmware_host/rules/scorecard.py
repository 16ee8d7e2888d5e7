"""An immutable scorecard: what is written, what a roll may do to it, and what it all adds up to."""

from dataclasses import dataclass, replace

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Box, Ruleset, Section, Written


class CardError(DiceTableError, ValueError):
    """A box that cannot be closed as asked."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One closed slot: its points, and whether it was struck (closed for 0 on purpose)."""

    points: int
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What a roll may do to one box: its points (None where it may not be written) and why not, in words."""

    box: str
    points: int | None
    writable: bool
    strikable: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """One player's card: `rows` holds, for each box of the ruleset in order, the entries of its closed slots."""

    ruleset: Ruleset
    rows: tuple[tuple[Entry, ...], ...]

    @classmethod
    def empty(cls, ruleset: Ruleset) -> "Scorecard":
        """Return a card with every box open."""
        return cls(ruleset, ((),) * len(ruleset.boxes))

    @property
    def written(self) -> Written:
        """Box id → points of its closed slots, in the order of writing."""
        return {
            box.id: tuple(entry.points for entry in row) for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
        }

    @property
    def slots_closed(self) -> int:
        """How many slots are closed: the turns this card has seen."""
        return sum(len(row) for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether every slot of every box is closed."""
        return self.slots_closed == self.ruleset.turns

    @property
    def bonuses(self) -> dict[str, int]:
        """Points of each bonus as the card stands, by bonus id."""
        written = self.written
        return {bonus.id: bonus.points(written) for bonus in self.ruleset.bonuses}

    @property
    def total(self) -> int:
        """All boxes and bonuses as the card stands."""
        return self.subtotal("upper") + self.subtotal("lower") + sum(self.bonuses.values())

    def subtotal(self, section: Section) -> int:
        """Return the sum of one section's boxes, without bonuses."""
        return sum(
            entry.points
            for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
            if box.section == section
            for entry in row
        )

    def entries(self, box: str) -> tuple[Entry, ...]:
        """Return the closed slots of a box in the order of writing; UnknownBoxError for a box not on the card."""
        return self.rows[self.ruleset.position_of(box)]

    def choice(self, box: str, roll: Roll) -> Choice:
        """Say what `roll` may do to one box; UnknownBoxError for a box not on the card."""
        row = self.ruleset.position_of(box)
        return self._choice(self.ruleset.boxes[row], self.rows[row], roll, self.written)

    def choices(self, roll: Roll) -> tuple[Choice, ...]:
        """Say what `roll` may do to each box, in the order of the card."""
        written = self.written
        return tuple(
            self._choice(box, row, roll, written) for box, row in zip(self.ruleset.boxes, self.rows, strict=True)
        )

    def _choice(self, box: Box, row: tuple[Entry, ...], roll: Roll, written: Written) -> Choice:
        why_not = _closed(box, row) or self.ruleset.forbids(box, roll, written)
        if why_not:
            return Choice(box.id, None, writable=False, strikable=False, why_not=why_not)
        points = box.score(roll)
        return Choice(box.id, points, writable=True, strikable=box.strikable or points == 0)

    def fill(self, box: str, roll: Roll) -> "Scorecard":
        """Write `roll` into a box for what it is worth there; CardError where that is not allowed."""
        choice = self.choice(box, roll)
        if choice.points is None:
            raise CardError(choice.why_not)
        return self.put(box, Entry(choice.points))

    def strike(self, box: str, roll: Roll) -> "Scorecard":
        """Close a box for 0; CardError where it may not be closed, or where the dice score and must be written."""
        choice = self.choice(box, roll)
        if not choice.strikable:
            title = self.ruleset.boxes[self.ruleset.position_of(box)].title
            raise CardError(
                choice.why_not
                or f"{title} takes {choice.points} with these dice, so it cannot be struck. Write it, or another box."
            )
        return self.put(box, Entry(0, struck=True))

    def put(self, box: str, entry: Entry) -> "Scorecard":
        """Close one slot with an entry decided before; CardError where no slot is open."""
        row = self.ruleset.position_of(box)
        if why_not := _closed(self.ruleset.boxes[row], self.rows[row]):
            raise CardError(why_not)
        return replace(self, rows=(*self.rows[:row], (*self.rows[row], entry), *self.rows[row + 1 :]))


def _closed(box: Box, row: tuple[Entry, ...]) -> str:
    if len(row) < box.slots:
        return ""
    ways = " and ".join("struck" if entry.struck else f"written for {entry.points}" for entry in row)
    return f"{box.title} is already {ways}. Choose an open box."
