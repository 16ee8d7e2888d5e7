"""Numbers all rolls of some dice, and all the dice that can be kept of them, as rows of arrays.

A *keep* is a multiset of fewer dice than are thrown, a *roll* one of all of them: for five dice 210 and 252. Both are
rows of one index, smaller ones first, in which removing one die leads from each row to a smaller one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from firmware_host.rules.dice import SIDES

Multiset = tuple[int, ...]
"""Values of dice, sorted."""
Floats = NDArray[np.float64]
Pass = tuple[slice, NDArray[np.intp]]


@dataclass(frozen=True)
class MultisetIndex:
    """Rows of the index: first the dice to keep (`keeps` rows), then the rolls (`rolls` rows).

    `rows` holds the sorted values of each; `row_of` finds them again. `initial_chances` is the chance of each roll when
    all dice are thrown (rolls,), `transition_chances` the chance of each roll (columns) when the dice of a row are kept
    and the others thrown (keeps, rolls). `passes` lead from small rows to large ones: each compares the rows of a slice
    with the rows that are left of them without one die.
    """

    dice: int
    rows: tuple[Multiset, ...]
    row_of: dict[Multiset, int]
    keeps: int
    initial_chances: Floats
    transition_chances: Floats
    passes: tuple[Pass, ...]

    @property
    def rolls(self) -> int:
        """How many rolls differ."""
        return len(self.rows) - self.keeps

    @cached_property
    def keep_rows(self) -> NDArray[np.intp]:
        """The rows that can be kept of each roll (rolls, most of them); where they are fewer the first is repeated."""
        found = [
            sorted({self.row_of[kept] for size in range(self.dice) for kept in combinations(roll, size)})
            for roll in self.rows[self.keeps :]
        ]
        most = max(map(len, found))
        return np.array([kept + kept[:1] * (most - len(kept)) for kept in found])

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many dice of each row show 1, 2, … 6 (rows, 6)."""
        return np.array([[row.count(face) for face in range(1, SIDES + 1)] for row in self.rows])

    def rolls_of(self, counts: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the numbers (0-based) of the rolls with so many dice of each face (any, 6)."""
        rolls: NDArray[np.intp] = self._roll_by_code[counts @ self._digits]
        return rolls

    @cached_property
    def _digits(self) -> NDArray[np.int64]:
        return np.array([(self.dice + 1) ** face for face in range(SIDES)])

    @cached_property
    def _roll_by_code(self) -> NDArray[np.intp]:
        codes = self.counts[self.keeps :] @ self._digits
        found = np.full(codes.max() + 1, -1, dtype=np.intp)
        found[codes] = np.arange(self.rolls)
        return found

    def roll_of(self, values: Sequence[int]) -> int:
        """Return the number (0-based) of the roll with these values, in any order."""
        return self.row_of[tuple(sorted(values))] - self.keeps


@cache
def multiset_index(dice: int) -> MultisetIndex:
    """Return the index of so many dice."""
    rows: list[Multiset] = []
    passes: list[Pass] = []
    row_of: dict[Multiset, int] = {}
    for size in range(dice + 1):
        # Rows with more different faces come first, so that each pass covers a slice.
        level = sorted(combinations_with_replacement(range(1, SIDES + 1), size), key=lambda row: -len(set(row)))
        start = len(rows)
        for row in level:
            row_of[row] = len(rows)
            rows.append(row)
        for which in range(min(size, SIDES)):
            smaller = [_without(row, which) for row in level if len(set(row)) > which]
            passes.append((slice(start, start + len(smaller)), np.array([row_of[row] for row in smaller])))
    keeps = sum(len(row) < dice for row in rows)
    transition_chances = np.zeros((keeps, len(rows) - keeps))
    for number, kept in enumerate(rows[:keeps]):
        for thrown, chance in _throws(dice - len(kept)):
            transition_chances[number, row_of[tuple(sorted(kept + thrown))] - keeps] += chance
    return MultisetIndex(
        dice, tuple(rows), row_of, keeps, transition_chances[0].copy(), transition_chances, tuple(passes)
    )


def _without(row: Multiset, which: int) -> Multiset:
    """Take away one die of the face that is the `which`-th of those shown."""
    at = row.index(sorted(set(row))[which])
    return row[:at] + row[at + 1 :]


@cache
def _throws(dice: int) -> tuple[tuple[Multiset, float], ...]:
    return tuple(
        (
            thrown,
            factorial(dice) / prod(factorial(thrown.count(face)) for face in set(thrown)) / SIDES**dice,
        )
        for thrown in combinations_with_replacement(range(1, SIDES + 1), dice)
    )
