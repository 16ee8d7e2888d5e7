from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.solver.multisets import multiset_index


@pytest.mark.parametrize(("dice", "keeps", "rolls"), [(1, 1, 6), (3, 28, 56), (5, 210, 252), (6, 462, 462)])
def test_all_multisets_are_there(dice: int, keeps: int, rolls: int) -> None:
    found = multiset_index(dice)
    assert (found.keeps, found.rolls) == (keeps, rolls)
    assert {tuple(sorted(values)) for values in product(range(1, 7), repeat=dice)} == set(found.rows[keeps:])


@pytest.mark.parametrize("dice", [2, 3])
def test_chances_are_counts_of_throws(dice: int) -> None:
    found = multiset_index(dice)
    for number, kept in enumerate(found.rows[: found.keeps]):
        throws = list(product(range(1, 7), repeat=dice - len(kept)))
        counted = np.zeros(found.rolls)
        for thrown in throws:
            counted[found.roll_of((*thrown, *kept))] += 1 / len(throws)
        assert found.transition_chances[number] == pytest.approx(counted)
    assert found.initial_chances == pytest.approx(found.transition_chances[0])


@given(st.integers(0, 10**6))
def test_passes_find_the_best_that_can_be_kept(seed: int) -> None:
    found = multiset_index(5)
    worth = np.random.default_rng(seed).random(462)
    best = worth.copy()
    for rows, smaller in found.passes:
        np.maximum(best[rows], best[smaller], out=best[rows])
    for row in range(found.keeps, len(found.rows), 17):
        kept = [found.row_of[kept] for size in range(6) for kept in combinations(found.rows[row], size)]
        assert best[row] == max(worth[number] for number in kept)


@given(st.integers(1, 6).flatmap(lambda dice: st.lists(st.integers(1, 6), min_size=dice, max_size=dice)))
def test_rolls_are_found_by_what_their_dice_show(values: list[int]) -> None:
    found = multiset_index(len(values))
    roll = found.roll_of(values)
    assert found.rows[found.keeps + roll] == tuple(sorted(values))
    assert found.rolls_of(np.array([[values.count(face) for face in range(1, 7)]])) == [roll]
    kept = {found.rows[row] for row in found.keep_rows[roll]}
    assert kept == {tuple(sorted(part)) for size in range(len(values)) for part in combinations(values, size)}
