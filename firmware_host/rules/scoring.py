"""Figures and points: a figure says whether dice meet it, a score says what they are worth (0 where it is not met)."""

from collections.abc import Callable
from itertools import permutations

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


def shows(*values: int) -> Figure:
    """Return the figure of dice that show each of these values, whatever the other dice show."""
    wanted = frozenset(values)
    return lambda roll: wanted <= set(roll.values)


def full_house(roll: Roll) -> bool:
    """Tell whether exactly three dice are equal and exactly two others too: five equal dice are no full house."""
    return {2, 3} <= set(roll.counts)


def has_groups(*sizes: int) -> Figure:
    """Return the figure of groups of equal dice, each of at least its size and of a value of its own."""
    return lambda roll: _best_groups(roll, sizes, exactly=False) > 0


def either(*figures: Figure) -> Figure:
    """Return the figure that is met where any of `figures` is."""
    return lambda roll: any(figure(roll) for figure in figures)


def sum_of(value: int) -> Score:
    """Return the score that adds up the dice showing `value`."""
    return lambda roll: value * roll.values.count(value)


def sum_of_all(roll: Roll) -> int:
    """Add up all dice."""
    return roll.total


def sum_of_groups(*sizes: int, exactly: bool = False) -> Score:
    """Return the score that adds up the dice of groups of equal dice, each of a value of its own, for the most points.

    A group of size 2 is a pair, groups of 2 and 2 are two pairs. It takes at least as many equal dice as its size, or
    `exactly` as many; only the dice of its size count.
    """
    return lambda roll: _best_groups(roll, sizes, exactly)


def sum_when(figure: Figure) -> Score:
    """Return the score that adds up all dice where they meet `figure`."""
    return lambda roll: roll.total if figure(roll) else 0


def sum_and(points: int, figure: Figure) -> Score:
    """Return the score that adds `points` to the sum of all dice where they meet `figure`."""
    return lambda roll: roll.total + points if figure(roll) else 0


def points_when(points: int, figure: Figure) -> Score:
    """Return the score of a fixed number of points where the dice meet `figure`."""
    return lambda roll: points if figure(roll) else 0


def _best_groups(roll: Roll, sizes: tuple[int, ...], exactly: bool) -> int:
    held = [(value, count) for value, count in enumerate(roll.counts, start=1) if count >= min(sizes)]
    return max(
        (
            sum(size * value for size, (value, _) in zip(sizes, chosen, strict=True))
            for chosen in permutations(held, len(sizes))
            if all(count == size if exactly else count >= size for size, (_, count) in zip(sizes, chosen, strict=True))
        ),
        default=0,
    )
