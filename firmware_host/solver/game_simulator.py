"""Plays many games at once under the optimal policy, with random dice, to check the values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.backward_induction import StateSolver
from firmware_host.solver.close_actions import CloseEvaluator
from firmware_host.solver.model import Model
from firmware_host.solver.state_groups import StateGroup, batches_of, split_large
from firmware_host.solver.turn_simulator import simulate_turns

BATCH = 1024


@dataclass(frozen=True)
class PlayedTurns:
    """How turns ended (T of them).

    `rolls` are the last rolls (see `MultisetIndex`) and `used` how many there were, `boxes` the rows of the boxes
    closed and `struck` whether for 0 on purpose; `rewards` is what the totals gained, `successors` the states after.
    """

    rolls: Ints
    used: Ints
    boxes: Ints
    struck: NDArray[np.bool_]
    rewards: Values
    successors: Ints


@dataclass(frozen=True)
class PlayedGames:
    """Games played to their end (G of them): their totals (G,), and the turns that led there."""

    totals: Values
    turns: tuple[PlayedTurns, ...]


class GameSimulator:
    """Plays the best actions by `values` (flat, by state of the model); `dice` is the random generator that throws."""

    def __init__(self, model: Model, values: Values, dice: Generator) -> None:
        self._model = model
        self._multisets = model.multisets
        self._dice = dice
        self._solver = StateSolver(model, values)
        self._closes = CloseEvaluator(model, values)

    def play_games(self, number: int) -> PlayedGames:
        """Play so many games from an empty card."""
        states = np.zeros(number, dtype=np.int64)
        totals = np.zeros(number)
        turns = []
        for _ in range(self._solver.groups.layers - 1):
            played = self.play_turns(states)
            totals += played.rewards
            states = played.successors
            turns.append(played)
        return PlayedGames(totals, tuple(turns))

    def play_turns(self, states: Ints) -> PlayedTurns:
        """Play one turn in each state (T,); none of them may be the end of a game."""
        rolls, used, boxes, after = (np.zeros_like(states) for _ in range(4))
        played = PlayedTurns(rolls, used, boxes, np.zeros(len(states), dtype=bool), np.zeros(len(states)), after)
        different, which = np.unique(states, return_inverse=True)
        groups = list(split_large(self._solver.groups.split(different), BATCH))
        column_of = np.empty(len(different), dtype=np.int64)
        column_of[np.searchsorted(different, np.concatenate([group.states for group in groups]))] = np.arange(
            len(different)
        )
        columns = column_of[which]
        order = np.argsort(columns, kind="stable")
        begin = 0
        for batch in batches_of(groups, BATCH):
            turn = self._solver.turn_values(batch)
            end = begin + len(turn.start)
            turns = order[slice(*np.searchsorted(columns[order], (begin, end)))]
            rolls, used = simulate_turns(self._multisets, self._dice, turn, columns[turns] - begin)
            played.rolls[turns], played.used[turns] = rolls, used
            for group, first in _with_first(batch, begin):
                own = slice(*np.searchsorted(columns[turns], (first, first + len(group.states))))
                if own.start < own.stop:
                    self._close(group, turns[own], columns[turns[own]] - first, rolls[own], used[own], played)
            begin = end
        return played

    def _close(
        self, group: StateGroup, turns: Ints, columns: Ints, rolls: Ints, used: Ints, played: PlayedTurns
    ) -> None:
        """Close the best box in turns of a group: which of all turns they are, and their columns in the group."""
        best = np.full(len(turns), -np.inf)
        for box in group.open:
            actions = self._closes.actions(group, box)
            values = self._closes.action_values(group, box, actions)
            successors, rewards = np.broadcast_arrays(*self._closes.transitions(group, box, actions))
            action = actions.outcome_of[used - 1, rolls]
            allowed = action < actions.fills
            action, here, own = action[allowed], columns[allowed], np.flatnonzero(allowed)
            if actions.strike_of is not None:
                strike = actions.strike_of[action]
                action = np.where(values[strike, here] > values[action, here], strike, action)
            better = values[action, here] > best[own]
            action, here, own = action[better], here[better], own[better]
            best[own] = values[action, here]
            played.boxes[turns[own]] = box
            played.struck[turns[own]] = action >= actions.fills
            played.rewards[turns[own]] = rewards[action, here]
            played.successors[turns[own]] = successors[action, here]


def _with_first(batch: list[StateGroup], begin: int) -> Iterator[tuple[StateGroup, int]]:
    """Yield groups with the number of their first column."""
    for group in batch:
        yield group, begin
        begin += len(group.states)


def join_games(parts: Sequence[PlayedGames]) -> PlayedGames:
    """Return several sets of games as one; they must be of the same game."""
    turns = zip(*(part.turns for part in parts), strict=True)
    return PlayedGames(
        np.concatenate([part.totals for part in parts]),
        tuple(
            PlayedTurns(
                *(np.concatenate([getattr(part, field.name) for part in turn]) for field in fields(PlayedTurns))
            )
            for turn in turns
        ),
    )
