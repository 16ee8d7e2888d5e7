"""Plays turns with random dice under the best actions."""

import numpy as np
from numpy.random import Generator

from firmware_host.rules.dice import SIDES
from firmware_host.solver.arrays import Ints
from firmware_host.solver.multisets import MultisetIndex
from firmware_host.solver.turn_values import TurnValues


def simulate_turns(multisets: MultisetIndex, dice: Generator, turn: TurnValues, columns: Ints) -> tuple[Ints, Ints]:
    """Play turns (T of them) in the states `columns` (T,) of `turn`; return their last rolls and how many there were.

    `dice` is the random generator that throws.
    """
    rolls = multisets.rolls_of(_throw(multisets, dice, np.zeros(len(columns), dtype=np.int64)))
    used = np.ones(len(columns), dtype=np.int64)
    going = np.arange(len(columns))
    for earlier, keep in enumerate(turn.keep):
        rows = multisets.keep_rows[rolls[going]]
        values = keep[rows, columns[going, None]]
        chosen = values.argmax(axis=1)
        on = values[np.arange(len(going)), chosen] > turn.stop[earlier][rolls[going], columns[going]]
        kept, going = rows[on, chosen[on]], going[on]
        rolls[going] = multisets.rolls_of(_throw(multisets, dice, kept))
        used[going] = earlier + 2
    return rolls, used


def _throw(multisets: MultisetIndex, dice: Generator, kept: Ints) -> Ints:
    """Throw the dice that are not in the kept rows (T,); return how many dice show each face (T, 6)."""
    thrown = dice.integers(SIDES, size=(len(kept), multisets.dice))
    left = multisets.dice - multisets.counts[kept].sum(axis=1)
    thrown[np.arange(multisets.dice) >= left[:, None]] = SIDES  # these stay on the table
    shown: Ints = (thrown[:, :, None] == np.arange(SIDES)).sum(axis=1)
    return multisets.counts[kept] + shown
