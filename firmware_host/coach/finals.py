"""What games that points decide come to: whole cards played to their end, for only these tell the points.

They are played as well as the solution says, which is that of the rules to be played for (see `awards`).
"""

import numpy as np
from numpy.random import Generator

from firmware_host.coach.awards import aimed, taken_by
from firmware_host.coach.groups import Ints
from firmware_host.coach.model import model_of
from firmware_host.coach.play import Ends, Players
from firmware_host.coach.policy import Policies
from firmware_host.coach.solution import Solution
from firmware_host.coach.spread import Spread
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard

TOTALS = 10_000
"""More than any total: where points are equal the total decides."""
KEPT = 200
"""Cards and rolls of which played games are kept."""


class Finals:
    """Results of cards of one game: points, and the total where they are equal, as one number that grows with both."""

    def __init__(self, rules: Ruleset, solution: Solution, dice: Generator) -> None:
        self._rules = rules
        self._model = model_of(rules)
        self._solution = solution
        self._dice = dice
        self._players = Players(solution.model, solution.values, dice)
        self._policies = Policies(solution.model, solution.values)
        self._played: dict[object, Ints] = {}

    def of_card(self, card: Scorecard, games: int) -> Ints:
        """Return what a card comes to in so many games (or more), its next turn not begun."""
        return self._more(card, 0, 0, games)

    def of_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> Ints:
        """Return the same once a roll of its turn lies."""
        return self._more(card, self._solution.model.lattice.roll_of(roll.values), rolls_used, games)

    def _more(self, card: Scorecard, roll: int, rolls_used: int, games: int) -> Ints:
        key = card.rows, roll, rolls_used
        if len(self._played) > KEPT:
            self._played.clear()
        known = self._played.get(key, np.zeros(0, dtype=np.int64))
        if len(known) < games:
            known = self._played[key] = np.concatenate([known, self._play(card, roll, rolls_used, games - len(known))])
        return known

    def _play(self, card: Scorecard, roll: int, rolls_used: int, games: int) -> Ints:
        states = np.full(games, self._solution.state_of(aimed(card, self._solution.rules)))
        turns = []
        if rolls_used and not card.complete:
            turns.append(self._turn_from(int(states[0]), roll, rolls_used, games))
            states = turns[0].states
        for _ in range(self._rules.turns - card.slots_closed - len(turns)):
            turns.append(self._players.turns(states))
            states = turns[-1].states
        return self._results(card, turns, games)

    def _turn_from(self, state: int, roll: int, rolls_used: int, games: int) -> Ends:
        """Play so many turns of a card on which a roll lies."""
        (policy,) = self._policies.of(np.array([state]))
        chances = np.concatenate(policy.from_roll(roll, rolls_used))[:, 0]
        picked = self._dice.choice(len(chances), size=games, p=chances / chances.sum())
        ends = policy.ends[rolls_used - 1 :]
        boxes, struck, gains, leads = (
            np.concatenate([getattr(end, name) for end in ends])[picked, 0]
            for name in ("boxes", "struck", "gains", "leads")
        )
        rolls = policy.lattice.rolls
        return Ends(picked % rolls, rolls_used + picked // rolls, boxes, struck, gains, leads)

    def _results(self, card: Scorecard, turns: list[Ends], games: int) -> Ints:
        closed = np.array([turn.boxes for turn in turns], dtype=np.int64).reshape(len(turns), games).T.tolist()
        taken = [taken_by(self._rules, self._model, turn) for turn in turns]
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


def spreads_of(results: list[Ints]) -> list[Spread]:
    """Return spreads of results of several players: of their places among all, for only the order counts.

    Where a card is complete all its games come to the same.
    """
    known = np.unique(np.concatenate(results))
    found = []
    for own in results:
        places = np.bincount(np.searchsorted(known, own), minlength=len(known)) / len(own)
        found.append(Spread(0, places.astype(np.float64), len(own)))
    return found
