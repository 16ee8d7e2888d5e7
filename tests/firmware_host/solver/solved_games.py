"""Solved games, and solutions of large games with made-up values."""

from functools import cache

import numpy as np

from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.solver.model import model_of
from firmware_host.solver.solution import Solution
from firmware_host.solver.state_groups import StateGroups
from firmware_host.solver.surrogate import surrogate_rules
from tests.firmware_host.solver.brute_force import solved

SETTLED = 1_000_000
"""States up to which a game gets made-up values; a larger one, which would take too much memory, none."""


@cache
def made_up(game: str, options: frozenset[tuple[str, Setting]] = frozenset()) -> Solution:
    """Return a game's solution with values that nobody worked out: anything while boxes are open, 0 at the end."""
    return _made_up(RULESETS[game].with_options(dict(options)))


@cache
def made_up_aim(game: str) -> Solution:
    """Return the same for what is to be played for where points decide a game."""
    return _made_up(surrogate_rules(RULESETS[game]))


def _made_up(rules: Ruleset) -> Solution:
    model = model_of(rules)
    if model.states > SETTLED:
        return Solution(rules, model, np.broadcast_to(np.zeros(1), model.states))
    values = np.random.default_rng(model.states).uniform(0, 40, model.states).astype(np.float32)
    groups = StateGroups(model)
    for number in groups.of_layer(groups.layers - 1):
        values[groups.group(int(number), groups.layers - 1).states] = 0
    return Solution(rules, model, values)


@cache
def solution_of(rules: Ruleset) -> Solution:
    """Solve a game, once."""
    return Solution(rules, *solved(rules))
