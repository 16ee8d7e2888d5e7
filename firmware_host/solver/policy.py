"""The optimal policy: which dice to keep of each roll, where to stop, and what to close there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.close_actions import CloseEvaluator
from firmware_host.solver.model import Model
from firmware_host.solver.multisets import MultisetIndex
from firmware_host.solver.state_groups import StateGroup, StateGroups, batches_of
from firmware_host.solver.turn_values import TurnSolver, best_actions

BATCH = 64
"""States computed together: each needs every roll with every row that may be kept of it."""


@dataclass(frozen=True)
class BestCloses:
    """The best way to end a turn on each roll (rolls, S): the row of the box, whether it is struck, and its effect.

    `rewards` is what the total gains, `successors` the state that follows. Rolls that may not be closed anywhere have
    a reward of minus infinity.
    """

    boxes: Ints
    struck: NDArray[np.bool_]
    rewards: Values
    successors: Ints


@dataclass(frozen=True)
class Policy:
    """The best turns in some states (S): for each number of rolls used, the action on each roll.

    `states` are their numbers. `closes` holds the best way to end the turn, `stops` whether it ends (rolls, S) and
    `keeps` which row of dice is kept where it goes on (rolls, S). The last two have one stage less, for every turn
    ends after the last roll.
    """

    multisets: MultisetIndex
    states: Ints
    closes: tuple[BestCloses, ...]
    stops: tuple[NDArray[np.bool_], ...]
    keeps: tuple[NDArray[np.intp], ...]

    def stop_chances(self) -> list[Values]:
        """Return for each number of rolls used the chance that the turn ends on each roll (rolls, S)."""
        return self._continue(np.repeat(self.multisets.initial_chances[:, None], len(self.states), axis=1), 0)

    def stop_chances_from_roll(self, roll: int, rolls_used: int) -> list[Values]:
        """Return the same given the roll on the table, for the numbers of rolls used from this one on."""
        shown = np.zeros((self.multisets.rolls, len(self.states)))
        shown[roll] = 1
        return self._continue(shown, rolls_used - 1)

    def stop_chances_from_keeps(self, rows: Sequence[int], rolls_used: int) -> list[Values]:
        """Return the same where one of some rows of dice is kept and the others are thrown (rolls, rows).

        For the numbers of rolls used from the next on. Only for the policy of one state.
        """
        return self._continue(self.multisets.transition_chances[list(rows)].T, rolls_used)

    def _continue(self, shown: Values, stage: int) -> list[Values]:
        """Continue from the chances of each roll at a stage (rolls, S, or any columns for one state)."""
        multisets, columns = self.multisets, shown.shape[1]
        found = []
        for stops, kept in zip(self.stops[stage:], self.keeps[stage:], strict=True):
            found.append(np.where(stops, shown, 0))
            going = np.where(stops, 0, shown)
            cells = np.broadcast_to(kept * columns, shown.shape) + np.arange(columns)
            rows = np.bincount(cells.ravel(), going.ravel(), multisets.keeps * columns)
            shown = multisets.transition_chances.T @ rows.reshape(multisets.keeps, columns)
        return [*found, shown]


class PolicyExtractor:
    """Derives the optimal policy in any states from the values of all states (flat)."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._values = values
        self._multisets = model.multisets
        self._turns = TurnSolver(model.multisets, model.aversion)
        self._groups = StateGroups(model)
        self._closes = CloseEvaluator(model, values)
        self._stages = sorted(set(model.stages))

    def extract(self, states: Ints) -> Iterator[Policy]:
        """Yield the policies of different states, none of them the end of a game, a few at a time in any order."""
        for batch in batches_of(self._groups.split(states), BATCH):
            yield self._policy(batch)

    def _policy(self, batch: Sequence[StateGroup]) -> Policy:
        shape = (self._multisets.rolls, sum(len(group.states) for group in batch))
        best = [np.empty(shape) for _ in self._stages]
        closes = [
            BestCloses(
                np.empty(shape, dtype=np.int64),
                np.empty(shape, dtype=bool),
                np.empty(shape),
                np.empty(shape, dtype=np.int64),
            )
            for _ in best
        ]
        begin = 0
        for group in batch:
            columns = slice(begin, begin + len(group.states))
            begin = columns.stop
            self._fill_closes(group, columns, best, closes)
        order = [self._stages.index(stage) for stage in self._model.stages]
        stops, keeps = best_actions(self._multisets, self._turns.turn_values([best[stage] for stage in order]))
        return Policy(
            self._multisets,
            np.concatenate([group.states for group in batch]),
            tuple(closes[stage] for stage in order),
            tuple(stops),
            tuple(keeps),
        )

    def _fill_closes(
        self, group: StateGroup, columns: slice, best: Sequence[Values], closes: Sequence[BestCloses]
    ) -> None:
        """Fill in the best closes of a group's states and their values, for each stage with tables of its own.

        The actions of all boxes are the rows of one list, in which each roll finds its best one.
        """
        states = np.arange(len(group.states))
        rewards: list[Values] = [np.full((1, len(states)), -np.inf)]
        successors: list[Ints] = [np.zeros((1, len(states)), dtype=np.int64)]
        boxes, struck = [0], [False]
        row = [np.zeros((self._multisets.rolls, len(states)), dtype=np.int64) for _ in self._stages]
        for known in best:
            known[:, columns] = -np.inf
        for box in group.open:
            actions = self._closes.actions(group, box)
            if not actions.fills:
                continue  # no roll may be written there yet
            successor, reward = self._closes.transitions(group, box, actions)
            values = np.full((len(successor) + 1, len(states)), -np.inf)
            values[:-1] = self._values[successor] + reward
            action = np.arange(len(values))[:, None]
            if actions.strike_of is not None:
                action = np.repeat(action, len(states), axis=1)
                action[: actions.fills] = np.where(
                    values[actions.strike_of] > values[: actions.fills],
                    actions.strike_of[:, None],
                    action[: actions.fills],
                )
                values[: actions.fills] = np.take_along_axis(values, action[: actions.fills], axis=0)
                values[actions.fills] = -np.inf
            for stage, known, chosen in zip(self._stages, best, row, strict=True):
                outcomes = actions.outcome_of[stage]
                offered = values[outcomes]
                better = offered > known[:, columns]
                np.copyto(known[:, columns], offered, where=better)
                np.copyto(chosen, len(boxes) + action[outcomes], where=better)
            rewards.append(np.broadcast_to(reward, successor.shape))
            successors.append(successor)
            boxes += [box] * len(successor)
            struck += [number >= actions.fills for number in range(len(successor))]
        all_rewards, all_successors = np.concatenate(rewards), np.concatenate(successors)
        all_boxes, all_struck = np.array(boxes), np.array(struck)
        for close, chosen in zip(closes, row, strict=True):
            close.rewards[:, columns] = all_rewards[chosen, states]
            close.successors[:, columns] = all_successors[chosen, states]
            close.boxes[:, columns] = all_boxes[chosen]
            close.struck[:, columns] = all_struck[chosen]
