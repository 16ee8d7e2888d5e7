"""Games solved by the solver, once for all tests, and by trying everything on real cards."""

from functools import cache
from itertools import combinations, product

import numpy as np

from firmware_host.rules.dice import Roll
from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Values
from firmware_host.solver.backward_induction import solve
from firmware_host.solver.hand_solver import HandSolver
from firmware_host.solver.model import Model, model_of

_SOLVED: dict[str, Values] = {}
"""The values of games by their fingerprints, which tell all that values depend on."""


def solved(rules: Ruleset) -> tuple[Model, Values]:
    model = model_of(rules)
    if model.fingerprint not in _SOLVED:
        values = np.zeros(model.states)
        solve(model, values)
        _SOLVED[model.fingerprint] = values
    return model, _SOLVED[model.fingerprint]


@cache
def poker_hands(*options: tuple[str, Setting]) -> HandSolver:
    """Give the rounds of poker hands; what they come to is worked out once, whoever asks."""
    return HandSolver(ruleset("poker-hands").with_options(dict(options)))


def by_brute_force(rules: Ruleset) -> float:
    """Return the value of a game from its scorecards alone: every die, every choice, every order."""
    throws = {number: list(product(range(1, 7), repeat=number)) for number in range(rules.dice + 1)}

    @cache
    def to_come(card: Scorecard) -> float:
        @cache
        def rolled(values: tuple[int, ...], used: int) -> float:
            roll = Roll(values)
            ends = []
            for choice in card.choices(roll, used):
                ways = [card.fill(choice.box, roll, used)] if choice.points is not None else []
                ways += [card.strike(choice.box, roll, used)] if choice.strikable else []
                ends += [after.total - card.total + to_come(after) for after in ways]
            if used < rules.rolls:
                ends += [thrown(kept, used) for size in range(rules.dice) for kept in combinations(values, size)]
            return max(ends, default=float("-inf"))

        @cache
        def thrown(kept: tuple[int, ...], used: int) -> float:
            new = throws[rules.dice - len(kept)]
            return sum(rolled(tuple(sorted((*kept, *dice))), used + 1) for dice in new) / len(new)

        return 0.0 if card.complete else thrown((), 0)

    return to_come(Scorecard.empty(rules))
