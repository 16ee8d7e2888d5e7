"""What a card still holds of its past: its boxes as strands, each with all that can have become of it.

A strand is a box of its own, or the boxes that a rule remembers together. Its nodes tell how many slots of each box
are closed and what is remembered, as far as it matters: nodes with the same future are one node, so that an upper sum
ends where its bonus is won, lost or paid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.reading import Sight, State
from firmware_host.coach.ties import Key, Reached, Tie, reach
from firmware_host.rules.ruleset import Ruleset

Points = Mapping[str, Sequence[int]]
"""Box id → all points that a slot of it can be closed for."""


@dataclass(frozen=True)
class Strand:
    """The nodes of some boxes, the empty one first; `boxes` are their rows on the card.

    `counts` (nodes, boxes) tells the slots closed and `seen` what each of the `sights` shows of a node. Closing the
    b-th box for the p-th of its points leads from node n to `after[b][p, n]`, -1 where it is closed, and changes the
    bonuses by `paid[b][p, n]`. `node_of` finds the node of slots closed and memories.
    """

    boxes: tuple[int, ...]
    counts: NDArray[np.int8]
    sights: tuple[int, ...]
    seen: tuple[tuple[State, ...], ...]
    after: tuple[NDArray[np.int32], ...]
    paid: tuple[NDArray[np.float64], ...]
    node_of: Mapping[Key, int]

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.counts)


@dataclass(frozen=True)
class _Seer:
    """Tells what a sight shows of a key: which of the tie's boxes and memories it is about."""

    number: int
    boxes: tuple[int, ...]
    memories: tuple[int, ...]

    def state(self, key: Key) -> State:
        counts, numbers = key
        return tuple(counts[at] for at in self.boxes), tuple(numbers[at] for at in self.memories)


def fill_sight(sight: Sight, rules: Ruleset, points: Points) -> None:
    """Find all that a sight can show when boxes are closed for these points."""
    tie = Tie(tuple(rules.box(box) for box in sight.boxes), sight.memories)
    for key, reached in reach(tie, points).items():
        sight.shown.setdefault(key, dict(zip(sight.boxes, reached.rows, strict=True)))


def make_strand(rules: Ruleset, tie: Tie, points: Points, sights: Sequence[Sight]) -> Strand:
    """Return the strand of a tie."""
    reached = reach(tie, points)
    seers = [
        _Seer(
            number,
            tuple(tie.boxes.index(rules.box(box)) for box in sight.boxes),
            tuple(next(at for at, known in enumerate(tie.memories) if known is memory) for memory in sight.memories),
        )
        for number, sight in enumerate(sights)
        if set(sight.boxes) <= {box.id for box in tie.boxes}
    ]
    same = _same_future(reached, seers)
    kept = sorted({same[key] for key in reached}, key=lambda key: (sum(key[0]), key))
    node = {key: number for number, key in enumerate(kept)}
    after, paid = [], []
    for at, box in enumerate(tie.boxes):
        leads = np.full((len(points[box.id]), len(kept)), -1, dtype=np.int32)
        pays = np.zeros(leads.shape)
        for key in kept:
            for which, lead in enumerate(reached[key].leads[at]):
                leads[which, node[key]] = node[same[lead]]
                pays[which, node[key]] = reached[lead].worth - reached[key].worth
        after.append(leads)
        paid.append(pays)
    return Strand(
        boxes=tuple(rules.position_of(box.id) for box in tie.boxes),
        counts=np.array([counts for counts, _ in kept], dtype=np.int8),
        sights=tuple(seer.number for seer in seers),
        seen=tuple(tuple(seer.state(key) for seer in seers) for key in kept),
        after=tuple(after),
        paid=tuple(paid),
        node_of={key: node[same[key]] for key in reached},
    )


def _same_future(reached: Mapping[Key, Reached], seers: Sequence[_Seer]) -> dict[Key, Key]:
    """Return for each key the one that stands for all with its future, from the last closing back to the first."""
    same: dict[Key, Key] = {}
    standing: dict[object, Key] = {}
    for key in sorted(reached, key=lambda key: (-sum(key[0]), key)):
        here = reached[key]
        future = (
            key[0],
            tuple([seer.state(key) for seer in seers]),
            tuple([tuple([(same[lead], reached[lead].worth - here.worth) for lead in leads]) for leads in here.leads]),
        )
        same[key] = standing.setdefault(future, key)
    return same
