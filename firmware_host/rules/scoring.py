"""Figures and points: a figure says whether dice meet it, a score says what they are worth (0 where it is not met)."""

from collections.abc import Callable

from firmware_host.rules.dice import SIDES, Roll

Figure = Callable[[Roll], bool]
Score = Callable[[Roll], int]


def of_a_kind(number: int) -> Figure:
    """Return the figure of at least `number` equal dice."""
    return lambda roll: max(roll.counts) >= number


def run(length: int) -> Figure:
    """Return the figure of at least `length` consecutive values, never round the corner."""

    def met(roll: Roll) -> bool:
        shown = set(roll.values)
        starts = range(1, SIDES - length + 2)
        return any(shown.issuperset(range(start, start + length)) for start in starts)

    return met


def full_house(roll: Roll) -> bool:
    """Tell whether exactly three dice are equal and exactly two others too: five equal dice are no full house."""
    return {2, 3} <= set(roll.counts)


def sum_of(value: int) -> Score:
    """Return the score that adds up the dice showing `value`."""
    return lambda roll: value * roll.values.count(value)


def sum_of_all(roll: Roll) -> int:
    """Add up all dice."""
    return roll.total


def sum_when(figure: Figure) -> Score:
    """Return the score that adds up all dice where they meet `figure`."""
    return lambda roll: roll.total if figure(roll) else 0


def points_when(points: int, figure: Figure) -> Score:
    """Return the score of a fixed number of points where the dice meet `figure`."""
    return lambda roll: points if figure(roll) else 0
