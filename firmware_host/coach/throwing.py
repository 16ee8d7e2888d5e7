"""Turns played with dice that are thrown one by one, as a plan says."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_host.coach.lattice import Lattice
from firmware_host.coach.turn import Plan
from firmware_host.rules.dice import SIDES

Ints = NDArray[np.int64]


def throw_turns(lattice: Lattice, dice: Generator, plan: Plan, columns: Ints) -> tuple[Ints, Ints]:
    """Play turns (T of them) in the plan's states `columns` (T,); return their last rolls and how many there were."""
    rolls = lattice.rolls_of(_counts(lattice, dice, np.zeros(len(columns), dtype=np.int64)))
    used = np.ones(len(columns), dtype=np.int64)
    going = np.arange(len(columns))
    for earlier, keeps in enumerate(plan.keeps):
        rows = lattice.kept_of[rolls[going]]
        worth = keeps[rows, columns[going, None]]
        chosen = worth.argmax(axis=1)
        on = worth[np.arange(len(going)), chosen] > plan.stops[earlier][rolls[going], columns[going]]
        kept, going = rows[on, chosen[on]], going[on]
        rolls[going] = lattice.rolls_of(_counts(lattice, dice, kept))
        used[going] = earlier + 2
    return rolls, used


def _counts(lattice: Lattice, dice: Generator, kept: Ints) -> Ints:
    """Throw the dice that are not in the kept rows (T,); return how many dice show each face (T, 6)."""
    thrown = dice.integers(SIDES, size=(len(kept), lattice.dice))
    left = lattice.dice - lattice.counts[kept].sum(axis=1)
    thrown[np.arange(lattice.dice) >= left[:, None]] = SIDES  # these stay on the table
    shown: Ints = (thrown[:, :, None] == np.arange(SIDES)).sum(axis=1)
    return lattice.counts[kept] + shown
