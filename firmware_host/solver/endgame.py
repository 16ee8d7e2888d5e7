"""All that can still happen on a card in its last turns, position by position.

The value of a state is about its average total. Near the end something else may be wanted of the total: that it beats
another, or that it reaches a band. Then the total belongs to what is valued, which only a few turns can afford.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from firmware_host.solver.arrays import Ints
from firmware_host.solver.close_actions import CloseActions, CloseEvaluator
from firmware_host.solver.model import Model
from firmware_host.solver.state_groups import StateGroups


@dataclass(frozen=True)
class BoxCloses:
    """The ways to close a box in some positions (C of them): each leads to a position and gains points.

    `successors` are positions of the next layer (actions, C), `rewards` points (actions, C).
    """

    box: int
    actions: CloseActions
    successors: Ints
    rewards: Ints


@dataclass(frozen=True)
class AlikePositions:
    """Positions (C of them, numbers in their layer) that the rules treat alike, and how each box can be closed."""

    positions: Ints
    closes: tuple[BoxCloses, ...]


@dataclass(frozen=True)
class Layer:
    """The positions with the same number of slots open: their states, and what was gained so far where that counts.

    Sorted by state, then by gain.
    """

    states: Ints
    gained: Ints
    alike: tuple[AlikePositions, ...]


@dataclass(frozen=True)
class Endgame:
    """All positions that can follow from one card, its own first: `layers[n]` after n more turns.

    Where they are told apart by what was gained (`with_gain`), it is counted in them and nowhere else.
    """

    layers: tuple[Layer, ...]
    with_gain: bool

    @property
    def turns(self) -> int:
        """How many turns are left."""
        return len(self.layers) - 1

    def ahead(self, close: BoxCloses) -> Ints:
        """Return how far closing a box brings a player ahead, beside what positions tell apart (actions, C)."""
        return np.zeros_like(close.rewards) if self.with_gain else close.rewards

    @property
    def positions(self) -> int:
        """How many turns must be valued."""
        return sum(len(layer.states) for layer in self.layers[:-1])


class EndgameExplorer:
    """Lists what can follow on the cards of one game."""

    def __init__(self, model: Model) -> None:
        self._groups = StateGroups(model)
        # Values are not asked for here: only where closing a box leads to.
        self._closes = CloseEvaluator(model, np.zeros(0))
        counts = [automaton.counts.sum(axis=1).astype(np.int64) for automaton in model.automata]
        self._turns = sum(int(closed.max()) for closed in counts)
        self._closed = counts
        self._shape = model.shape

    def turns_left(self, state: int) -> int:
        """Return how many slots are open in a state."""
        nodes = np.unravel_index(state, self._shape)
        return self._turns - sum(int(closed[node]) for closed, node in zip(self._closed, nodes, strict=True))

    def explore(self, state: int, most: int, *, with_gain: bool) -> Endgame | None:
        """Return what can follow from a state, None where more than `most` turns would have to be valued.

        Positions that differ only in what was gained are told apart where that counts (`with_gain`).
        """
        layers: list[Layer] = []
        states, gained = np.array([state]), np.zeros(1, dtype=np.int64)
        for _ in range(self.turns_left(state)):
            most -= len(states)
            if most < 0:
                return None
            found = list(self._closes_from(states))
            after = [
                (successors, (gained[positions] + rewards if with_gain else np.zeros_like(rewards)))
                for positions, closes in found
                for _, _, successors, rewards in closes
            ]
            least = min(int(gain.min()) for _, gain in after)
            span = max(int(gain.max()) for _, gain in after) - least + 1
            # One number for both, from which both follow:
            codes = [successors * span + (gain - least) for successors, gain in after]
            following = np.unique(np.concatenate([code.ravel() for code in codes]))
            numbers = iter([np.searchsorted(following, code) for code in codes])
            alike = tuple(
                AlikePositions(
                    positions,
                    tuple(BoxCloses(box, actions, next(numbers), rewards) for box, actions, _, rewards in closes),
                )
                for positions, closes in found
            )
            layers.append(Layer(states, gained, alike))
            states, gained = following // span, following % span + least
        layers.append(Layer(states, gained, ()))
        return Endgame(tuple(layers), with_gain)

    def _closes_from(self, states: Ints) -> Iterator[tuple[Ints, list[tuple[int, CloseActions, Ints, Ints]]]]:
        """Yield positions that are alike, and for each open box its actions, the states after and the rewards."""
        for group in self._groups.split(states):
            closes = []
            for box in group.open:
                actions = self._closes.actions(group, box)
                if actions.fills:
                    successors, rewards = self._closes.transitions(group, box, actions)
                    whole = np.rint(np.broadcast_to(rewards, successors.shape)).astype(np.int64)
                    closes.append((box, actions, successors, whole))
            yield np.flatnonzero(np.isin(states, group.states)), closes
