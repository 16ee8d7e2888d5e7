"""Games solved by the solver, once for all tests, and by trying everything on real cards."""

from functools import cache
from itertools import combinations, product
from math import exp, log

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


Worth = tuple[float, float, float]
"""The averages of utility, total and square of the total."""


def cautious_by_brute_force(rules: Ruleset, aversion: float) -> tuple[float, float, float]:
    """Return the certainty equivalent of a game's total, and the mean and variance of the totals of that line.

    The line has the highest expected utility, worked out for each final total from the scorecards alone.
    """
    throws = {number: list(product(range(1, 7), repeat=number)) for number in range(rules.dice + 1)}

    def mixed(ways: list[Worth]) -> Worth:
        utility, total, square = (sum(column) / len(ways) for column in zip(*ways, strict=True))
        return utility, total, square

    @cache
    def to_come(card: Scorecard) -> Worth:
        @cache
        def rolled(values: tuple[int, ...], used: int) -> Worth:
            roll = Roll(values)
            ends = []
            for choice in card.choices(roll, used):
                ways = [card.fill(choice.box, roll, used)] if choice.points is not None else []
                ways += [card.strike(choice.box, roll, used)] if choice.strikable else []
                ends += [to_come(after) for after in ways]
            if used < rules.rolls:
                ends += [thrown(kept, used) for size in range(rules.dice) for kept in combinations(values, size)]
            return max(ends, default=(float("-inf"), 0.0, 0.0))

        @cache
        def thrown(kept: tuple[int, ...], used: int) -> Worth:
            new = throws[rules.dice - len(kept)]
            return mixed([rolled(tuple(sorted((*kept, *dice))), used + 1) for dice in new])

        if card.complete:
            utility = -exp(-aversion * card.total) / aversion if aversion else card.total
            return utility, card.total, card.total**2
        return thrown((), 0)

    utility, total, square = to_come(Scorecard.empty(rules))
    return (-log(-aversion * utility) / aversion if aversion else utility), total, square - total**2
