"""Bonuses for the boxes: for a sum reached or missed, for boxes that all score, for each slot that scores."""

from dataclasses import dataclass, replace
from typing import Protocol

from firmware_host.rules.memory import Memory, all_scored, sum_of_points, sum_up_to
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Written
from firmware_host.words import Words, say

Slots = tuple[str, int]
"""A box by its id, with the number of its slots."""


class WrittenPart(Protocol):
    """Points for the boxes at any moment of the game (`Bonus.points`)."""

    def __call__(self, written: Written, /) -> int:
        """Return the points."""

    @property
    def title(self) -> str:
        """Its title unless it is given another."""

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """What it needs to know of the points in closed boxes."""

    def on(self, rules: Ruleset) -> "WrittenPart | None":
        """Return the same rule for the card of these rules."""


@dataclass(frozen=True, slots=True)
class SumFrom:
    """`points` once the boxes add up to `at`; `signed` if one of them may hold less than 0."""

    boxes: tuple[str, ...]
    at: int
    points: int
    signed: bool = False

    def __call__(self, written: Written) -> int:
        """Return the points, 0 until the sum is reached."""
        return self.points if sum_in(self.boxes, written) >= self.at else 0

    @property
    def title(self) -> Words:
        """Name the sum."""
        return say("Bonus at {at}", at=self.at)

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember the sum, only up to `at` if no box can lower it."""
        return (sum_of_points(self.boxes) if self.signed else sum_up_to(self.boxes, self.at),)

    def on(self, rules: Ruleset) -> "SumFrom | None":
        """Keep the boxes that are there."""
        kept = kept_of(self.boxes, rules.boxes)
        signed = any(box.school for box in rules.boxes if box.id in kept)
        return replace(self, boxes=kept, signed=signed) if kept else None


@dataclass(frozen=True, slots=True)
class SumBelow:
    """`points`, which may be negative, if the boxes add up to less than `below` once all are closed."""

    boxes: tuple[str, ...]
    below: int
    points: int

    def __call__(self, written: Written) -> int:
        """Return the points; 0 until all are closed."""
        closed = all(written[box] for box in self.boxes)
        return self.points if closed and sum_in(self.boxes, written) < self.below else 0

    @property
    def title(self) -> Words:
        """Name the sum."""
        return say("Below {below}", below=self.below)

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember the sum."""
        return (sum_of_points(self.boxes),)

    def on(self, rules: Ruleset) -> "SumBelow | None":
        """Keep the boxes that are there."""
        kept = kept_of(self.boxes, rules.boxes)
        return replace(self, boxes=kept) if kept else None


@dataclass(frozen=True, slots=True)
class AllScored:
    """`points` once every slot of the boxes is closed, none of them for 0; `slots` is the number in each box."""

    boxes: tuple[str, ...]
    slots: tuple[int, ...]
    points: int

    def __call__(self, written: Written) -> int:
        """Return the points; 0 until all are closed."""
        full = all(
            len(written[box]) == slots and all(written[box]) for box, slots in zip(self.boxes, self.slots, strict=True)
        )
        return self.points if full else 0

    @property
    def title(self) -> Words:
        """Say when it is earned."""
        return say("All scored")

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember whether one was closed for 0."""
        return (all_scored(self.boxes),)

    def on(self, rules: Ruleset) -> "AllScored | None":
        """Keep the boxes that are there, with as many slots as they have there."""
        kept = [box for box in rules.boxes if box.id in self.boxes]
        ids, slots = tuple(box.id for box in kept), tuple(box.slots for box in kept)
        return AllScored(ids, slots, self.points) if kept else None


@dataclass(frozen=True, slots=True)
class EachScored:
    """`points` for each slot of the boxes that scores."""

    boxes: tuple[str, ...]
    points: int

    def __call__(self, written: Written) -> int:
        """Return the points for the slots closed so far."""
        return self.points * sum(slot != 0 for box in self.boxes for slot in written[box])

    @property
    def title(self) -> Words:
        """Say what it is for."""
        return say("{points} for each", points=self.points)

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember how many have scored."""
        return (Memory(self.boxes, lambda number, box, points: number + (points != 0)),)  # noqa: ARG005

    def on(self, rules: Ruleset) -> "EachScored | None":
        """Keep the boxes that are there."""
        kept = kept_of(self.boxes, rules.boxes)
        return replace(self, boxes=kept) if kept else None


def written_bonus(id: str, title: str, part: WrittenPart) -> Bonus:  # noqa: A002 - the project's word throughout
    """Return the bonus made from such a part."""
    return Bonus(id, title, part, remembers=part.remembers)


def sum_in(boxes: tuple[str, ...], written: Written) -> int:
    """Return the sum of the boxes."""
    return sum(sum(written[box]) for box in boxes)


def is_open(box: Slots, written: Written) -> bool:
    """Return whether a box has an open slot."""
    return len(written[box[0]]) < box[1]


def kept_of(ids: tuple[str, ...], boxes: tuple[Box, ...]) -> tuple[str, ...]:
    """Return those of the ids that are on a card of these boxes."""
    there = {box.id for box in boxes}
    return tuple(box for box in ids if box in there)
