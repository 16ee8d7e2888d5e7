"""What totals a player may still come to under the best play: exact where few cards can follow, else from games played.

Each turn is taken whole, as the ends it may have with their exact chances; these are kept, so that a card that comes
about again costs nothing. Where the cards that can follow are few enough, the spread of totals is worked out exactly
from the last turn backwards. Otherwise games are played by these chances, and weighed by the mean, which is known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from firmware_host.coach.closing import Values
from firmware_host.coach.groups import Ints
from firmware_host.coach.policy import Policies, Policy
from firmware_host.coach.solution import Solution
from firmware_host.coach.spread import CERTAIN, Spread, estimated
from firmware_host.rules.dice import Roll
from firmware_host.rules.scorecard import Scorecard

FEW = 400
"""Cards that may be worked out for one exact spread; more would take too long while people wait."""
SMALL = 10_000
"""States of a game that is small enough to be worked out wholly beforehand."""
SLICE = 64
"""States worked out at a time beforehand, so that somebody who asks meanwhile need not wait."""
LATE = 7
"""Turns to come with which it is worth trying to be exact in a larger game."""
KEPT = 40_000
"""Turns and spreads kept, about 3 kB each."""
KEPT_GAMES = 200
"""Cards and rolls of which played games are kept, about 8 kB each."""
START: Ints = np.zeros(1, dtype=np.int64)
"""The state of an empty card."""


@dataclass(frozen=True)
class Ends:
    """How a turn can end (E ways): the state after it, what the total gains, and the chance of each."""

    leads: Ints
    gains: Ints
    chances: Values


class Prospects:
    """The totals that cards of one solved game may come to; `dice` throws in the games that are played for it.

    What is asked again is answered from before, from more games where more are asked for.
    """

    def __init__(self, solution: Solution, dice: Generator) -> None:
        self._solution = solution
        self._policies = Policies(solution.model, solution.values)
        self._dice = dice
        self._warming = self._warm() if solution.model.states <= SMALL else iter(())
        self._whole = False  # every spread is known
        self._turns: dict[int, Ends] = {}
        self._spreads: dict[int, Spread] = {}
        self._games: dict[tuple[int, ...], Ints] = {}
        self._last: tuple[tuple[int, ...], Ends] = ((), Ends(START, START, np.ones(1)))  # the roll asked about last

    def warm(self) -> bool:
        """Work out a little of all there is in a small game, which is exact from then on; False once it is done.

        In a large game there is nothing to be done beforehand.
        """
        return next(self._warming, False)

    def of_card(self, card: Scorecard, games: int) -> Spread:
        """Return the totals a card may come to, its next turn not begun, from so many games where not exactly."""
        state = self._solution.state_of(card)
        here = Ends(np.array([state]), np.zeros(1, dtype=np.int64), np.ones(1))
        return self._after((state,), here, self._left(card), games).shifted(card.total)

    def of_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> Spread:
        """Return the totals a card may come to once a roll of its turn lies."""
        state = self._solution.state_of(card)
        number = self._solution.model.lattice.roll_of(roll.values)
        key = (state, number, rolls_used)
        if key != self._last[0]:
            (policy,) = self._policies.of(np.array([state]))
            (ends,) = _ends(policy, policy.from_roll(number, rolls_used), rolls_used - 1)
            self._last = key, ends
        return self._after(key, self._last[1], self._left(card) - 1, games).shifted(card.total)

    def _warm(self) -> Iterator[bool]:
        """Work out all spreads a slice at a time: the turns from the first to the last, then back from the last."""
        layers = [START]
        for _ in range(self._solution.rules.turns):
            for piece in _slices(layers[-1]):
                self._ends_of(piece)
                yield True
            layers.append(np.unique(np.concatenate([ends.leads for ends in self._ends_of(layers[-1])])))
        self._spreads.update(dict.fromkeys(layers.pop().tolist(), CERTAIN))
        for layer in reversed(layers):
            for piece in _slices(layer):
                self._mix(piece)
                yield True
        self._whole = True

    def _left(self, card: Scorecard) -> int:
        return card.ruleset.turns - card.slots_closed

    def _after(self, key: tuple[int, ...], ends: Ends, turns: int, games: int) -> Spread:
        """Return what is gained from the ends of a turn on, with so many turns to follow."""
        if len(self._turns) + len(self._spreads) > KEPT:
            self._turns.clear()
            self._spreads.clear()
        if (self._whole or turns <= LATE) and self._work_out(ends.leads, FEW, turns):
            return self._mixed(ends)
        if len(self._games) > KEPT_GAMES:
            self._games.clear()
        gained = self._games.get(key, np.zeros(0, dtype=np.int64))
        if len(gained) < games:
            chances = ends.chances / ends.chances.sum()
            picked = self._dice.choice(len(ends.leads), size=games - len(gained), p=chances)
            more = ends.gains[picked] + self._played(ends.leads[picked], turns)
            gained = self._games[key] = np.concatenate([gained, more])
        mean = float(ends.chances @ (ends.gains + self._solution.values[ends.leads]))
        return estimated(gained, mean)

    def _mixed(self, ends: Ends) -> Spread:
        parts = [self._spreads[int(lead)] for lead in ends.leads]
        lows = [part.low + int(gain) for part, gain in zip(parts, ends.gains, strict=True)]
        low = min(lows)
        chances = np.zeros(max(at + len(part.chances) for at, part in zip(lows, parts, strict=True)) - low)
        for at, part, chance in zip(lows, parts, ends.chances, strict=True):
            chances[at - low : at - low + len(part.chances)] += chance * part.chances
        return Spread(low, chances)

    def _work_out(self, states: Ints, most: int, turns: int) -> bool:
        """Work out the spreads of states with so many turns to come; False where more than `most` are needed."""
        layers: list[Ints] = []
        edge = np.unique(states)
        for _ in range(turns):
            edge = np.array([state for state in edge.tolist() if state not in self._spreads], dtype=np.int64)
            most -= len(edge)
            if most < 0:
                return False
            layers.append(edge)
            if not len(edge):
                break
            edge = np.unique(np.concatenate([ends.leads for ends in self._ends_of(edge)]))
        else:
            self._spreads.update(dict.fromkeys(edge.tolist(), CERTAIN))
        for layer in reversed(layers):
            self._mix(layer)
        return True

    def _mix(self, states: Ints) -> None:
        """Work out the spreads of states whose turns all lead to known ones."""
        for state, ends in zip(states.tolist(), self._ends_of(states), strict=True):
            self._spreads[state] = self._mixed(ends)

    def _played(self, states: Ints, turns: int) -> Ints:
        """Play a game from each of some states on, with so many turns to come; return what each gains."""
        gained = np.zeros(len(states), dtype=np.int64)
        for _ in range(turns):
            different, which = np.unique(states, return_inverse=True)
            found = self._ends_of(different)
            # Every state has a stretch of length 1 on one scale, cut up by the chances of its ends.
            scale = np.concatenate([number + np.cumsum(ends.chances) for number, ends in enumerate(found)])
            last = np.cumsum([len(ends.chances) for ends in found]) - 1
            scale[last] = np.arange(1, len(found) + 1)
            picked = np.searchsorted(scale, which + self._dice.random(len(states)), side="right")
            states = np.concatenate([ends.leads for ends in found])[picked]
            gained += np.concatenate([ends.gains for ends in found])[picked]
        return gained

    def _ends_of(self, states: Ints) -> list[Ends]:
        """Return how the turns of different states end, worked out where they are not known."""
        unknown = np.array([state for state in states.tolist() if state not in self._turns], dtype=np.int64)
        if len(unknown):
            for policy in self._policies.of(unknown):
                self._turns.update(zip(policy.states.tolist(), _ends(policy, policy.from_start(), 0), strict=True))
        return [self._turns[state] for state in states.tolist()]


def _slices(states: Ints) -> Iterator[Ints]:
    for start in range(0, len(states), SLICE):
        yield states[start : start + SLICE]


def _ends(policy: Policy, chances: Sequence[Values], stage: int) -> list[Ends]:
    """Return for each state of a policy the ends that its turn has with these chances, from a stage on."""
    chance = np.concatenate(chances)
    leads = np.concatenate([ends.leads for ends in policy.ends[stage:]])
    gains = np.concatenate([ends.gains for ends in policy.ends[stage:]])
    found = []
    for column in range(chance.shape[1]):
        (happens,) = np.nonzero(chance[:, column])
        ways = np.stack([leads[happens, column], np.rint(gains[happens, column]).astype(np.int64)])
        different, which = np.unique(ways, axis=1, return_inverse=True)
        together = np.bincount(which.ravel(), chance[happens, column]).astype(np.float64)
        found.append(Ends(different[0], different[1], together))
    return found
