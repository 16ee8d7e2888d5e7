"""Solves a game from its end to its beginning: what every card is worth that can come about."""

from collections.abc import Callable, Sequence

import numpy as np

from firmware_host.coach.closing import Closing, Values
from firmware_host.coach.groups import Group, Groups, in_batches
from firmware_host.coach.model import Model
from firmware_host.coach.turn import Plan, Turn

BATCH = 512
"""States worked out together: enough for the arrays to pay, few enough for the processor's cache."""


class Worker:
    """Works out states of a game, given those of all later layers in `values` (flat)."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._values = values
        self._closing = Closing(model, values)
        self._turn = Turn(model.lattice)
        self._stages = sorted(set(model.stages))
        self.groups = Groups(model)

    def work_out(self, layer: int, numbers: Sequence[int]) -> int:
        """Fill in the values of some groups' states in a layer; return how many they were."""
        done = 0
        for batch in in_batches((self.groups.group(number, layer) for number in numbers), BATCH):
            states = np.concatenate([group.states for group in batch])
            self._values[states] = self._turn.worth(self._stops(batch, len(states)))
            done += len(states)
        return done

    def plan(self, batch: Sequence[Group]) -> Plan:
        """Return the turns of all states of some groups, one after another."""
        return self._turn.plan(self._stops(batch, sum(len(group.states) for group in batch)))

    def _stops(self, batch: Sequence[Group], states: int) -> list[Values]:
        rolls = self._model.lattice.rolls
        stops: list[Values] = [np.empty((rolls, states)) for _ in self._stages]
        at = 0
        for group in batch:
            columns = slice(at, at + len(group.states))
            self._closing.best(group, [stop[:, columns] for stop in stops])
            at = columns.stop
        return [stops[self._stages.index(stage)] for stage in self._model.stages]


def solve(model: Model, values: Values, told: Callable[[int], object] = int) -> None:
    """Fill in the values of all states (flat), the last layer first; `told` hears how many were done each time."""
    worker = Worker(model, values)
    values[:] = 0
    told(worker.groups.ends)
    for layer in range(worker.groups.layers - 2, -1, -1):
        told(worker.work_out(layer, worker.groups.of_layer(layer).tolist()))
