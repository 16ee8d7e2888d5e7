"""Forecasts games that points decide: simulates them to the end, because only finished cards have points.

They are played by the solution of the surrogate rules (see `surrogate`).
"""

import numpy as np
from numpy.random import Generator

from firmware_host.coach.distribution import Distribution
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Ints
from firmware_host.solver.game_simulator import GameSimulator, PlayedTurns
from firmware_host.solver.model import model_of
from firmware_host.solver.policy import PolicyExtractor
from firmware_host.solver.results import TOTALS
from firmware_host.solver.solution import Solution
from firmware_host.solver.surrogate import points_taken, surrogate_card

KEPT = 200
"""Cards and rolls of which simulated games are kept."""


class ResultForecaster:
    """Forecasts the results of cards of one game: points and total as one number, `points * TOTALS + total`."""

    def __init__(self, rules: Ruleset, solution: Solution, dice: Generator) -> None:
        self._rules = rules
        self._model = model_of(rules)
        self._solution = solution
        self._dice = dice
        self._simulator = GameSimulator(solution.model, solution.values, dice)
        self._policies = PolicyExtractor(solution.model, solution.values)
        self._known: dict[object, Ints] = {}

    def from_card(self, card: Scorecard, games: int) -> Ints:
        """Return the results of at least `games` games from a card whose next turn has not begun."""
        return self._more(card, 0, 0, games)

    def from_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> Ints:
        """Return the same given a roll of its turn."""
        return self._more(card, self._solution.model.multisets.roll_of(roll.values), rolls_used, games)

    def _more(self, card: Scorecard, roll: int, rolls_used: int, games: int) -> Ints:
        key = card.rows, roll, rolls_used
        if len(self._known) > KEPT:
            self._known.clear()
        known = self._known.get(key, np.zeros(0, dtype=np.int64))
        if len(known) < games:
            known = self._known[key] = np.concatenate([known, self._play(card, roll, rolls_used, games - len(known))])
        return known

    def _play(self, card: Scorecard, roll: int, rolls_used: int, games: int) -> Ints:
        states = np.full(games, self._solution.state_of(surrogate_card(card, self._solution.rules)))
        turns = []
        if rolls_used and not card.complete:
            turns.append(self._turn_from(int(states[0]), roll, rolls_used, games))
            states = turns[0].successors
        for _ in range(self._rules.turns - card.slots_closed - len(turns)):
            turns.append(self._simulator.play_turns(states))
            states = turns[-1].successors
        return self._results(card, turns, games)

    def _turn_from(self, state: int, roll: int, rolls_used: int, games: int) -> PlayedTurns:
        """Finish a turn so many times, given its roll."""
        (policy,) = self._policies.extract(np.array([state]))
        chances = np.concatenate(policy.stop_chances_from_roll(roll, rolls_used))[:, 0]
        picked = self._dice.choice(len(chances), size=games, p=chances / chances.sum())
        closes = policy.closes[rolls_used - 1 :]
        boxes, struck, rewards, successors = (
            np.concatenate([getattr(close, name) for close in closes])[picked, 0]
            for name in ("boxes", "struck", "rewards", "successors")
        )
        rolls = policy.multisets.rolls
        return PlayedTurns(picked % rolls, rolls_used + picked // rolls, boxes, struck, rewards, successors)

    def _results(self, card: Scorecard, turns: list[PlayedTurns], games: int) -> Ints:
        closed = np.array([turn.boxes for turn in turns], dtype=np.int64).reshape(len(turns), games).T.tolist()
        taken = [points_taken(self._rules, self._model, turn) for turn in turns]
        scored = np.array(taken, dtype=np.int64).reshape(len(turns), games).T.tolist()
        results = np.empty(games, dtype=np.int64)
        for game in range(games):
            written = dict(card.written)
            for row, points in zip(closed[game], scored[game], strict=True):
                written[self._rules.boxes[row].id] += (points,)
            total = sum(map(sum, written.values())) + sum(bonus.points(written) for bonus in self._rules.bonuses)
            points = sum(award.points(written, total) for award in self._rules.awards)
            results[game] = points * TOTALS + total
        return results


def rank_distributions(results: list[Ints]) -> list[Distribution]:
    """Return the distributions of several players' results by rank among all, because only the order counts."""
    known = np.unique(np.concatenate(results))
    found = []
    for own in results:
        places = np.bincount(np.searchsorted(known, own), minlength=len(known)) / len(own)
        found.append(Distribution(0, places.astype(np.float64), len(own)))
    return found
