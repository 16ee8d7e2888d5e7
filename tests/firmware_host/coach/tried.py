"""Games solved by the solver, and by trying everything on real cards."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, product

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.model import Model, model_of
from firmware_host.coach.solve import solve
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard


def solved(rules: Ruleset, told: Callable[[int], object] = int) -> tuple[Model, Values]:
    model = model_of(rules)
    values = np.zeros(model.states)
    solve(model, values, told)
    return model, values


def by_trying_everything(rules: Ruleset) -> float:
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
