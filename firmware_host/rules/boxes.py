"""Boxes and bonuses that many games share."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.rules.parts.bonuses import SumFrom, written_bonus
from firmware_host.rules.ruleset import Bonus, Box, Striking, upper_hint
from firmware_host.rules.scoring import (
    Figure,
    Score,
    full_house,
    of_a_kind,
    points_when,
    run,
    sum_of,
    sum_of_all,
    sum_when,
)
from firmware_host.words import Words, say

UPPER_TITLES = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
UPPER = tuple(title.lower() for title in UPPER_TITLES)
"""Ids of the boxes that collect ones … sixes."""

JOKER_POINTS: Mapping[str, int] = MappingProxyType({"full-house": 25, "small-straight": 30, "large-straight": 40})
"""What a joker is worth in the boxes whose figure it does not make."""


def upper_boxes(striking: Striking = "worthless") -> tuple[Box, ...]:
    """Return ones … sixes, each the sum of the dice of its value."""
    return tuple(
        Box(title.lower(), title, "upper", sum_of(value), upper_hint(value), value, striking=striking)
        for value, title in enumerate(UPPER_TITLES, start=1)
    )


def lower_box(
    id: str,  # noqa: A002 - the project's word throughout
    title: str,
    score: Score,
    hint: str,
    striking: Striking = "worthless",
    slots: int = 1,
) -> Box:
    """Return a box of the lower section."""
    return Box(id, title, "lower", score, hint, slots=slots, striking=striking)


def fixed_box(id: str, title: str, points: int, figure: Figure, striking: Striking = "worthless") -> Box:  # noqa: A002
    """Return a box of the lower section that is worth the same whatever values make up its figure."""
    return lower_box(id, title, points_when(points, figure), fixed_hint(points), striking)


def fixed_hint(points: int) -> Words:
    """Return the hint for a figure of fixed points."""
    return say("{points}", points=points)


def thirteen_boxes() -> tuple[Box, ...]:
    """Return the thirteen boxes of poker dice, which general and yahtzee share."""
    return (
        *upper_boxes(),
        lower_box("three-of-a-kind", "3 of a kind", sum_when(of_a_kind(3)), "Sum of all dice"),
        lower_box("four-of-a-kind", "4 of a kind", sum_when(of_a_kind(4)), "Sum of all dice"),
        fixed_box("full-house", "Full house", 25, full_house),
        fixed_box("small-straight", "Small straight", 30, run(4)),
        fixed_box("large-straight", "Large straight", 40, run(5)),
        fixed_box("five-of-a-kind", "5 of a kind", 50, of_a_kind(5)),
        lower_box("chance", "Chance", sum_of_all, "Sum of all dice"),
    )


def upper_bonus(points: int, at: int) -> Bonus:
    """Return the bonus for ones … sixes that add up to `at`."""
    part = SumFrom(UPPER, at, points)
    return written_bonus("upper", part.title, part)
