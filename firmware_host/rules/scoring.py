"""Figures and points: a figure says whether dice make it, a score says what they are worth (0 if they do not).

Both are callable records, so that what a box asks for can be read and changed as well as computed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, Protocol

from firmware_host.rules.dice import SIDES, Roll

Score = Callable[[Roll], int]
Counted = Literal["none", "figure", "all"]
"""Which dice are added up: none, those that make the figure, or all of them."""


class Figure(Protocol):
    """What dice can make: whether a roll does, and the highest sum of the dice that make it."""

    def __call__(self, roll: Roll, /) -> bool:
        """Return whether the dice make it."""

    def own(self, roll: Roll, /) -> int:
        """Return the sum of the dice that make it, if they do."""


@dataclass(frozen=True, slots=True)
class AnyDice:
    """Any dice at all."""

    def __call__(self, roll: Roll) -> bool:  # noqa: ARG002 - the signature of a figure
        """Return True: any dice will do."""
        return True

    def own(self, roll: Roll) -> int:
        """Return the sum of all dice."""
        return roll.total


@dataclass(frozen=True, slots=True)
class Showing:
    """At least one die of `value`; all dice of that value make it."""

    value: int

    def __call__(self, roll: Roll) -> bool:
        """Return whether the value is there."""
        return self.value in roll.values

    def own(self, roll: Roll) -> int:
        """Return the sum of the dice of the value."""
        return self.value * roll.values.count(self.value)


@dataclass(frozen=True, slots=True)
class Run:
    """At least `length` consecutive values, without wrapping from 6 to 1."""

    length: int

    def __call__(self, roll: Roll) -> bool:
        """Return whether there is such a run."""
        return self._highest(roll) > 0

    def own(self, roll: Roll) -> int:
        """Return the sum of the highest run of the length."""
        last = self._highest(roll)
        return sum(range(last - self.length + 1, last + 1))

    def _highest(self, roll: Roll) -> int:
        """Return the last value of the highest run; 0 for none."""
        shown = set(roll.values)
        ends = range(SIDES, self.length - 1, -1)
        return next((end for end in ends if shown.issuperset(range(end - self.length + 1, end + 1))), 0)


@dataclass(frozen=True, slots=True)
class Shows:
    """Each of these values at least once, whatever the other dice show."""

    values: frozenset[int]

    def __call__(self, roll: Roll) -> bool:
        """Return whether all of them are there."""
        return self.values <= set(roll.values)

    def own(self, roll: Roll) -> int:  # noqa: ARG002 - the signature of a figure
        """Return the sum of one die of each value."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of equal dice, each with its own value and of at least its size, or of `exactly` its size.

    A group of size 2 is a pair, groups of 2 and 2 are two pairs. Only as many dice as the sizes say are added up.
    """

    sizes: tuple[int, ...]
    exactly: bool = False

    def __call__(self, roll: Roll) -> bool:
        """Return whether there are such groups."""
        return self.own(roll) > 0

    def own(self, roll: Roll) -> int:
        """Return the sum of the groups with the highest values."""
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
class PairOfThree:
    """Exactly three equal dice, of which two are added up."""

    def __call__(self, roll: Roll) -> bool:
        """Return whether there are any."""
        return 3 in roll.counts

    def own(self, roll: Roll) -> int:
        """Return the sum of two of them, of those with the highest value."""
        return max((2 * value for value, count in enumerate(roll.counts, start=1) if count == 3), default=0)


@dataclass(frozen=True, slots=True)
class Total:
    """Dice that add up to `sum`."""

    sum: int

    def __call__(self, roll: Roll) -> bool:
        """Return whether they do."""
        return roll.total == self.sum

    def own(self, roll: Roll) -> int:
        """Return the sum of all dice."""
        return roll.total


@dataclass(frozen=True, slots=True)
class Either:
    """Any one of several figures."""

    figures: tuple[Figure, ...]

    def __call__(self, roll: Roll) -> bool:
        """Return whether the dice make one of them."""
        return any(figure(roll) for figure in self.figures)

    def own(self, roll: Roll) -> int:
        """Return the sum of the dice of the one worth most."""
        return max((figure.own(roll) for figure in self.figures if figure(roll)), default=0)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Several figures at once."""

    figures: tuple[Figure, ...]

    def __call__(self, roll: Roll) -> bool:
        """Return whether the dice make all of them."""
        return all(figure(roll) for figure in self.figures)

    def own(self, roll: Roll) -> int:
        """Return the sum of the dice of the one worth most."""
        return max(figure.own(roll) for figure in self.figures)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What dice that make `figure` are worth: fixed `points`, plus the sum of the dice that are `counted`."""

    figure: Figure
    points: int = 0
    counted: Counted = "none"

    def __call__(self, roll: Roll) -> int:
        """Return the points; 0 if the dice do not make the figure."""
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
    """The score of a school box: three dice of the value are a cross (0), more are plus the value, fewer are minus."""

    value: int

    def __call__(self, roll: Roll) -> int:
        """Return plus or minus the value, or 0 for a cross."""
        count = roll.values.count(self.value)
        return self.value * ((count > 3) - (count < 3))


full_house: Figure = Groups((3, 2), exactly=True)
"""Exactly three equal dice and exactly two others: five equal dice are not a full house."""
sum_of_all: Score = Scoring(AnyDice(), counted="all")


def of_a_kind(number: int) -> Figure:
    """Return the figure of at least `number` equal dice."""
    return Groups((number,))


def run(length: int) -> Figure:
    """Return the figure of at least `length` consecutive values, without wrapping from 6 to 1."""
    return Run(length)


def shows(*values: int) -> Figure:
    """Return the figure of dice that show each of these values, whatever the other dice show."""
    return Shows(frozenset(values))


def has_groups(*sizes: int) -> Figure:
    """Return the figure of groups of equal dice, each of at least its size and with its own value."""
    return Groups(sizes)


def either(*figures: Figure) -> Figure:
    """Return the figure made by dice that make any of `figures`."""
    return Either(figures)


def sum_of(value: int) -> Score:
    """Return the score that adds up the dice showing `value`."""
    return Scoring(Showing(value), counted="figure")


def sum_of_groups(*sizes: int, exactly: bool = False) -> Score:
    """Return the score that adds up the dice of groups of equal dice (see `Groups`), for the most points."""
    return Scoring(Groups(sizes, exactly), counted="figure")


def sum_when(figure: Figure) -> Score:
    """Return the score that adds up all dice if they make `figure`."""
    return Scoring(figure, counted="all")


def sum_and(points: int, figure: Figure) -> Score:
    """Return the score that adds `points` to the sum of all dice if they make `figure`."""
    return Scoring(figure, points, "all")


def points_when(points: int, figure: Figure) -> Score:
    """Return the score of a fixed number of points if the dice make `figure`."""
    return Scoring(figure, points)
