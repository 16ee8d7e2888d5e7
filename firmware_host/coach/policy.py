"""What the best play does: which dice it keeps of each roll, where it stops, and what it closes there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.closing import Closing, Values
from firmware_host.coach.groups import Group, Groups, Ints, in_batches
from firmware_host.coach.lattice import Lattice
from firmware_host.coach.model import Model
from firmware_host.coach.turn import Turn, choices_of

BATCH = 64
"""States worked out together: every roll with all that may be kept of it is looked at for each of them."""


@dataclass(frozen=True)
class Ends:
    """The best way to end a turn on each roll (rolls, S): the row of the box, whether it is struck, and what follows.

    `gains` is what the total gains, `leads` the state after. Rolls that may not be closed anywhere gain minus infinity.
    """

    boxes: Ints
    struck: NDArray[np.bool_]
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
        self._values = values
        self._lattice = model.lattice
        self._turn = Turn(model.lattice)
        self._groups = Groups(model)
        self._closing = Closing(model, values)
        self._stages = sorted(set(model.stages))

    def of(self, states: Ints) -> Iterator[Policy]:
        """Yield the policies of different states, none of them the end of a game, a few at a time in any order."""
        for batch in in_batches(self._groups.split(states), BATCH):
            yield self._policy(batch)

    def _policy(self, batch: Sequence[Group]) -> Policy:
        shape = (self._lattice.rolls, sum(len(group.states) for group in batch))
        best = [np.empty(shape) for _ in self._stages]
        ends = [
            Ends(
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
            self._close(group, columns, best, ends)
        order = [self._stages.index(stage) for stage in self._model.stages]
        stops, kept = choices_of(self._lattice, self._turn.plan([best[stage] for stage in order]))
        return Policy(
            self._lattice,
            np.concatenate([group.states for group in batch]),
            tuple(ends[stage] for stage in order),
            tuple(stops),
            tuple(kept),
        )

    def _close(self, group: Group, columns: slice, best: Sequence[Values], ends: Sequence[Ends]) -> None:
        """Fill in the best closings of a group's states and their worth, for each stage with tables of its own.

        The ways of all boxes are the rows of one list, in which each roll finds its best one.
        """
        states = np.arange(len(group.states))
        rows: list[Values] = [np.full((1, len(states)), -np.inf)]
        leads: list[Ints] = [np.zeros((1, len(states)), dtype=np.int64)]
        boxes, struck = [0], [False]
        row = [np.zeros((self._lattice.rolls, len(states)), dtype=np.int64) for _ in self._stages]
        for known in best:
            known[:, columns] = -np.inf
        for box in group.open:
            ways = self._closing.ways(group, box)
            if not ways.written:
                continue  # no roll may be written there yet
            lead, gain = self._closing.moves(group, box, ways)
            worth = np.full((len(lead) + 1, len(states)), -np.inf)
            worth[:-1] = self._values[lead] + gain
            way = np.arange(len(worth))[:, None]
            if ways.struck is not None:
                way = np.repeat(way, len(states), axis=1)
                way[: ways.written] = np.where(
                    worth[ways.struck] > worth[: ways.written], ways.struck[:, None], way[: ways.written]
                )
                worth[: ways.written] = np.take_along_axis(worth, way[: ways.written], axis=0)
                worth[ways.written] = -np.inf
            for stage, known, chosen in zip(self._stages, best, row, strict=True):
                which = ways.which[stage]
                offered = worth[which]
                better = offered > known[:, columns]
                np.copyto(known[:, columns], offered, where=better)
                np.copyto(chosen, len(boxes) + way[which], where=better)
            rows.append(np.broadcast_to(gain, lead.shape))
            leads.append(lead)
            boxes += [box] * len(lead)
            struck += [number >= ways.written for number in range(len(lead))]
        all_gains, all_leads = np.concatenate(rows), np.concatenate(leads)
        all_boxes, all_struck = np.array(boxes), np.array(struck)
        for end, chosen in zip(ends, row, strict=True):
            end.gains[:, columns] = all_gains[chosen, states]
            end.leads[:, columns] = all_leads[chosen, states]
            end.boxes[:, columns] = all_boxes[chosen]
            end.struck[:, columns] = all_struck[chosen]
