"""Equal dice after the first time: what they earn, when they count as any figure, and where they must go."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from firmware_host.rules.dice import SIDES
from firmware_host.rules.memory import Memory, scored
from firmware_host.rules.parts.bonuses import Slots, is_open, kept_of
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation
from firmware_host.words import Words, say

FIVE = "five-of-a-kind"


def all_equal(situation: Situation) -> bool:
    """Return whether all dice are equal."""
    return len(set(situation.roll.values)) == 1


@dataclass(frozen=True, slots=True)
class Joker:
    """When equal dice are a joker on one card: once the box `equal` and the upper box of their value are both closed.

    `equal`, `upper` (the boxes that collect 1 to 6; None for one that is not on the card and so counts as closed) and
    `lower` are boxes with their number of slots.
    """

    equal: Slots
    upper: tuple[Slots | None, ...]
    lower: tuple[Slots, ...]

    @classmethod
    def of(cls, boxes: tuple[Box, ...], equal: str = FIVE) -> "Joker":
        """Return the joker of a card of these boxes, which has the box for equal dice."""
        slots = {box.id: (box.id, box.slots) for box in boxes}
        upper = {box.value: slots[box.id] for box in boxes if box.value is not None}
        lower = tuple(slots[box.id] for box in boxes if box.section == "lower")
        return cls(slots[equal], tuple(upper.get(value) for value in range(1, SIDES + 1)), lower)

    def on(self, rules: Ruleset) -> "Joker | None":
        """Return the joker of the card of these rules; None if it has no box for equal dice."""
        return Joker.of(rules.boxes, self.equal[0]) if kept_of(self.equal[:1], rules.boxes) else None

    def equal_closed(self, situation: Situation) -> bool:
        """Return whether the box for equal dice is closed."""
        return not is_open(self.equal, situation.written)

    def upper_open(self, situation: Situation) -> str:
        """Return the id of the upper box for the value of these equal dice; "" if it is not open."""
        box = self.upper[situation.roll.values[0] - 1]
        return box[0] if box and is_open(box, situation.written) else ""

    def lower_open(self, situation: Situation) -> bool:
        """Return whether any box of the lower section is open."""
        return any(is_open(box, situation.written) for box in self.lower)

    def is_one(self, situation: Situation) -> bool:
        """Return whether the dice are a joker."""
        return all_equal(situation) and self.equal_closed(situation) and not self.upper_open(situation)


class EarnedPart(Protocol):
    """Points that a turn earns besides those of its box (`Bonus.earned`)."""

    def __call__(self, box: Box, situation: Situation, /) -> int:
        """Return what the turn earns."""

    @property
    def title(self) -> str:
        """Its title unless it is given another."""

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """What it needs to know of the points in closed boxes."""

    def on(self, rules: Ruleset) -> "EarnedPart | None":
        """Return the same rule for the card of these rules."""


def earned_bonus(id: str, title: str, part: EarnedPart) -> Bonus:  # noqa: A002 - the project's word throughout
    """Return the bonus made from such a part."""
    return Bonus(id, title, earned=part, remembers=part.remembers)


@dataclass(frozen=True, slots=True)
class FurtherEqual:
    """`points` for each turn that ends with all dice equal once the box `equal` holds points (`Bonus.earned`)."""

    equal: str
    points: int

    def __call__(self, box: Box, situation: Situation) -> int:  # noqa: ARG002 - the signature of `earned`
        """Return what the turn earns besides its box."""
        return self.points if all_equal(situation) and any(situation.written[self.equal]) else 0

    @property
    def title(self) -> Words:
        """Say what it is for."""
        return say("All dice equal again")

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember whether the box for equal dice holds points."""
        return (scored(self.equal),)

    def on(self, rules: Ruleset) -> "FurtherEqual | None":
        """Keep the rule if the box for equal dice is there."""
        return self if kept_of((self.equal,), rules.boxes) else None


@dataclass(frozen=True, slots=True)
class JokerUsed:
    """`points` for each joker that is used once the box for equal dice holds points (`Bonus.earned`).

    A joker is used in a lower box, or in an upper one once all lower boxes are closed.
    """

    joker: Joker
    points: int

    def __call__(self, box: Box, situation: Situation) -> int:
        """Return what the turn earns besides its box."""
        used = self.joker.is_one(situation) and (box.section == "lower" or not self.joker.lower_open(situation))
        return self.points if used and any(situation.written[self.joker.equal[0]]) else 0

    @property
    def title(self) -> Words:
        """Say what it is for."""
        return say("Jokers used")

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember whether the box for equal dice holds points."""
        return (scored(self.joker.equal[0]),)

    def on(self, rules: Ruleset) -> "JokerUsed | None":
        """Return the same rule for the card of these rules."""
        joker = self.joker.on(rules)
        return None if joker is None else replace(self, joker=joker)


@dataclass(frozen=True, slots=True)
class JokerPoints:
    """What a joker is worth in boxes whose figure it does not make: box id → points (a change of `Worth`)."""

    joker: Joker
    points: Mapping[str, int] = field(hash=False)

    def __call__(self, points: int, box: Box, situation: Situation) -> int:
        """Return the full points of these boxes for a joker, and otherwise `points` unchanged."""
        return self.points[box.id] if box.id in self.points and self.joker.is_one(situation) else points

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember nothing: only whether boxes are closed matters."""
        return ()

    def on(self, rules: Ruleset) -> "JokerPoints | None":
        """Keep the boxes that are there."""
        joker = self.joker.on(rules)
        points = {box: self.points[box] for box in kept_of(tuple(self.points), rules.boxes)}
        return JokerPoints(joker, points) if joker and points else None


@dataclass(frozen=True, slots=True)
class ForcedJoker:
    """Where equal dice must go by the rule on the box lid (a reason of `Forbids`).

    Once the box for equal dice is closed: into the upper box of their value, else an open lower box, else anywhere.
    """

    joker: Joker

    def __call__(self, box: Box, situation: Situation) -> str:
        """Say why the box cannot be closed; empty if it can."""
        joker = self.joker
        if not all_equal(situation) or not joker.equal_closed(situation):
            return ""
        if upper := joker.upper_open(situation):
            if box.id == upper:
                return ""
            return say("Five equal dice must go into the upper box of their value, which is still open.")
        if box.section == "upper" and joker.lower_open(situation):
            return say("Five equal dice must go into the lower section while a box there is open.")
        return ""

    def on(self, rules: Ruleset) -> "ForcedJoker | None":
        """Return the same rule for the card of these rules."""
        joker = self.joker.on(rules)
        return None if joker is None else ForcedJoker(joker)
