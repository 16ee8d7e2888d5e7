"""What changes the points of a box besides the dice: unused rolls, the first roll, boxes that wait for others."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from firmware_host.rules.memory import Memory, scored
from firmware_host.rules.parts.bonuses import kept_of
from firmware_host.rules.ruleset import Box, Ruleset, Situation


class Change(Protocol):
    """One change to the points a box would score."""

    def __call__(self, points: int, box: Box, situation: Situation, /) -> int:
        """Return the changed `points`."""

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """What it needs to know of the points in closed boxes."""

    def on(self, rules: Ruleset) -> "Change | None":
        """Return the same change for the card of these rules."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a box scores: what the dice are worth there, after each of `changes` in turn (`Ruleset.worth`)."""

    changes: tuple[Change, ...] = ()

    def __call__(self, box: Box, situation: Situation) -> int:
        """Return the points."""
        points = box.score(situation.roll)
        for change in self.changes:
            points = change(points, box, situation)
        return points

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """What the changes remember."""
        return tuple(memory for change in self.changes for memory in change.remembers)

    def on(self, rules: Ruleset) -> "Worth":
        """Keep the changes that apply to the card of these rules."""
        kept = (change.on(rules) for change in self.changes)
        return Worth(tuple(change for change in kept if change is not None))


@dataclass(frozen=True, slots=True)
class UnusedRolls:
    """`points` extra for each of the turn's `rolls` not used, if the box scores at all."""

    boxes: tuple[str, ...]
    points: int
    rolls: int

    def __call__(self, points: int, box: Box, situation: Situation) -> int:
        """Return the points plus those for the unused rolls."""
        earns = points and box.id in self.boxes
        return points + self.points * (self.rolls - situation.rolls_used) if earns else points

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember nothing."""
        return ()

    def on(self, rules: Ruleset) -> "UnusedRolls | None":
        """Keep the boxes that are there, and use the number of rolls there."""
        kept = kept_of(self.boxes, rules.boxes)
        return replace(self, boxes=kept, rolls=rules.rolls) if kept else None


@dataclass(frozen=True, slots=True)
class FromTheHand:
    """On the first roll, whatever scores counts `times` as much, plus the box's own `plus`."""

    plus: Mapping[str, int] = field(hash=False)
    times: int = 1

    def __call__(self, points: int, box: Box, situation: Situation) -> int:
        """Return the points with those for the first roll."""
        if situation.rolls_used > 1 or box.id not in self.plus or not points:
            return points
        return self.times * points + self.plus[box.id]

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember nothing."""
        return ()

    def on(self, rules: Ruleset) -> "FromTheHand | None":
        """Keep the boxes that are there."""
        plus = {box: self.plus[box] for box in kept_of(tuple(self.plus), rules.boxes)}
        return FromTheHand(plus, self.times) if plus else None


@dataclass(frozen=True, slots=True)
class Waits:
    """`box` scores nothing until the box `until` holds points."""

    box: str
    until: str

    def __call__(self, points: int, box: Box, situation: Situation) -> int:
        """Return the points; 0 while the box must wait."""
        return 0 if box.id == self.box and not any(situation.written[self.until]) else points

    @property
    def remembers(self) -> tuple[Memory, ...]:
        """Remember whether the other box holds points."""
        return (scored(self.until),)

    def on(self, rules: Ruleset) -> "Waits | None":
        """Keep the rule if both boxes are there."""
        return self if len(kept_of((self.box, self.until), rules.boxes)) == 2 else None
