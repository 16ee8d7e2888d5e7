"""What a card remembers of its past: one automaton for each group of boxes.

A node holds how many slots of each box are closed and what the rules remember, as far as it matters: nodes with the
same future are merged, so that an upper sum stops counting once its bonus is lost, won or paid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.box_groups import BoxGroup, ReachableState, StateKey, reachable_states
from firmware_host.solver.score_tables import Dependency, Observation

PossiblePoints = Mapping[str, Sequence[int]]
"""Box id → all points that a slot of it can be closed for."""


@dataclass(frozen=True)
class Automaton:
    """The nodes of some boxes, the empty one first; `boxes` are their rows on the card.

    `counts` (nodes, boxes) holds the slots closed, and `observations` what rules see of each node for each of the
    `dependencies`. Closing the b-th box for the p-th of its points leads from node n to `transitions[b][p, n]`, -1
    where it may not be closed, and changes the bonuses by `bonus_changes[b][p, n]`. `node_of` finds the node of slots
    closed and memories.
    """

    boxes: tuple[int, ...]
    counts: NDArray[np.int8]
    dependencies: tuple[int, ...]
    observations: tuple[tuple[Observation, ...], ...]
    transitions: tuple[NDArray[np.int32], ...]
    bonus_changes: tuple[NDArray[np.float64], ...]
    node_of: Mapping[StateKey, int]

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.counts)


@dataclass(frozen=True)
class _Observer:
    """Picks from a key what one dependency is about: boxes and memories by their place in the group."""

    dependency: int
    boxes: tuple[int, ...]
    memories: tuple[int, ...]

    def observe(self, key: StateKey) -> Observation:
        counts, numbers = key
        return tuple(counts[at] for at in self.boxes), tuple(numbers[at] for at in self.memories)


def fill_dependency(dependency: Dependency, rules: Ruleset, points: PossiblePoints) -> None:
    """Find a card for everything that rules may observe when boxes are closed for these points."""
    group = BoxGroup(tuple(rules.box(box) for box in dependency.boxes), dependency.memories)
    for key, state in reachable_states(group, points).items():
        dependency.cards.setdefault(key, dict(zip(dependency.boxes, state.rows, strict=True)))


def make_automaton(
    rules: Ruleset, group: BoxGroup, points: PossiblePoints, dependencies: Sequence[Dependency]
) -> Automaton:
    """Return the automaton of a group of boxes."""
    reachable = reachable_states(group, points)
    observers = [
        _Observer(
            number,
            tuple(group.boxes.index(rules.box(box)) for box in dependency.boxes),
            tuple(
                next(at for at, known in enumerate(group.memories) if known is memory) for memory in dependency.memories
            ),
        )
        for number, dependency in enumerate(dependencies)
        if set(dependency.boxes) <= {box.id for box in group.boxes}
    ]
    merged = _merge_equivalent(reachable, observers)
    kept = sorted({merged[key] for key in reachable}, key=lambda key: (sum(key[0]), key))
    node = {key: number for number, key in enumerate(kept)}
    transitions, bonus_changes = [], []
    for at, box in enumerate(group.boxes):
        to_nodes = np.full((len(points[box.id]), len(kept)), -1, dtype=np.int32)
        changes = np.zeros(to_nodes.shape)
        for key in kept:
            for number, successor in enumerate(reachable[key].successors[at]):
                to_nodes[number, node[key]] = node[merged[successor]]
                changes[number, node[key]] = reachable[successor].bonus_points - reachable[key].bonus_points
        transitions.append(to_nodes)
        bonus_changes.append(changes)
    return Automaton(
        boxes=tuple(rules.position_of(box.id) for box in group.boxes),
        counts=np.array([counts for counts, _ in kept], dtype=np.int8),
        dependencies=tuple(observer.dependency for observer in observers),
        observations=tuple(tuple(observer.observe(key) for observer in observers) for key in kept),
        transitions=tuple(transitions),
        bonus_changes=tuple(bonus_changes),
        node_of={key: node[merged[key]] for key in reachable},
    )


def _merge_equivalent(
    reachable: Mapping[StateKey, ReachableState], observers: Sequence[_Observer]
) -> dict[StateKey, StateKey]:
    """Return for each key the one that stands for all with its future, from the last close back to the first."""
    merged: dict[StateKey, StateKey] = {}
    representatives: dict[object, StateKey] = {}
    for key in sorted(reachable, key=lambda key: (-sum(key[0]), key)):
        here = reachable[key]
        future = (
            key[0],
            tuple([observer.observe(key) for observer in observers]),
            tuple(
                [
                    tuple([(merged[to], reachable[to].bonus_points - here.bonus_points) for to in successors])
                    for successors in here.successors
                ]
            ),
        )
        merged[key] = representatives.setdefault(future, key)
    return merged
