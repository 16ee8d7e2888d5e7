"""Why an open box may not be closed: a fixed order, the school, and jokers that must go somewhere else."""

from dataclasses import dataclass, replace
from typing import Literal, Protocol

from firmware_host.rules.parts.bonuses import Slots, is_open
from firmware_host.rules.ruleset import Box, Ruleset, Situation
from firmware_host.words import joined, say

Order = Literal["free", "top-down", "bottom-up"]
"""The order in which boxes are closed: as the player likes, or along the card."""
ORDERS: tuple[Order, ...] = ("free", "top-down", "bottom-up")


class Reason(Protocol):
    """One reason not to close a box."""

    def __call__(self, box: Box, situation: Situation, /) -> str:
        """Say why the open box cannot be closed; empty if it can."""

    def on(self, rules: Ruleset) -> "Reason | None":
        """Return the same reason for the card of these rules."""


@dataclass(frozen=True, slots=True)
class InOrder:
    """Boxes are closed along the card: only the first of `boxes` with an open slot can be (a reason of `Forbids`)."""

    order: Order
    boxes: tuple[Slots, ...]

    def __call__(self, box: Box, situation: Situation) -> str:
        """Say that the box comes later; empty if it is next."""
        for known in self.boxes:
            if known[0] == box.id:
                return ""
            if is_open(known, situation.written):
                break
        later = (
            say("Boxes are closed from bottom to top, and {box} comes later.", box=say(box.title))
            if self.order == "bottom-up"
            else say("Boxes are closed from top to bottom, and {box} comes later.", box=say(box.title))
        )
        return joined(later, say("Choose the next open box."))

    @classmethod
    def of(cls, boxes: tuple[Box, ...], order: Order) -> "InOrder":
        """Return the order of a card of these boxes."""
        slots = tuple((box.id, box.slots) for box in boxes)
        return cls(order, slots[::-1] if order == "bottom-up" else slots)

    def on(self, rules: Ruleset) -> "InOrder":
        """Return the same order for the card of these rules."""
        return InOrder.of(rules.boxes, self.order)


@dataclass(frozen=True, slots=True)
class Forbids:
    """Why an open box may not be closed (`Ruleset.forbids`): one of `reasons`, or the order of the card.

    With an order (`in_order`) one box alone can be closed, and no other reason may shut that one.
    """

    reasons: tuple[Reason, ...] = ()
    in_order: InOrder | None = None

    def __call__(self, box: Box, situation: Situation) -> str:
        """Say why the open box cannot be closed; empty if it can."""
        if self.in_order is not None:
            return self.in_order(box, situation)
        return next(filter(None, (reason(box, situation) for reason in self.reasons)), "")

    def on(self, rules: Ruleset) -> "Forbids":
        """Keep the reasons that apply to the card of these rules."""
        kept = (reason.on(rules) for reason in self.reasons)
        in_order = self.in_order and self.in_order.on(rules)
        return Forbids(tuple(reason for reason in kept if reason is not None), in_order)


def forbids_of(rules: Ruleset) -> Forbids:
    """Return why boxes of these rules may not be closed; nothing for rules that are made of no parts."""
    return rules.forbids if isinstance(rules.forbids, Forbids) else Forbids()


def ordered(rules: Ruleset, order: Order) -> Ruleset:
    """Return the rules with boxes that are closed in this order."""
    in_order = None if order == "free" else InOrder.of(rules.boxes, order)
    return replace(rules, forbids=replace(forbids_of(rules), in_order=in_order))


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
