"""The actions that end a turn: each box that may be closed, with its reward and the state that follows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.model import Model
from firmware_host.solver.score_tables import ScoreTable, table_for
from firmware_host.solver.state_groups import StateGroup, strides


@dataclass(frozen=True)
class CloseActions:
    """The actions that close a box by one table: first its `fills` outcomes, then closing it for 0 on purpose.

    For each action `points` is the number among the box's points and `earned` what the turn earns beside. `strike_of`
    holds for each outcome the action that strikes the box instead, None where striking is no action of its own.
    `outcome_of` is the table's, by rolls used and roll.
    """

    points: NDArray[np.intp]
    earned: Values
    fills: int
    strike_of: NDArray[np.intp] | None
    outcome_of: NDArray[np.int16]


class CloseEvaluator:
    """Computes the values of closing boxes; `values` are those of all states (flat), as far as they are known."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._values = values
        self._stages = sorted(set(model.stages))
        self._axis = {box: axis for axis, automaton in enumerate(model.automata) for box in automaton.boxes}
        self._offsets: dict[int, Ints] = {}
        self._rewards: dict[int, Values] = {}
        for automaton, stride in zip(model.automata, strides(model.shape), strict=True):
            for box, transitions, changes in zip(
                automaton.boxes, automaton.transitions, automaton.bonus_changes, strict=True
            ):
                self._offsets[box] = (transitions.astype(np.int64) - np.arange(automaton.nodes)) * stride
                self._rewards[box] = changes + np.array(model.points[box])[:, None]
        self._actions: dict[int, CloseActions] = {}

    def actions(self, group: StateGroup, box: int) -> CloseActions:
        """Return the actions that close a box of the group's cards."""
        table = table_for(self._model.trees[box], group.observations)
        actions = self._actions.get(id(table))
        if actions is None:
            actions = self._actions[id(table)] = self._actions_by(table, box)
        return actions

    def action_values(self, group: StateGroup, box: int, actions: CloseActions) -> Values:
        """Return the value of each action (actions and one more, states): minus infinity for the last."""
        successors, rewards = self.transitions(group, box, actions)
        values = np.empty((len(successors) + 1, len(group.states)))
        values[:-1] = self._values[successors]
        values[:-1] += rewards
        values[-1] = -np.inf
        return values

    def transitions(self, group: StateGroup, box: int, actions: CloseActions) -> tuple[Ints, Values]:
        """Return each action's successor state (actions, states) and its reward, the points that the total gains.

        Rewards are (actions, states or 1).
        """
        nodes = group.nodes[self._axis[box]]
        points = actions.points[:, None]
        successors = group.states + self._offsets[box][points, nodes]
        return successors, self._rewards[box][points, nodes] + actions.earned[:, None]

    def fill_best(self, group: StateGroup, out: Sequence[Values]) -> None:
        """Fill in the value of closing the best box, for each stage (rolls, states); minus infinity for none."""
        buffer = np.empty(out[0].shape)
        for number, box in enumerate(group.open):
            actions = self.actions(group, box)
            values = self.action_values(group, box, actions)
            if actions.strike_of is not None:
                np.maximum(values[: actions.fills], values[actions.strike_of], out=values[: actions.fills])
                values[actions.fills] = -np.inf
            for stage, best in zip(self._stages, out, strict=True):
                np.take(values, actions.outcome_of[stage], axis=0, out=buffer, mode="clip")
                if number:
                    np.maximum(best, buffer, out=best)
                else:
                    best[:] = buffer

    def _actions_by(self, table: ScoreTable, box: int) -> CloseActions:
        number_of = {points: number for number, points in enumerate(self._model.points[box])}
        fills = [(number_of[points], earned) for points, earned in table.outcomes]
        strikes: list[tuple[int, int]] = []
        strike_of = None
        if self._model.strikable[box] and any(points for points, _ in table.outcomes):
            strikes = sorted({(number_of[0], earned) for _, earned in table.outcomes})
            strike_of = np.array([len(fills) + strikes.index((number_of[0], earned)) for _, earned in fills])
        return CloseActions(
            points=np.array([points for points, _ in fills + strikes], dtype=np.intp),
            earned=np.array([earned for _, earned in fills + strikes], dtype=float),
            fills=len(fills),
            strike_of=strike_of,
            outcome_of=table.outcome_of.astype(np.intp),
        )
