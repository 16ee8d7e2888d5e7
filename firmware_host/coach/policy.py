"""What the best play does: which dice it keeps of each roll, where it stops, and what it closes there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.closing import Closing, Values
from firmware_host.coach.groups import Group, Ints, in_batches
from firmware_host.coach.lattice import Lattice
from firmware_host.coach.model import Model
from firmware_host.coach.solve import Worker

BATCH = 64
"""States worked out together: every roll with all that may be kept of it is looked at for each of them."""


@dataclass(frozen=True)
class Ends:
    """The best way to end a turn on each roll (rolls, S): the row of the box, what the total gains, the state after.

    Rolls that may not be closed anywhere gain minus infinity.
    """

    boxes: Ints
    gains: Values
    leads: Ints


@dataclass(frozen=True)
class Policy:
    """The best turns in some states (S): for each number of rolls used, what is done with each roll.

    `states` are their numbers. `ends` holds what is closed there, `stops` whether the turn ends (rolls, S) and `kept`
    which row of dice is kept where it goes on (rolls, S); both have one stage less, for after the last roll every turn
    ends.
    """

    lattice: Lattice
    states: Ints
    ends: tuple[Ends, ...]
    stops: tuple[NDArray[np.bool_], ...]
    kept: tuple[NDArray[np.intp], ...]

    def from_start(self) -> list[Values]:
        """Return for each number of rolls used the chance that the turn ends on each roll (rolls, S)."""
        return self._on(np.repeat(self.lattice.first[:, None], len(self.states), axis=1), 0)

    def from_roll(self, roll: int, rolls_used: int) -> list[Values]:
        """Return the same once a roll lies, for the numbers of rolls used from this one on."""
        shown = np.zeros((self.lattice.rolls, len(self.states)))
        shown[roll] = 1
        return self._on(shown, rolls_used - 1)

    def from_keeps(self, rows: Sequence[int], rolls_used: int) -> list[Values]:
        """Return the same where one of some rows of dice is kept and the others are thrown (rolls, rows).

        For the numbers of rolls used from the next on. Only for the policy of one state.
        """
        return self._on(self.lattice.after[list(rows)].T, rolls_used)

    def _on(self, shown: Values, stage: int) -> list[Values]:
        """Go on from the chances of what is shown at a stage (rolls, S, or any columns for one state)."""
        lattice, columns = self.lattice, shown.shape[1]
        found = []
        for stops, kept in zip(self.stops[stage:], self.kept[stage:], strict=True):
            found.append(np.where(stops, shown, 0))
            going = np.where(stops, 0, shown)
            cells = np.broadcast_to(kept * columns, shown.shape) + np.arange(columns)
            rows = np.bincount(cells.ravel(), going.ravel(), lattice.keeps * columns).reshape(lattice.keeps, columns)
            shown = lattice.after.T @ rows
        return [*found, shown]


class Policies:
    """Finds the best play in any states by the values of all states (flat)."""

    def __init__(self, model: Model, values: Values) -> None:
        self._model = model
        self._lattice = model.lattice
        self._worker = Worker(model, values)
        self._closing = Closing(model, values)
        self._stages = sorted(set(model.stages))

    def of(self, states: Ints) -> Iterator[Policy]:
        """Yield the policies of different states, none of them the end of a game, a few at a time in any order."""
        for batch in in_batches(_pieces(self._worker.groups.split(states)), BATCH):
            yield self._policy(batch)

    def _policy(self, batch: Sequence[Group]) -> Policy:
        lattice = self._lattice
        plan = self._worker.plan(batch)
        parts = [self._ends(group) for group in batch]
        ends = [
            Ends(
                np.concatenate([part[stage].boxes for part in parts], axis=1),
                np.concatenate([part[stage].gains for part in parts], axis=1),
                np.concatenate([part[stage].leads for part in parts], axis=1),
            )
            for stage in range(len(self._stages))
        ]
        stops, kept = [], []
        for worth, stop in zip(plan.keeps, plan.stops, strict=False):
            choices = worth[lattice.kept_of]  # (rolls, rows to keep, S)
            best = choices.argmax(axis=1)
            kept.append(np.take_along_axis(lattice.kept_of, best, axis=1))
            stops.append(stop >= np.take_along_axis(choices, best[:, None], axis=1)[:, 0])
        return Policy(
            lattice,
            np.concatenate([group.states for group in batch]),
            tuple(ends[self._stages.index(stage)] for stage in self._model.stages),
            tuple(stops),
            tuple(kept),
        )

    def _ends(self, group: Group) -> list[Ends]:
        """Return the best closings of a group's states, for each stage with tables of its own."""
        shape = (self._lattice.rolls, len(group.states))
        best = [np.full(shape, -np.inf) for _ in self._stages]
        ends = [Ends(np.zeros(shape, dtype=np.int64), np.zeros(shape), np.zeros(shape, dtype=np.int64)) for _ in best]
        for box in group.open:
            ways = self._closing.ways(group, box)
            if not ways.written:
                continue  # no roll may be written there yet
            worth = self._closing.worth(group, box, ways)
            leads, gains = np.broadcast_arrays(*self._closing.moves(group, box, ways))
            way = np.repeat(np.arange(ways.written + 1)[:, None], shape[1], axis=1)
            way[-1] = len(worth) - 1  # may not be closed, which is worth minus infinity
            if ways.struck is not None:
                struck = ways.struck[:, None]
                way[:-1] = np.where(worth[ways.struck] > worth[: ways.written], struck, way[:-1])
            worth = np.take_along_axis(worth, way, axis=0)
            leads = np.take_along_axis(leads, np.minimum(way, len(leads) - 1), axis=0)
            gains = np.take_along_axis(gains, np.minimum(way, len(gains) - 1), axis=0)
            for stage, known, end in zip(self._stages, best, ends, strict=True):
                which = ways.which[stage]
                offered = worth[which]
                better = offered > known
                np.copyto(known, offered, where=better)
                np.copyto(end.gains, gains[which], where=better)
                np.copyto(end.leads, leads[which], where=better)
                end.boxes[better] = box
        return ends


def _pieces(groups: Iterator[Group]) -> Iterator[Group]:
    """Cut large groups into pieces of the size of a batch."""
    for group in groups:
        for start in range(0, len(group.states), BATCH):
            piece = slice(start, start + BATCH)
            nodes = tuple(node if len(node) == 1 else node[piece] for node in group.nodes)
            yield Group(group.states[piece], nodes, group.shown, group.open)
