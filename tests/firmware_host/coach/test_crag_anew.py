"""Crag worked out anew by trying everything, in a program that shares no line with the rules or the solver."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from firmware_host.rules.rulesets import ruleset
from tests.firmware_host.coach.random_games import solution_of

THROWS = list(product(range(1, 7), repeat=3))
BOXES = 13
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
def values() -> list[float]:
    """Return what is still to come in a game, by the set of open boxes, one bit a box."""
    worths = [worth(dice) for dice in THROWS]
    number = {dice: index for index, dice in enumerate(THROWS)}
    found = [0.0] * 2**BOXES
    for boxes in range(1, 2**BOXES):
        after = [(box, found[boxes ^ 1 << box]) for box in range(BOXES) if boxes >> box & 1]
        end = [max(points[box] + rest for box, rest in after) for points in worths]
        two = {kept: sum(end[number[*kept, c]] for c in range(1, 7)) / 6 for kept in product(range(1, 7), repeat=2)}
        one = [0.0, *(sum(two[a, b] for b in range(1, 7)) / 6 for a in range(1, 7))]
        none = sum(one) / 6
        found[boxes] = sum(
            max(end[index], two[a, b], two[a, c], two[b, c], one[a], one[b], one[c], none)
            for index, (a, b, c) in enumerate(THROWS)
        ) / len(THROWS)
    return found


def test_the_whole_game_is_worth_as_much() -> None:
    assert solution_of(ruleset("crag")).expectation == pytest.approx(values()[-1], abs=1e-9)
    assert f"{values()[-1]:.4f}" == "149.8476"


def test_so_is_every_card() -> None:
    solved = solution_of(ruleset("crag")).values
    assert np.sort(solved) == pytest.approx(np.sort(values()), abs=1e-9)
