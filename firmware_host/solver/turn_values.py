"""The values of one turn, from its last roll back to its first: when to stop, which dice to keep."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_host.solver.arrays import Values
from firmware_host.solver.multisets import MultisetIndex


@dataclass(frozen=True)
class TurnValues:
    """The values of a turn in some states, by rolls used (from 1 on).

    `stop` holds the value of ending the turn on each roll (rolls, states), `keep` that of keeping each row of dice and
    throwing the others (keeps, states; none after the last roll), `roll` the better of both (rolls, states). `start`
    is the value before the first roll (states,).
    """

    stop: tuple[Values, ...]
    keep: tuple[Values, ...]
    roll: tuple[Values, ...]
    start: Values


class TurnSolver:
    """Computes the turns of many states at once; reuses its buffer between calls.

    With an `aversion` to risk, values are certainty equivalents (see `Model`), and averages are those of their
    exponential utility.
    """

    def __init__(self, multisets: MultisetIndex, aversion: float = 0.0) -> None:
        self._multisets = multisets
        self._aversion = aversion
        self._buffer = np.empty((len(multisets.rows), 0))

    def start_values(self, stop_values: Sequence[Values]) -> Values:
        """Return the value before the first roll (states,).

        `stop_values` holds for each number of rolls used the value of ending the turn there (rolls, states).
        """
        rolled = stop_values[-1]
        for stop in reversed(stop_values[:-1]):
            rolled = self._one_roll_earlier(rolled, stop)
        return self._average(self._multisets.initial_chances, rolled)

    def turn_values(self, stop_values: Sequence[Values]) -> TurnValues:
        """Return all values behind `start_values`; `stop_values` as there."""
        roll, keep = [stop_values[-1]], []
        for stop in reversed(stop_values[:-1]):
            keep.append(self._average(self._multisets.transition_chances, roll[-1]))
            roll.append(self._one_roll_earlier(roll[-1], stop))
        return TurnValues(
            tuple(stop_values),
            tuple(reversed(keep)),
            tuple(reversed(roll)),
            self._average(self._multisets.initial_chances, roll[-1]),
        )

    def _one_roll_earlier(self, rolled: Values, stop: Values) -> Values:
        """Return the value of each roll where the dice not kept are thrown for `rolled`, or the turn ends (`stop`)."""
        keeps, states = self._multisets.keeps, rolled.shape[1]
        if self._buffer.shape[1] != states:
            self._buffer = np.empty((len(self._buffer), states))
        best = self._buffer
        self._average(self._multisets.transition_chances, rolled, best[:keeps])
        best[keeps:] = stop
        for rows, smaller in self._multisets.passes:
            np.maximum(best[rows], best[smaller], out=best[rows])
        return best[keeps:].copy()

    def _average(self, chances: Values, rolled: Values, out: Values | None = None) -> Values:
        """Return what rolls (rolls, states) with these chances are worth together."""
        if not self._aversion:
            plain: Values = np.matmul(chances, rolled, out=out)
            return plain
        # Measured from what counts most, so that nothing overflows:
        base = rolled.min(axis=0) if self._aversion > 0 else rolled.max(axis=0)
        worth: Values = np.matmul(chances, np.exp(-self._aversion * (rolled - base)), out=out)
        np.log(worth, out=worth)
        worth /= -self._aversion
        worth += base
        return worth


def best_actions(multisets: MultisetIndex, turn: TurnValues) -> tuple[list[NDArray[np.bool_]], list[NDArray[np.intp]]]:
    """Return the best action on each roll but the last: whether to stop, else which row of dice to keep.

    Both are (rolls, states). At equal values it stops, or keeps the row that comes first in the index.
    """
    stops, keeps = [], []
    for keep, stop in zip(turn.keep, turn.stop, strict=False):
        offered = keep[multisets.keep_rows]
        best = offered.argmax(axis=1)
        keeps.append(np.take_along_axis(multisets.keep_rows, best, axis=1))
        stops.append(stop >= np.take_along_axis(offered, best[:, None], axis=1)[:, 0])
    return stops, keeps


def final_roll_chances(multisets: MultisetIndex, turn: TurnValues) -> Values:
    """Return the chance of each roll to be the last of its turn under the best actions (rolls, states)."""
    return _final_rolls(multisets, turn, np.repeat(multisets.initial_chances[:, None], len(turn.start), axis=1), 0)


def final_roll_chances_after(multisets: MultisetIndex, turn: TurnValues, roll: int, rolls_used: int) -> Values:
    """Return the same for a turn of one state, given the roll on the table (rolls,)."""
    shown = np.zeros((multisets.rolls, 1))
    shown[roll] = 1
    return _final_rolls(multisets, turn, shown, rolls_used - 1)[:, 0]


def _final_rolls(multisets: MultisetIndex, turn: TurnValues, shown: Values, stage: int) -> Values:
    """Continue from the chances of each roll at a stage."""
    states = shown.shape[1]
    final = np.zeros_like(shown)
    for stops, kept in list(zip(*best_actions(multisets, turn), strict=True))[stage:]:
        final += np.where(stops, shown, 0)
        cells = kept * states + np.arange(states)
        rows = np.bincount(cells.ravel(), np.where(stops, 0, shown).ravel(), multisets.keeps * states)
        shown = multisets.transition_chances.T @ rows.reshape(multisets.keeps, states)
    return final + shown
