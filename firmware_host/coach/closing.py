"""What it is worth to end a turn: each box that may be closed, with the rest of the game after it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.groups import Group, strides
from firmware_host.coach.model import Model
from firmware_host.coach.reading import Table, table_in

Values = NDArray[np.floating]
"""Worth of states; kept as float32, worked out as float64."""


@dataclass(frozen=True)
class Ways:
    """The ways to close a box by one table: first its `written` outcomes, then closing it for 0 on purpose.

    For each way `points` is the number among the box's points and `earned` what the turn earns beside. `struck` names
    for each outcome the way to strike the box instead, None where that is no choice of its own. `which` is the
    table's, by rolls used and roll.
    """

    points: NDArray[np.intp]
    earned: Values
    written: int
    struck: NDArray[np.intp] | None
    which: NDArray[np.int16]


class Closing:
    """Tells the worth of closing boxes; `values` are those of all states (flat), as far as they are known."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._values = values
        self._stages = sorted(set(model.stages))
        self._axis = {box: axis for axis, strand in enumerate(model.strands) for box in strand.boxes}
        self._step: dict[int, NDArray[np.int64]] = {}
        self._gain: dict[int, Values] = {}
        for strand, stride in zip(model.strands, strides(model.shape), strict=True):
            for box, after, paid in zip(strand.boxes, strand.after, strand.paid, strict=True):
                self._step[box] = (after.astype(np.int64) - np.arange(strand.nodes)) * stride
                self._gain[box] = paid + np.array(model.points[box])[:, None]
        self._ways: dict[int, Ways] = {}

    def ways(self, group: Group, box: int) -> Ways:
        """Return the ways to close a box of the group's cards."""
        table = table_in(self._model.trees[box], group.shown)
        ways = self._ways.get(id(table))
        if ways is None:
            ways = self._ways[id(table)] = self._ways_by(table, box)
        return ways

    def worth(self, group: Group, box: int, ways: Ways) -> Values:
        """Return what each way to close a box is worth (ways and one more, states): minus infinity for the last."""
        leads, gains = self.moves(group, box, ways)
        worth = np.empty((len(leads) + 1, len(group.states)))
        worth[:-1] = self._values[leads]
        worth[:-1] += gains
        worth[-1] = -np.inf
        return worth

    def moves(self, group: Group, box: int, ways: Ways) -> tuple[NDArray[np.int64], Values]:
        """Return for each way the state it leads to (ways, states), and what the total gains (ways, states or 1)."""
        nodes = group.nodes[self._axis[box]]
        points = ways.points[:, None]
        return group.states + self._step[box][points, nodes], self._gain[box][points, nodes] + ways.earned[:, None]

    def best(self, group: Group, out: Sequence[Values]) -> None:
        """Fill in what closing the best box is worth, for each stage (rolls, states); minus infinity for none."""
        room = np.empty(out[0].shape)
        for number, box in enumerate(group.open):
            ways = self.ways(group, box)
            worth = self.worth(group, box, ways)
            if ways.struck is not None:
                np.maximum(worth[: ways.written], worth[ways.struck], out=worth[: ways.written])
                worth[ways.written] = -np.inf
            for stage, best in zip(self._stages, out, strict=True):
                np.take(worth, ways.which[stage], axis=0, out=room, mode="clip")
                if number:
                    np.maximum(best, room, out=best)
                else:
                    best[:] = room

    def _ways_by(self, table: Table, box: int) -> Ways:
        place = {points: number for number, points in enumerate(self._model.points[box])}
        written = [(place[points], earned) for points, earned in table.outcomes]
        strikes: list[tuple[int, int]] = []
        struck = None
        if self._model.strikable[box] and any(points for points, _ in table.outcomes):
            strikes = sorted({(place[0], earned) for _, earned in table.outcomes})
            struck = np.array([len(written) + strikes.index((place[0], earned)) for _, earned in written])
        return Ways(
            points=np.array([points for points, _ in written + strikes], dtype=np.intp),
            earned=np.array([earned for _, earned in written + strikes], dtype=float),
            written=len(written),
            struck=struck,
            which=table.which.astype(np.intp),
        )
