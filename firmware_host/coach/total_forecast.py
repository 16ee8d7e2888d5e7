"""Which totals a player may still reach under best play: exact if few cards can follow, otherwise simulated.

Each turn is one step: its outcomes with their exact chances, kept in case the card comes up again. If few enough cards
can follow, the distribution of totals is computed exactly from the last turn backwards. Otherwise games are simulated
by these chances, and reweighted to the known mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from firmware_host.coach.distribution import NO_MORE, Distribution, estimate
from firmware_host.rules.dice import Roll
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.policy import Policy, PolicyExtractor
from firmware_host.solver.solution import Solution

FEW = 400
"""The most cards to compute for one exact distribution; more would keep people waiting too long."""
SMALL = 10_000
"""The most states of a game that is computed completely beforehand."""
SLICE = 64
"""States precomputed at a time, so that nobody has to wait long."""
LATE = 7
"""Turns to come from which on a larger game may be exact too."""
KEPT = 40_000
"""Turns and distributions kept, about 3 kB each."""
KEPT_GAMES = 200
"""Cards and rolls whose simulated games are kept, about 8 kB each."""
START: Ints = np.zeros(1, dtype=np.int64)
"""The state of an empty card."""


@dataclass(frozen=True)
class TurnOutcomes:
    """The outcomes of a turn (E of them): the state after it, what the total gains, and the chance of each."""

    successors: Ints
    rewards: Ints
    chances: Values


class TotalForecaster:
    """Forecasts the totals of cards of one solved game; `dice` is the random generator that throws in simulated games.

    Simulated games are kept: asked again, it plays only the missing ones.
    """

    def __init__(self, solution: Solution, dice: Generator) -> None:
        self._solution = solution
        self._policies = PolicyExtractor(solution.model, solution.values)
        self._dice = dice
        self._precomputing = self._precompute_all() if solution.model.states <= SMALL else iter(())
        self._all_known = False  # every distribution is known
        self._turns: dict[int, TurnOutcomes] = {}
        self._distributions: dict[int, Distribution] = {}
        self._games: dict[tuple[int, ...], Ints] = {}
        # The roll asked about last:
        self._last: tuple[tuple[int, ...], TurnOutcomes] = ((), TurnOutcomes(START, START, np.ones(1)))

    def precompute(self) -> bool:
        """Compute a little of a small game; False once all is done and the game is exact.

        In a large game there is nothing to precompute.
        """
        return next(self._precomputing, False)

    def from_card(self, card: Scorecard, games: int) -> Distribution:
        """Return the totals of a card whose next turn has not begun, from `games` games unless exact."""
        state = self._solution.state_of(card)
        here = TurnOutcomes(np.array([state]), np.zeros(1, dtype=np.int64), np.ones(1))
        return self._after((state,), here, self._left(card), games).shifted(card.total)

    def from_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> Distribution:
        """Return the totals of a card given a roll of its turn."""
        state = self._solution.state_of(card)
        number = self._solution.model.multisets.roll_of(roll.values)
        key = (state, number, rolls_used)
        if key != self._last[0]:
            (policy,) = self._policies.extract(np.array([state]))
            (outcomes,) = _outcomes_from(policy, policy.stop_chances_from_roll(number, rolls_used), rolls_used - 1)
            self._last = key, outcomes
        return self._after(key, self._last[1], self._left(card) - 1, games).shifted(card.total)

    def _precompute_all(self) -> Iterator[bool]:
        """Compute all distributions a slice at a time: the turns from first to last, then back from the last."""
        layers = [START]
        for _ in range(self._solution.rules.turns):
            for piece in _slices(layers[-1]):
                self._outcomes_of(piece)
                yield True
            layers.append(
                np.unique(np.concatenate([outcomes.successors for outcomes in self._outcomes_of(layers[-1])]))
            )
        self._distributions.update(dict.fromkeys(layers.pop().tolist(), NO_MORE))
        for layer in reversed(layers):
            for piece in _slices(layer):
                self._fill_mixtures(piece)
                yield True
        self._all_known = True

    def _left(self, card: Scorecard) -> int:
        return card.ruleset.turns - card.slots_closed

    def _after(self, key: tuple[int, ...], outcomes: TurnOutcomes, turns: int, games: int) -> Distribution:
        """Return what is gained from the outcomes of a turn on, with so many turns to follow."""
        if len(self._turns) + len(self._distributions) > KEPT:
            self._turns.clear()
            self._distributions.clear()
        if (self._all_known or turns <= LATE) and self._compute_exactly(outcomes.successors, FEW, turns):
            return self._mixture(outcomes)
        if len(self._games) > KEPT_GAMES:
            self._games.clear()
        gained = self._games.get(key, np.zeros(0, dtype=np.int64))
        if len(gained) < games:
            chances = outcomes.chances / outcomes.chances.sum()
            picked = self._dice.choice(len(outcomes.successors), size=games - len(gained), p=chances)
            more = outcomes.rewards[picked] + self._simulate(outcomes.successors[picked], turns)
            gained = self._games[key] = np.concatenate([gained, more])
        mean = float(outcomes.chances @ (outcomes.rewards + self._solution.values[outcomes.successors]))
        return estimate(gained, mean)

    def _mixture(self, outcomes: TurnOutcomes) -> Distribution:
        parts = [self._distributions[int(successor)] for successor in outcomes.successors]
        lows = [part.low + int(reward) for part, reward in zip(parts, outcomes.rewards, strict=True)]
        low = min(lows)
        chances = np.zeros(max(at + len(part.chances) for at, part in zip(lows, parts, strict=True)) - low)
        for at, part, chance in zip(lows, parts, outcomes.chances, strict=True):
            chances[at - low : at - low + len(part.chances)] += chance * part.chances
        return Distribution(low, chances)

    def _compute_exactly(self, states: Ints, most: int, turns: int) -> bool:
        """Compute the distributions of states with so many turns to come; False where more than `most` are needed."""
        layers: list[Ints] = []
        frontier = np.unique(states)
        for _ in range(turns):
            frontier = np.array(
                [state for state in frontier.tolist() if state not in self._distributions], dtype=np.int64
            )
            most -= len(frontier)
            if most < 0:
                return False
            layers.append(frontier)
            if not len(frontier):
                break
            frontier = np.unique(np.concatenate([outcomes.successors for outcomes in self._outcomes_of(frontier)]))
        else:
            self._distributions.update(dict.fromkeys(frontier.tolist(), NO_MORE))
        for layer in reversed(layers):
            self._fill_mixtures(layer)
        return True

    def _fill_mixtures(self, states: Ints) -> None:
        """Compute the distributions of states whose successors are all known."""
        for state, outcomes in zip(states.tolist(), self._outcomes_of(states), strict=True):
            self._distributions[state] = self._mixture(outcomes)

    def _simulate(self, states: Ints, turns: int) -> Ints:
        """Play a game from each of some states on, with so many turns to come; return what each gains."""
        gained = np.zeros(len(states), dtype=np.int64)
        for _ in range(turns):
            different, which = np.unique(states, return_inverse=True)
            found = self._outcomes_of(different)
            # Every state has a stretch of length 1 on one scale, cut up by the chances of its outcomes.
            scale = np.concatenate([number + np.cumsum(outcomes.chances) for number, outcomes in enumerate(found)])
            last = np.cumsum([len(outcomes.chances) for outcomes in found]) - 1
            scale[last] = np.arange(1, len(found) + 1)
            picked = np.searchsorted(scale, which + self._dice.random(len(states)), side="right")
            states = np.concatenate([outcomes.successors for outcomes in found])[picked]
            gained += np.concatenate([outcomes.rewards for outcomes in found])[picked]
        return gained

    def _outcomes_of(self, states: Ints) -> list[TurnOutcomes]:
        """Return the outcomes of turns in different states, computed where they are not known."""
        unknown = np.array([state for state in states.tolist() if state not in self._turns], dtype=np.int64)
        if len(unknown):
            for policy in self._policies.extract(unknown):
                self._turns.update(
                    zip(policy.states.tolist(), _outcomes_from(policy, policy.stop_chances(), 0), strict=True)
                )
        return [self._turns[state] for state in states.tolist()]


def _slices(states: Ints) -> Iterator[Ints]:
    for start in range(0, len(states), SLICE):
        yield states[start : start + SLICE]


def _outcomes_from(policy: Policy, chances: Sequence[Values], stage: int) -> list[TurnOutcomes]:
    """Return for each state of a policy the outcomes that its turn has with these chances, from a stage on."""
    chance = np.concatenate(chances)
    successors = np.concatenate([closes.successors for closes in policy.closes[stage:]])
    rewards = np.concatenate([closes.rewards for closes in policy.closes[stage:]])
    found = []
    for column in range(chance.shape[1]):
        (happens,) = np.nonzero(chance[:, column])
        pairs = np.stack([successors[happens, column], np.rint(rewards[happens, column]).astype(np.int64)])
        different, which = np.unique(pairs, axis=1, return_inverse=True)
        together = np.bincount(which.ravel(), chance[happens, column]).astype(np.float64)
        found.append(TurnOutcomes(different[0], different[1], together))
    return found
