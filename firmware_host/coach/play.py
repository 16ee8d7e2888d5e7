"""Plays many games at once as a solution says, with dice that are thrown: what its values promise must come about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_host.coach.closing import Closing, Values
from firmware_host.coach.groups import Group, in_batches, pieces
from firmware_host.coach.model import Model
from firmware_host.coach.solve import Worker
from firmware_host.coach.throwing import Ints, throw_turns

BATCH = 1024


@dataclass(frozen=True)
class Ends:
    """How turns ended (T of them).

    `rolls` are the last rolls (see `Lattice`) and `used` how many there were, `boxes` the rows of the boxes closed and
    `struck` whether for 0 on purpose; `gains` is what the totals gained, `states` what the cards then are.
    """

    rolls: Ints
    used: Ints
    boxes: Ints
    struck: NDArray[np.bool_]
    gains: Values
    states: Ints


@dataclass(frozen=True)
class Played:
    """Games played to their end (G of them): their totals (G,), and the turns that led there."""

    totals: Values
    turns: tuple[Ends, ...]


class Players:
    """Play as well as `values` (flat, by state of the model) can tell, with dice thrown by a generator."""

    def __init__(self, model: Model, values: Values, dice: Generator) -> None:
        self._model = model
        self._lattice = model.lattice
        self._dice = dice
        self._worker = Worker(model, values)
        self._closing = Closing(model, values)

    def games(self, number: int) -> Played:
        """Play so many games from an empty card."""
        states = np.zeros(number, dtype=np.int64)
        totals = np.zeros(number)
        ends = []
        for _ in range(self._worker.groups.layers - 1):
            end = self.turns(states)
            totals += end.gains
            states = end.states
            ends.append(end)
        return Played(totals, tuple(ends))

    def turns(self, states: Ints) -> Ends:
        """Play one turn in each state (T,); none of them may be the end of a game."""
        rolls, used, boxes, after = (np.zeros_like(states) for _ in range(4))
        ends = Ends(rolls, used, boxes, np.zeros(len(states), dtype=bool), np.zeros(len(states)), after)
        different, which = np.unique(states, return_inverse=True)
        groups = list(pieces(self._worker.groups.split(different), BATCH))
        column_of = np.empty(len(different), dtype=np.int64)
        column_of[np.searchsorted(different, np.concatenate([group.states for group in groups]))] = np.arange(
            len(different)
        )
        columns = column_of[which]
        order = np.argsort(columns, kind="stable")
        begin = 0
        for batch in in_batches(groups, BATCH):
            plan = self._worker.plan(batch)
            end = begin + len(plan.worth)
            turns = order[slice(*np.searchsorted(columns[order], (begin, end)))]
            rolls, used = throw_turns(self._lattice, self._dice, plan, columns[turns] - begin)
            ends.rolls[turns], ends.used[turns] = rolls, used
            for group, first in _with_first(batch, begin):
                own = slice(*np.searchsorted(columns[turns], (first, first + len(group.states))))
                if own.start < own.stop:
                    self._close(group, turns[own], columns[turns[own]] - first, rolls[own], used[own], ends)
            begin = end
        return ends

    def _close(self, group: Group, turns: Ints, columns: Ints, rolls: Ints, used: Ints, ends: Ends) -> None:
        """Close the best box in turns of a group: which of all turns they are, and their columns in the group."""
        best = np.full(len(turns), -np.inf)
        for box in group.open:
            ways = self._closing.ways(group, box)
            worth = self._closing.worth(group, box, ways)
            leads, gains = np.broadcast_arrays(*self._closing.moves(group, box, ways))
            way = ways.which[used - 1, rolls]
            allowed = way < ways.written
            way, here, own = way[allowed], columns[allowed], np.flatnonzero(allowed)
            if ways.struck is not None:
                strike = ways.struck[way]
                way = np.where(worth[strike, here] > worth[way, here], strike, way)
            better = worth[way, here] > best[own]
            way, here, own = way[better], here[better], own[better]
            best[own] = worth[way, here]
            ends.boxes[turns[own]] = box
            ends.struck[turns[own]] = way >= ways.written
            ends.gains[turns[own]] = gains[way, here]
            ends.states[turns[own]] = leads[way, here]


def _with_first(batch: list[Group], begin: int) -> Iterator[tuple[Group, int]]:
    """Yield groups with the number of their first column."""
    for group in batch:
        yield group, begin
        begin += len(group.states)


def join(parties: Sequence[Played]) -> Played:
    """Return the games of several parties as one; they must have played the same game."""
    turns = zip(*(party.turns for party in parties), strict=True)
    return Played(
        np.concatenate([party.totals for party in parties]),
        tuple(
            Ends(*(np.concatenate([getattr(end, field.name) for end in turn]) for field in fields(Ends)))
            for turn in turns
        ),
    )
