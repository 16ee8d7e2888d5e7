"""Certainty equivalents: what averse or bold play finds, against trying everything."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.arrays import Values
from firmware_host.solver.backward_induction import solve
from firmware_host.solver.game_simulator import GameSimulator
from firmware_host.solver.model import Model
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.brute_force import cautious_by_brute_force, solved

AVERSIONS = (0.3, 0.1, 0.0, -0.1, -0.3)
"""From safe over the most points to bold, per point."""


def averse(rules: Ruleset, aversion: float) -> tuple[Model, Values]:
    model = replace(solved(rules)[0], aversion=aversion)
    values = np.zeros(model.states)
    solve(model, values)
    return model, values


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in ("striking", "slots") else pytest.mark.long) for game in small_games.ALL],
)
def test_certainty_equivalents_are_those_of_the_line_with_the_highest_utility(game: str) -> None:
    rules = small_games.ALL[game]
    lines = [cautious_by_brute_force(rules, aversion) for aversion in AVERSIONS]
    assert [averse(rules, aversion)[1][0] for aversion in AVERSIONS] == pytest.approx([line[0] for line in lines])
    for (_, _, safer), (_, _, bolder) in pairwise(lines):
        assert safer <= bolder + 1e-9
    means = [mean for _, mean, _ in lines]
    assert means[2] == pytest.approx(max(means))


def test_in_the_middle_nothing_changes() -> None:
    model, values = averse(small_games.BONUS, 0.0)
    assert values == pytest.approx(solved(small_games.BONUS)[1], abs=0)
    assert model.fingerprint == solved(small_games.BONUS)[0].fingerprint
    assert replace(model, aversion=0.1).fingerprint != model.fingerprint


def test_games_played_so_have_the_certainty_equivalent_that_was_found() -> None:
    for aversion in (0.2, -0.2):
        model, values = averse(small_games.STRIKING, aversion)
        totals = GameSimulator(model, values, np.random.default_rng(1)).play_games(20_000).totals
        found = -np.log(np.exp(-aversion * totals).mean()) / aversion
        assert found == pytest.approx(values[0], abs=0.3)
