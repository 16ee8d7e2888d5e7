"""Why an open box may not be closed: the school, and jokers that must go somewhere else."""

from dataclasses import dataclass
from typing import Protocol

from firmware_host.rules.parts.bonuses import Slots, is_open
from firmware_host.rules.ruleset import Box, Ruleset, Situation
from firmware_host.words import joined, say


class Reason(Protocol):
    """One reason not to close a box."""

    def __call__(self, box: Box, situation: Situation, /) -> str:
        """Say why the open box cannot be closed; empty if it can."""

    def on(self, rules: Ruleset) -> "Reason | None":
        """Return the same reason for the card of these rules."""


@dataclass(frozen=True, slots=True)
class Forbids:
    """The first of `reasons` not to close a box (`Ruleset.forbids`)."""

    reasons: tuple[Reason, ...] = ()

    def __call__(self, box: Box, situation: Situation) -> str:
        """Say why the open box cannot be closed; empty if it can."""
        return next(filter(None, (reason(box, situation) for reason in self.reasons)), "")

    def on(self, rules: Ruleset) -> "Forbids":
        """Keep the reasons that apply to the card of these rules."""
        kept = (reason.on(rules) for reason in self.reasons)
        return Forbids(tuple(reason for reason in kept if reason is not None))


@dataclass(frozen=True, slots=True)
class School:
    """A school box cannot be closed if its value is not on the dice, unless nothing else is left.

    `school` holds the school boxes with their values, `others` all other boxes of the card; both with their number of
    slots.
    """

    school: tuple[tuple[Slots, int], ...]
    others: tuple[Slots, ...]

    def __call__(self, box: Box, situation: Situation) -> str:
        """Say why the school box cannot be closed; empty if it can."""
        shown, written = situation.roll.values, situation.written
        if not box.school or box.value in shown:
            return ""
        if any(is_open(other, written) for other in self.others):
            instead = say("Score or strike another box.")
        elif any(is_open(known, written) and value in shown for known, value in self.school):
            instead = say("Score a school box whose value is on the dice.")
        else:
            return ""
        why_not = say("No die shows what {box} collects, and school boxes cannot be struck.", box=say(box.called))
        return joined(why_not, instead)

    @classmethod
    def of(cls, boxes: tuple[Box, ...]) -> "School":
        """Return the school of a card of these boxes."""
        school = tuple(((box.id, box.slots), box.value) for box in boxes if box.school and box.value is not None)
        return cls(school, tuple((box.id, box.slots) for box in boxes if not box.school))

    def on(self, rules: Ruleset) -> "School | None":
        """Return the school of the card of these rules; None if it has no school boxes."""
        school = School.of(rules.boxes)
        return school if school.school else None
