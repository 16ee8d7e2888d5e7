"""Figures and points: a figure says whether dice meet it, a score says what they are worth (0 where it is not met).

Both are records that can be called, so that what a box asks for can be read and changed as well as computed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, Protocol

from firmware_host.rules.dice import SIDES, Roll

Score = Callable[[Roll], int]
Counted = Literal["none", "figure", "all"]
"""Which dice are added up: none, those that make the figure, or all that lie there."""


class Figure(Protocol):
    """What dice may make: whether a roll meets it, and the sum of the dice that do so for the most points."""

    def __call__(self, roll: Roll, /) -> bool:
        """Tell whether the dice make it."""

    def own(self, roll: Roll, /) -> int:
        """Add up the dice that make it, where they do."""


@dataclass(frozen=True, slots=True)
class AnyDice:
    """Whatever lies there."""

    def __call__(self, roll: Roll) -> bool:  # noqa: ARG002 - the signature of a figure
        """Tell that any dice will do."""
        return True

    def own(self, roll: Roll) -> int:
        """Add up all dice."""
        return roll.total


@dataclass(frozen=True, slots=True)
class Showing:
    """At least one die of `value`; all dice of that value make it."""

    value: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether the value is there."""
        return self.value in roll.values

    def own(self, roll: Roll) -> int:
        """Add up the dice of the value."""
        return self.value * roll.values.count(self.value)


@dataclass(frozen=True, slots=True)
class Run:
    """At least `length` consecutive values, never round the corner."""

    length: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether there is such a run."""
        return self._highest(roll) > 0

    def own(self, roll: Roll) -> int:
        """Add up the highest run of the length."""
        last = self._highest(roll)
        return sum(range(last - self.length + 1, last + 1))

    def _highest(self, roll: Roll) -> int:
        """Return the value on which the highest run ends, 0 for none."""
        shown = set(roll.values)
        ends = range(SIDES, self.length - 1, -1)
        return next((end for end in ends if shown.issuperset(range(end - self.length + 1, end + 1))), 0)


@dataclass(frozen=True, slots=True)
class Shows:
    """Each of these values, once or more often, whatever the other dice show."""

    values: frozenset[int]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether all of them are there."""
        return self.values <= set(roll.values)

    def own(self, roll: Roll) -> int:  # noqa: ARG002 - the signature of a figure
        """Add up one die of each value."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of equal dice, each of at least its size, or `exactly` of it, and of a value of its own.

    A group of size 2 is a pair, groups of 2 and 2 are two pairs. Only the dice of their sizes make the figure.
    """

    sizes: tuple[int, ...]
    exactly: bool = False

    def __call__(self, roll: Roll) -> bool:
        """Tell whether there are such groups."""
        return self.own(roll) > 0

    def own(self, roll: Roll) -> int:
        """Add up the groups of the highest values."""
        held = [(value, count) for value, count in enumerate(roll.counts, start=1) if count >= min(self.sizes)]
        return max(
            (
                sum(size * value for size, (value, _) in zip(self.sizes, chosen, strict=True))
                for chosen in permutations(held, len(self.sizes))
                if all(self._fits(size, count) for size, (_, count) in zip(self.sizes, chosen, strict=True))
            ),
            default=0,
        )

    def _fits(self, size: int, count: int) -> bool:
        return count == size if self.exactly else count >= size


@dataclass(frozen=True, slots=True)
class Total:
    """Dice that add up to `sum`."""

    sum: int

    def __call__(self, roll: Roll) -> bool:
        """Tell whether they do."""
        return roll.total == self.sum

    def own(self, roll: Roll) -> int:
        """Add up all dice."""
        return roll.total


@dataclass(frozen=True, slots=True)
class Either:
    """Any of some figures."""

    figures: tuple[Figure, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether one of them is met."""
        return any(figure(roll) for figure in self.figures)

    def own(self, roll: Roll) -> int:
        """Add up the dice of the one that counts most."""
        return max((figure.own(roll) for figure in self.figures if figure(roll)), default=0)


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of some figures at once."""

    figures: tuple[Figure, ...]

    def __call__(self, roll: Roll) -> bool:
        """Tell whether each of them is met."""
        return all(figure(roll) for figure in self.figures)

    def own(self, roll: Roll) -> int:
        """Add up the dice of the one that counts most."""
        return max(figure.own(roll) for figure in self.figures)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What dice that meet `figure` are worth: fixed `points`, and the sum of the dice that are `counted`."""

    figure: Figure
    points: int = 0
    counted: Counted = "none"

    def __call__(self, roll: Roll) -> int:
        """Return the points, 0 where the figure is not met."""
        if not self.figure(roll):
            return 0
        match self.counted:
            case "none":
                return self.points
            case "figure":
                return self.points + self.figure.own(roll)
            case "all":
                return self.points + roll.total


@dataclass(frozen=True, slots=True)
class SchoolMark:
    """The school's score: three dice of the value are a cross (0), more are plus the value, fewer minus."""

    value: int

    def __call__(self, roll: Roll) -> int:
        """Return plus or minus the value, or 0 for a cross."""
        count = roll.values.count(self.value)
        return self.value * ((count > 3) - (count < 3))


full_house: Figure = Groups((3, 2), exactly=True)
"""Exactly three equal dice and exactly two others: five equal dice are no full house."""
sum_of_all: Score = Scoring(AnyDice(), counted="all")


def of_a_kind(number: int) -> Figure:
    """Return the figure of at least `number` equal dice."""
    return Groups((number,))


def run(length: int) -> Figure:
    """Return the figure of at least `length` consecutive values, never round the corner."""
    return Run(length)


def shows(*values: int) -> Figure:
    """Return the figure of dice that show each of these values, whatever the other dice show."""
    return Shows(frozenset(values))


def has_groups(*sizes: int) -> Figure:
    """Return the figure of groups of equal dice, each of at least its size and of a value of its own."""
    return Groups(sizes)


def either(*figures: Figure) -> Figure:
    """Return the figure that is met where any of `figures` is."""
    return Either(figures)


def sum_of(value: int) -> Score:
    """Return the score that adds up the dice showing `value`."""
    return Scoring(Showing(value), counted="figure")


def sum_of_groups(*sizes: int, exactly: bool = False) -> Score:
    """Return the score that adds up the dice of groups of equal dice, as `Groups` has them, for the most points."""
    return Scoring(Groups(sizes, exactly), counted="figure")


def sum_when(figure: Figure) -> Score:
    """Return the score that adds up all dice where they meet `figure`."""
    return Scoring(figure, counted="all")


def sum_and(points: int, figure: Figure) -> Score:
    """Return the score that adds `points` to the sum of all dice where they meet `figure`."""
    return Scoring(figure, points, "all")


def points_when(points: int, figure: Figure) -> Score:
    """Return the score of a fixed number of points where the dice meet `figure`."""
    return Scoring(figure, points)
