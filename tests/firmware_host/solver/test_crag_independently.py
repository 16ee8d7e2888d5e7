"""Crag worked out anew, straight through all sets of boxes, in a program that shares no line with rules or solver."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.arrays import Values
from tests.firmware_host.solver.solved_games import solution_of

THROWS = list(product(range(1, 7), repeat=3))
BOXES = 13
THROWN_AGAIN = [axes for size in (1, 2, 3) for axes in combinations(range(3), size)]
"""Which of the three dice are thrown again, after the first of two rolls."""
STRAIGHTS = [{1, 2, 3}, {4, 5, 6}, {2, 4, 6}, {1, 3, 5}]


def worth(dice: tuple[int, ...]) -> list[int]:
    """Return the points of three dice in each box: ones to sixes, the straights, three of a kind, thirteen, crag."""
    thirteen = sum(dice) == 13
    return [
        *(value * dice.count(value) for value in range(1, 7)),
        *(20 * (set(dice) == straight) for straight in STRAIGHTS),
        25 * (len(set(dice)) == 1),
        26 * thirteen,
        50 * (thirteen and len(set(dice)) == 2),
    ]


@cache
def values() -> Values:
    """Return what is still to come in a game, by the set of open boxes, one bit a box."""
    worths = np.array([worth(dice) for dice in THROWS], float)
    found = np.zeros(2**BOXES)
    for boxes in range(1, 2**BOXES):
        closable = [box for box in range(BOXES) if boxes >> box & 1]
        after = [found[boxes ^ 1 << box] for box in closable]
        end = (worths[:, closable] + after).max(axis=1).reshape(6, 6, 6)
        best = end
        for axes in THROWN_AGAIN:
            best = np.maximum(best, end.mean(axis=axes, keepdims=True))
        found[boxes] = best.mean()
    return found


def test_the_whole_game_is_worth_as_much() -> None:
    assert solution_of(ruleset("crag")).expectation == pytest.approx(values()[-1], abs=1e-9)
    assert f"{values()[-1]:.4f}" == "149.8476"


def test_so_is_every_card() -> None:
    solved = solution_of(ruleset("crag")).values
    assert np.sort(solved) == pytest.approx(np.sort(values()), abs=1e-9)
