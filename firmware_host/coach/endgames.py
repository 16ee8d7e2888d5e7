"""The last turns of a game, valued for what decides it: the points of the awards, or the chance to win."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.card_index import CardIndex
from firmware_host.solver.endgame import EndgameExplorer
from firmware_host.solver.endgame_solver import EndgameSolver, EndgameTurn
from firmware_host.solver.model import Model
from firmware_host.solver.policy import Policy
from firmware_host.solver.results import TOTALS, counting_rules, result_of
from firmware_host.solver.solution import TurnEvaluation

MOST = 25_000
"""Turns to be valued for one: 0.4 s on an x86 core, some 1.2 s on a Raspberry Pi 5 and 2.5 s on a Pi 4 (estimated)."""
KEPT = 64
"""Turns kept, about 0.1 MB each: those of a game's end are asked for again and again."""


@dataclass(frozen=True)
class ValuedTurn:
    """A turn by the values of what is aimed at, with the policy that reaches them."""

    evaluation: TurnEvaluation
    policy: Policy


class Endgames:
    """Values the last turns of one game; None where more than `MOST` turns would have to be valued for one.

    `rules` are the game's; `model` is that of their `counting_rules`.
    """

    def __init__(self, rules: Ruleset, model: Model) -> None:
        self._rules = rules
        self._counting = counting_rules(rules)
        self._model = model
        self._index = CardIndex(self._counting, model)
        self._explorer = EndgameExplorer(model)
        self._solver = EndgameSolver(model)
        self._known: OrderedDict[object, ValuedTurn | None] = OrderedDict()

    def for_points(self, card: Scorecard) -> ValuedTurn | None:
        """Value the next turn on a card for the points that decide the game."""
        return self._kept(card.rows, lambda: self._for_result(card, lambda results: (results // TOTALS).astype(float)))

    def _kept(self, key: object, value: Callable[[], ValuedTurn | None]) -> ValuedTurn | None:
        if key not in self._known:
            self._known[key] = value()
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def _for_result(self, card: Scorecard, worth: Callable[[Ints], Values]) -> ValuedTurn | None:
        counted = self._counted(card)
        endgame = self._explorer.explore(self._index.state_of(counted), MOST, with_gain=True)
        if endgame is None:
            return None
        turn = self._solver.for_result(endgame, lambda gained: worth(self._results(counted.total + gained)))
        return self._valued(counted, turn)

    def _valued(self, counted: Scorecard, turn: EndgameTurn) -> ValuedTurn:
        before = counted.total

        def value_of(closed: Scorecard) -> float:
            card = self._counted(closed)
            return turn.after(self._index.state_of(card), card.total - before)

        return ValuedTurn(TurnEvaluation(self._model, counted, turn.values, value_of, 0.0), turn.policy)

    def _counted(self, card: Scorecard) -> Scorecard:
        return Scorecard(self._counting, card.rows)

    def _results(self, counted: Ints) -> Ints:
        """Return what decides the game for finished cards with these totals by the counting rules."""
        return np.array([result_of(self._rules, total) for total in counted.tolist()], dtype=np.int64)
