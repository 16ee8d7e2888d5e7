"""One turn from its last roll back to its first: when to stop, which dice to keep, and what all that is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.closing import Values
from firmware_host.coach.lattice import Lattice


@dataclass(frozen=True)
class Plan:
    """All that a turn can be worth in some states, by rolls used (from 1 on).

    `stops` is what ending the turn on each roll is worth (rolls, states), `keeps` what keeping each row of dice and
    throwing the others is worth (keeps, states; none after the last roll), `best` the better of both (rolls, states).
    `worth` is what the turn is worth before its first roll (states,).
    """

    stops: tuple[Values, ...]
    keeps: tuple[Values, ...]
    best: tuple[Values, ...]
    worth: Values


class Turn:
    """Works out turns of many states at once; it keeps its room between calls."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._room = np.empty((len(lattice.rows), 0))

    def worth(self, stops: Sequence[Values]) -> Values:
        """Return what the turn is worth before its first roll (states,).

        `stops` tells for each number of rolls used what ending the turn there is worth (rolls, states).
        """
        rolled = stops[-1]
        for stop in reversed(stops[:-1]):
            rolled = self._before(rolled, stop)
        return self._lattice.first @ rolled

    def plan(self, stops: Sequence[Values]) -> Plan:
        """Return what `worth` comes from; `stops` as there."""
        best, keeps = [stops[-1]], []
        for stop in reversed(stops[:-1]):
            keeps.append(self._lattice.after @ best[-1])
            best.append(self._before(best[-1], stop))
        return Plan(tuple(stops), tuple(reversed(keeps)), tuple(reversed(best)), self._lattice.first @ best[-1])

    def _before(self, rolled: Values, stop: Values) -> Values:
        """Return what each roll is worth when the dice not kept are thrown for `rolled`, or the turn ends (`stop`)."""
        keeps, states = self._lattice.keeps, rolled.shape[1]
        if self._room.shape[1] != states:
            self._room = np.empty((len(self._room), states))
        best = self._room
        np.matmul(self._lattice.after, rolled, out=best[:keeps])
        best[keeps:] = stop
        for rows, smaller in self._lattice.passes:
            np.maximum(best[rows], best[smaller], out=best[rows])
        return best[keeps:].copy()


def choices_of(lattice: Lattice, plan: Plan) -> tuple[list[NDArray[np.bool_]], list[NDArray[np.intp]]]:
    """Return what a plan does with each roll but the last: whether the turn ends, else which row of dice is kept.

    Both are (rolls, states). Of equally good ways it ends the turn, or keeps the first of the lattice.
    """
    stops, kept = [], []
    for worth, stop in zip(plan.keeps, plan.stops, strict=False):
        choices = worth[lattice.kept_of]
        best = choices.argmax(axis=1)
        kept.append(np.take_along_axis(lattice.kept_of, best, axis=1))
        stops.append(stop >= np.take_along_axis(choices, best[:, None], axis=1)[:, 0])
    return stops, kept


def ends_of(lattice: Lattice, plan: Plan) -> Values:
    """Return the chance of each roll to be the last of a turn that follows a plan (rolls, states)."""
    return _ends(lattice, plan, np.repeat(lattice.first[:, None], len(plan.worth), axis=1), 0)


def ends_from(lattice: Lattice, plan: Plan, roll: int, rolls_used: int) -> Values:
    """Return the same for a plan of one state once a roll lies (rolls,)."""
    shown = np.zeros((lattice.rolls, 1))
    shown[roll] = 1
    return _ends(lattice, plan, shown, rolls_used - 1)[:, 0]


def _ends(lattice: Lattice, plan: Plan, shown: Values, stage: int) -> Values:
    """Go on from the chances of what is shown at a stage."""
    states = shown.shape[1]
    ended = np.zeros_like(shown)
    for stops, kept in list(zip(*choices_of(lattice, plan), strict=True))[stage:]:
        ended += np.where(stops, shown, 0)
        cells = kept * states + np.arange(states)
        rows = np.bincount(cells.ravel(), np.where(stops, 0, shown).ravel(), lattice.keeps * states)
        shown = lattice.after.T @ rows.reshape(lattice.keeps, states)
    return ended + shown
