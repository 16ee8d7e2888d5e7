"""Solves a game by backward induction: from complete cards to the empty one, a layer of states at a time."""

from collections.abc import Callable, Sequence

import numpy as np

from firmware_host.solver.arrays import Values
from firmware_host.solver.close_actions import CloseEvaluator
from firmware_host.solver.model import Model
from firmware_host.solver.state_groups import StateGroup, StateGroups, batches_of
from firmware_host.solver.turn_values import TurnSolver, TurnValues

BATCH = 512
"""States solved together: enough to make the array operations worthwhile, few enough for the processor's cache."""


class StateSolver:
    """Computes the values of states from those of all later layers in `values` (flat)."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._values = values
        self._closes = CloseEvaluator(model, values)
        self._turns = TurnSolver(model.multisets, model.aversion)
        self._stages = sorted(set(model.stages))
        self.groups = StateGroups(model)

    def solve_groups(self, layer: int, numbers: Sequence[int]) -> int:
        """Fill in the values of some groups' states in a layer; return how many there were."""
        done = 0
        for batch in batches_of((self.groups.group(number, layer) for number in numbers), BATCH):
            states = np.concatenate([group.states for group in batch])
            self._values[states] = self._turns.start_values(self._stop_values(batch, len(states)))
            done += len(states)
        return done

    def turn_values(self, batch: Sequence[StateGroup]) -> TurnValues:
        """Return the turns of all states of some groups, one after another."""
        return self._turns.turn_values(self._stop_values(batch, sum(len(group.states) for group in batch)))

    def _stop_values(self, batch: Sequence[StateGroup], states: int) -> list[Values]:
        rolls = self._model.multisets.rolls
        found: list[Values] = [np.empty((rolls, states)) for _ in self._stages]
        at = 0
        for group in batch:
            columns = slice(at, at + len(group.states))
            self._closes.fill_best(group, [values[:, columns] for values in found])
            at = columns.stop
        return [found[self._stages.index(stage)] for stage in self._model.stages]


def solve(model: Model, values: Values, on_progress: Callable[[int], object] = int) -> None:
    """Fill in the values of all states (flat), the last layer first.

    `on_progress` gets the number of states solved each time.
    """
    solver = StateSolver(model, values)
    values[:] = 0
    on_progress(solver.groups.terminal_states)
    for layer in range(solver.groups.layers - 2, -1, -1):
        on_progress(solver.solve_groups(layer, solver.groups.of_layer(layer).tolist()))
