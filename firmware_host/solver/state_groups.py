"""Groups of states that rules treat alike, so that one array operation serves them all.

The states of a group have the same boxes open and look the same to every rule that looks at the card; they differ in
what else is remembered, such as the upper sum. Groups are numbered, and built only when they are needed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from firmware_host.solver.arrays import Ints
from firmware_host.solver.automaton import Automaton
from firmware_host.solver.model import Model
from firmware_host.solver.score_tables import Observation, variables_of


@dataclass(frozen=True)
class StateGroup:
    """States (S of them) that rules treat alike.

    `states` are their numbers, `nodes` their node of each automaton, (S,) or (1,) where it is the same for all.
    `observations` holds what rules see, by `Split.variable`, and `open` which rows of the card are open.
    """

    states: Ints
    nodes: tuple[Ints, ...]
    observations: Mapping[int, Observation]
    open: tuple[int, ...]


@dataclass(frozen=True)
class _NodeGroup:
    """Nodes of one automaton that rules treat alike."""

    nodes: Ints
    closed: Ints
    observations: Mapping[int, Observation]
    open: tuple[int, ...]


class StateGroups:
    """All groups of a game, by layer: the number of slots closed."""

    def __init__(self, model: Model) -> None:
        observed = {variable for tree in model.trees for variable in variables_of(tree)}
        self._node_groups = [_node_groups(automaton, observed, len(model.trees)) for automaton in model.automata]
        self._shape = tuple(len(node_groups) for node_groups in self._node_groups)
        self._model_shape = model.shape
        self._strides = strides(model.shape)
        self._group_of = [
            _group_of(node_groups, nodes) for node_groups, nodes in zip(self._node_groups, model.shape, strict=True)
        ]
        fewest, most = np.zeros(1, dtype=np.int16), np.zeros(1, dtype=np.int16)
        for node_groups in self._node_groups:
            fewest = np.add.outer(
                fewest, np.array([node_group.closed.min() for node_group in node_groups], dtype=np.int16)
            ).ravel()
            most = np.add.outer(
                most, np.array([node_group.closed.max() for node_group in node_groups], dtype=np.int16)
            ).ravel()
        self._fewest, self._most = fewest, most

    @property
    def layers(self) -> int:
        """How many layers there are, from no slot closed to all."""
        return int(self._most.max()) + 1

    @property
    def terminal_states(self) -> int:
        """How many states have nothing left to close."""
        return prod(
            sum(len(node_group.nodes) for node_group in node_groups if not node_group.open)
            for node_groups in self._node_groups
        )

    def of_layer(self, layer: int) -> Ints:
        """Return the numbers of the groups with states in a layer."""
        return np.flatnonzero((self._fewest <= layer) & (layer <= self._most))

    def group(self, number: int, layer: int) -> StateGroup:
        """Return the states of a group that are in a layer."""
        picked = np.unravel_index(number, self._shape)
        states, closed = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        parts: list[Ints] = []
        observations: dict[int, Observation] = {}
        rows: list[int] = []
        for node_groups, which, stride in zip(self._node_groups, picked, self._strides, strict=True):
            node_group = node_groups[int(which)]
            observations |= node_group.observations
            rows += node_group.open
            if len(node_group.nodes) == 1:
                states, closed, part = states + node_group.nodes * stride, closed + node_group.closed, node_group.nodes
            else:
                before = len(states)
                states = np.add.outer(states, node_group.nodes * stride).ravel()
                closed = np.add.outer(closed, node_group.closed).ravel()
                parts = [part if len(part) == 1 else part.repeat(len(node_group.nodes)) for part in parts]
                part = np.tile(node_group.nodes, before)
            parts.append(part)
        kept = closed == layer
        if not kept.all():
            states = states[kept]
            parts = [part if len(part) == 1 else part[kept] for part in parts]
        return StateGroup(states, tuple(parts), observations, tuple(sorted(rows)))

    def split(self, states: Ints) -> Iterator[StateGroup]:
        """Sort states into groups; those of a group stay in their order."""
        nodes = np.unravel_index(states, self._model_shape)
        numbers = np.ravel_multi_index(
            [group_of[node] for group_of, node in zip(self._group_of, nodes, strict=True)], self._shape
        )
        order = np.argsort(numbers, kind="stable")
        for picked in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            node_groups = [
                node_groups[int(which)]
                for node_groups, which in zip(
                    self._node_groups, np.unravel_index(numbers[picked[0]], self._shape), strict=True
                )
            ]
            yield StateGroup(
                states[picked],
                tuple(
                    node_group.nodes if len(node_group.nodes) == 1 else node[picked]
                    for node_group, node in zip(node_groups, nodes, strict=True)
                ),
                {at: state for node_group in node_groups for at, state in node_group.observations.items()},
                tuple(sorted(row for node_group in node_groups for row in node_group.open)),
            )


def strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the distance in the flat array between neighbours along each axis."""
    return tuple(int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape)))


def _node_groups(automaton: Automaton, observed: set[int], boxes: int) -> list[_NodeGroup]:
    """Group an automaton's nodes: same boxes open, same slots closed where a rule counts them, same observations."""
    gathered: dict[object, list[int]] = {}
    for node in range(automaton.nodes):
        may_close = tuple(bool(transitions[0, node] >= 0) for transitions in automaton.transitions)
        counted = tuple(
            int(count) for box, count in zip(automaton.boxes, automaton.counts[node], strict=True) if box in observed
        )
        gathered.setdefault((may_close, counted, automaton.observations[node]), []).append(node)
    return [_node_group(automaton, nodes, observed, boxes) for nodes in gathered.values()]


def _node_group(automaton: Automaton, nodes: list[int], observed: set[int], boxes: int) -> _NodeGroup:
    one = nodes[0]
    observations: dict[int, Observation] = {
        box: int(count) for box, count in zip(automaton.boxes, automaton.counts[one], strict=True) if box in observed
    }
    observations |= {
        boxes + number: state for number, state in zip(automaton.dependencies, automaton.observations[one], strict=True)
    }
    return _NodeGroup(
        nodes=np.array(nodes, dtype=np.int64),
        closed=automaton.counts[nodes].sum(axis=1).astype(np.int64),
        observations=observations,
        open=tuple(box for box, to in zip(automaton.boxes, automaton.transitions, strict=True) if to[0, one] >= 0),
    )


def _group_of(node_groups: Sequence[_NodeGroup], nodes: int) -> Ints:
    found = np.empty(nodes, dtype=np.int64)
    for number, node_group in enumerate(node_groups):
        found[node_group.nodes] = number
    return found


def split_large(groups: Iterable[StateGroup], most: int) -> Iterator[StateGroup]:
    """Split groups of more than `most` states into pieces of at most so many."""
    for group in groups:
        for start in range(0, len(group.states), most):
            piece = slice(start, start + most)
            nodes = tuple(node if len(node) == 1 else node[piece] for node in group.nodes)
            yield StateGroup(group.states[piece], nodes, group.observations, group.open)


def batches_of(groups: Iterable[StateGroup], columns: int) -> Iterator[list[StateGroup]]:
    """Yield batches of groups with at least so many states, but less than twice as many."""
    batch: list[StateGroup] = []
    states = 0
    for group in split_large(groups, columns):
        batch.append(group)
        states += len(group.states)
        if states >= columns:
            yield batch
            batch, states = [], 0
    if batch:
        yield batch
