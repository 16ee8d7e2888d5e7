"""States that are judged alike, so that one array operation serves them all.

A group has the same boxes open and shows the same to every rule that looks at the card; its states differ in what is
remembered beside, such as the upper sum. Groups are numbered, and few of them are looked at in a time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.model import Model
from firmware_host.coach.reading import State, looks_of
from firmware_host.coach.strands import Strand

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Group:
    """States (S of them) that are judged alike.

    `states` are their numbers, `nodes` their node on each strand, (S,) or (1,) where it is the same for all. `shown`
    says what rules see, by `Look.at`, and `open` which rows of the card are open.
    """

    states: Ints
    nodes: tuple[Ints, ...]
    shown: Mapping[int, State]
    open: tuple[int, ...]


@dataclass(frozen=True)
class _Cell:
    """Nodes of one strand that are judged alike."""

    nodes: Ints
    closed: Ints
    shown: Mapping[int, State]
    open: tuple[int, ...]


class Groups:
    """All groups of a game, by layer: the number of slots closed."""

    def __init__(self, model: Model) -> None:
        looked_at = {at for tree in model.trees for at in looks_of(tree)}
        self._cells = [_cells(strand, looked_at, len(model.trees)) for strand in model.strands]
        self._shape = tuple(len(cells) for cells in self._cells)
        self._model_shape = model.shape
        self._strides = strides(model.shape)
        self._cell_of = [_cell_of(cells, nodes) for cells, nodes in zip(self._cells, model.shape, strict=True)]
        fewest, most = np.zeros(1, dtype=np.int16), np.zeros(1, dtype=np.int16)
        for cells in self._cells:
            fewest = np.add.outer(fewest, np.array([cell.closed.min() for cell in cells], dtype=np.int16)).ravel()
            most = np.add.outer(most, np.array([cell.closed.max() for cell in cells], dtype=np.int16)).ravel()
        self._fewest, self._most = fewest, most

    @property
    def layers(self) -> int:
        """How many layers there are, from no slot closed to all."""
        return int(self._most.max()) + 1

    @property
    def ends(self) -> int:
        """How many states have nothing left to close."""
        return prod(sum(len(cell.nodes) for cell in cells if not cell.open) for cells in self._cells)

    def of_layer(self, layer: int) -> Ints:
        """Return the numbers of the groups with states in a layer."""
        return np.flatnonzero((self._fewest <= layer) & (layer <= self._most))

    def group(self, number: int, layer: int) -> Group:
        """Return the states of a group that are in a layer."""
        picked = np.unravel_index(number, self._shape)
        states, closed = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        parts: list[Ints] = []
        shown: dict[int, State] = {}
        rows: list[int] = []
        for cells, which, stride in zip(self._cells, picked, self._strides, strict=True):
            cell = cells[int(which)]
            shown |= cell.shown
            rows += cell.open
            if len(cell.nodes) == 1:
                states, closed, part = states + cell.nodes * stride, closed + cell.closed, cell.nodes
            else:
                before = len(states)
                states = np.add.outer(states, cell.nodes * stride).ravel()
                closed = np.add.outer(closed, cell.closed).ravel()
                parts = [part if len(part) == 1 else part.repeat(len(cell.nodes)) for part in parts]
                part = np.tile(cell.nodes, before)
            parts.append(part)
        kept = closed == layer
        if not kept.all():
            states = states[kept]
            parts = [part if len(part) == 1 else part[kept] for part in parts]
        return Group(states, tuple(parts), shown, tuple(sorted(rows)))

    def split(self, states: Ints) -> Iterator[Group]:
        """Sort any different states into groups."""
        nodes = np.unravel_index(states, self._model_shape)
        numbers = np.ravel_multi_index(
            [cell_of[node] for cell_of, node in zip(self._cell_of, nodes, strict=True)], self._shape
        )
        order = np.argsort(numbers, kind="stable")
        for picked in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            cells = [
                cells[int(which)]
                for cells, which in zip(self._cells, np.unravel_index(numbers[picked[0]], self._shape), strict=True)
            ]
            yield Group(
                states[picked],
                tuple(
                    cell.nodes if len(cell.nodes) == 1 else node[picked]
                    for cell, node in zip(cells, nodes, strict=True)
                ),
                {at: state for cell in cells for at, state in cell.shown.items()},
                tuple(sorted(row for cell in cells for row in cell.open)),
            )


def strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return how far apart neighbours along each axis are in the flat array."""
    return tuple(int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape)))


def _cells(strand: Strand, looked_at: set[int], boxes: int) -> list[_Cell]:
    """Sort a strand's nodes into cells: same boxes open, same slots closed where a rule counts them, same sights."""
    gathered: dict[object, list[int]] = {}
    for node in range(strand.nodes):
        may_close = tuple(bool(after[0, node] >= 0) for after in strand.after)
        counted = tuple(
            int(count) for box, count in zip(strand.boxes, strand.counts[node], strict=True) if box in looked_at
        )
        gathered.setdefault((may_close, counted, strand.seen[node]), []).append(node)
    return [_cell(strand, nodes, looked_at, boxes) for nodes in gathered.values()]


def _cell(strand: Strand, nodes: list[int], looked_at: set[int], boxes: int) -> _Cell:
    one = nodes[0]
    shown: dict[int, State] = {
        box: int(count) for box, count in zip(strand.boxes, strand.counts[one], strict=True) if box in looked_at
    }
    shown |= {boxes + sight: state for sight, state in zip(strand.sights, strand.seen[one], strict=True)}
    return _Cell(
        nodes=np.array(nodes, dtype=np.int64),
        closed=strand.counts[nodes].sum(axis=1).astype(np.int64),
        shown=shown,
        open=tuple(box for box, after in zip(strand.boxes, strand.after, strict=True) if after[0, one] >= 0),
    )


def _cell_of(cells: Sequence[_Cell], nodes: int) -> Ints:
    found = np.empty(nodes, dtype=np.int64)
    for number, cell in enumerate(cells):
        found[cell.nodes] = number
    return found


def pieces(groups: Iterable[Group], most: int) -> Iterator[Group]:
    """Cut groups of more than `most` states into pieces of at most so many."""
    for group in groups:
        for start in range(0, len(group.states), most):
            piece = slice(start, start + most)
            nodes = tuple(node if len(node) == 1 else node[piece] for node in group.nodes)
            yield Group(group.states[piece], nodes, group.shown, group.open)


def in_batches(groups: Iterable[Group], columns: int) -> Iterator[list[Group]]:
    """Gather groups until they have at least so many states, but less than twice as many."""
    batch: list[Group] = []
    states = 0
    for group in pieces(groups, columns):
        batch.append(group)
        states += len(group.states)
        if states >= columns:
            yield batch
            batch, states = [], 0
    if batch:
        yield batch
