"""Jokers: five equal dice that stand for any figure of the lower section (general, yahtzee)."""

from collections.abc import Iterable

from firmware_host.rules.boxes import UPPER
from firmware_host.rules.ruleset import Box, Situation

FIVE = "five-of-a-kind"
_JOKER_POINTS = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def five_equal(situation: Situation) -> bool:
    """Tell whether all dice are equal."""
    return len(set(situation.roll.values)) == 1


def five_closed(situation: Situation) -> bool:
    """Tell whether the box of five equal dice is closed."""
    return bool(situation.written[FIVE])


def upper_of(situation: Situation) -> str:
    """Return the id of the upper box that collects the value of five equal dice."""
    return UPPER[situation.roll.values[0] - 1]


def is_joker(situation: Situation) -> bool:
    """Tell whether the dice are five equal ones, with their box and the upper box of their value both closed."""
    return five_equal(situation) and five_closed(situation) and bool(situation.written[upper_of(situation)])


def lower_open(boxes: Iterable[Box], situation: Situation) -> bool:
    """Tell whether any box of the lower section is open."""
    return any(box.section == "lower" and not situation.written[box.id] for box in boxes)


def joker_worth(box: Box, situation: Situation) -> int:
    """Return the points of a box where a joker has full points in full-house and the straights (`Ruleset.worth`)."""
    if box.id in _JOKER_POINTS and is_joker(situation):
        return _JOKER_POINTS[box.id]
    return box.score(situation.roll)
