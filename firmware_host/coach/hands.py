"""Games of whole hands: the chance to win a round against hands that stand and hands that are still to be made.

A round is worked out from its last player to its first: the last one knows what there is to beat, the one before knows
what the last will do about it. Everybody plays for a chance of his own. Hands that tie roll off, which is a round
again, of those who tied and in their order: the values of rounds of two, three and more players are found one after
another, each as the one that agrees with itself. For two players that is exact; of more, it is what players come to who
think of this round alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_host.coach.closing import Values
from firmware_host.coach.errors import CoachError
from firmware_host.coach.lattice import lattice
from firmware_host.coach.solution import Keep
from firmware_host.coach.throwing import Ints, throw_turns
from firmware_host.coach.turn import Plan, Turn, ends_from, ends_of
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.words import say

CLOSE_ENOUGH = 1e-13
TWO = 2


@dataclass(frozen=True)
class _Mover:
    """A player with a hand to make, against each best hand that may stand (S of them, see `Hands.standing`).

    `worth` is his chance to win the round (S,), `ends` the chance of each rank to be what he makes (ranks, S).
    """

    worth: Values
    ends: Values


class Hands:
    """The rounds of a game of hands; hands are known by rank, from 1 for the worst on, and 0 is that none stands."""

    def __init__(self, rules: Ruleset) -> None:
        """Read the rules; CoachError for a game without a contest."""
        if rules.contest is None:
            raise CoachError(say("{game} has no rounds to win.", game=say(rules.title)))
        self.rules = rules
        self.lattice = lattice(rules.dice)
        self.shared = rules.contest.shared
        self._turn = Turn(self.lattice)
        strengths = [rules.contest.rank(Roll(row)).strength for row in self.lattice.rows[self.lattice.keeps :]]
        self._rank = {strength: rank for rank, strength in enumerate(sorted(set(strengths)), start=1)}
        self._ranks = np.array([self._rank[strength] for strength in strengths])
        self._ties: dict[int, Values] = {1: np.ones(1)}
        self._held: dict[tuple[int, int], Values] = {}
        self._movers: dict[tuple[int, int], _Mover] = {}

    @property
    def known(self) -> int:
        """How many ranks there are."""
        return len(self._rank)

    def rank(self, strength: int) -> int:
        """Return the rank of a hand by its strength."""
        return self._rank[strength]

    def round_of(self, players: int) -> Values:
        """Return the chances of so many players, in their order, to win a round before its first roll.

        Where equal hands share, each who shares has won; these chances then sum to more than 1.
        """
        if self.shared:
            return self._round(players)
        if players not in self._ties:
            self.round_of(players - 1)
            self._ties[players] = np.full(players, 1 / players)
            while True:
                found = self._round(players)
                change = float(np.abs(found - self._ties[players]).max())
                self._ties[players] = found
                self._forget(players)
                if change < CLOSE_ENOUGH:
                    break
        return self._ties[players]

    def outlook(self, standing: Sequence[int], to_come: int) -> "HandOutlook":
        """Return a player's chances against the strengths that stand, with so many players still to come after him."""
        best = max(standing, default=0)
        holders = sum(strength == best for strength in standing)
        pay = self._pay(to_come, holders)[:, self._standing(holders) == (self._rank[best] if holders else 0)]
        return self.outlook_for(pay)

    def outlook_for(self, pay: Values) -> "HandOutlook":
        """Return a player's chances where making each rank gives him these (ranks, 1)."""
        return HandOutlook(self, self.plan_for(pay))

    def made_against(self, to_come: int, holders: int) -> Values:
        """Return the chance of each rank to be made by who plays before so many, against each that stands (ranks, S).

        The ranks that stand are all where there are `holders` of the best hand, and none where there are not.
        """
        return self._mover(to_come, holders).ends

    def ranks_of(self, chances: Values) -> Values:
        """Return the chance of each rank by that of each roll (rolls,)."""
        return np.bincount(self._ranks - 1, chances, self.known).astype(np.float64)

    def plan_for(self, pay: Values) -> Plan:
        """Return the turns that do best where making each rank pays this (ranks, any)."""
        return self._turn.plan([pay[self._ranks - 1]] * self.rules.rolls)

    def play_two(self, rounds: int, dice: Generator) -> int:
        """Play so many rounds of two with thrown dice; return how many the first of them won, shared ones too."""
        first_plan, second_plan = (self.plan_for(self._pay(1 - turn, turn)) for turn in range(TWO))
        won, left = 0, rounds
        while left:
            first = self._ranks[throw_turns(self.lattice, dice, first_plan, np.zeros(left, dtype=np.int64))[0]]
            second = self._ranks[throw_turns(self.lattice, dice, second_plan, first - 1)[0]]
            won += int((first >= second).sum() if self.shared else (first > second).sum())
            left = 0 if self.shared else int((first == second).sum())
        return won

    def _round(self, players: int) -> Values:
        """Return the chances of all players of a round, given what ties are worth."""
        ranks = self.known
        later = {holders: np.zeros((ranks + 1, 0)) for holders in range(players + 1)}
        for to_come in range(players):
            before = {}
            for holders in range(players - to_come):
                mover, standing = self._mover(to_come, holders), self._standing(holders)
                made = np.arange(1, ranks + 1)[:, None]
                chances = np.zeros((ranks + 1, to_come + 1))
                chances[standing, 0] = mover.worth
                chances[standing, 1:] = np.where(made > standing, mover.ends, 0).T @ later[1][1:]
                chances[standing, 1:] += _sum(made < standing, mover) * later[holders][standing]
                chances[standing, 1:] += _sum(made == standing, mover) * later[holders + 1][standing]
                before[holders] = chances
            later = before
        chances_of_all: Values = later[0][0]
        return chances_of_all

    def _standing(self, holders: int) -> Ints:
        """Return the ranks that so many holders may have."""
        return np.arange(1, self.known + 1, dtype=np.int64) if holders else np.zeros(1, dtype=np.int64)

    def _mover(self, to_come: int, holders: int) -> _Mover:
        key = to_come, holders
        if key not in self._movers:
            plan = self.plan_for(self._pay(to_come, holders))
            ended = ends_of(self.lattice, plan)
            ends = np.zeros((self.known, ended.shape[1]))
            np.add.at(ends, self._ranks - 1, ended)
            self._movers[key] = _Mover(plan.worth, ends)
        return self._movers[key]

    def _pay(self, to_come: int, holders: int) -> Values:
        """Return a player's chance to win the round by each rank he may make, for each that stands (ranks, S)."""
        made, standing = np.arange(1, self.known + 1)[:, None], self._standing(holders)
        alone = self._holding(to_come, 1)[1:, 0]
        tied = self._holding(to_come, holders + 1)[standing, holders]
        return np.where(made > standing, alone[:, None], np.where(made == standing, tied, 0.0))

    def _holding(self, to_come: int, holders: int) -> Values:
        """Return the chances of those who hold the best hand while others are to come (ranks and none, holders)."""
        key = to_come, holders
        if key not in self._held:
            if to_come == 0:
                tie = np.ones(holders) if self.shared else self.round_of(holders)
                self._held[key] = np.tile(tie, (self.known + 1, 1))
            else:
                mover, standing = self._mover(to_come - 1, holders), self._standing(holders)
                made = np.arange(1, self.known + 1)[:, None]
                held = np.zeros((self.known + 1, holders))
                held[1:] = _sum(made < standing, mover) * self._holding(to_come - 1, holders)[1:]
                held[1:] += _sum(made == standing, mover) * self._holding(to_come - 1, holders + 1)[1:, :holders]
                self._held[key] = held
        return self._held[key]

    def _forget(self, players: int) -> None:
        """Forget what rests on the value of a tie of so many players."""
        self._held = {key: held for key, held in self._held.items() if sum(key) < players}
        self._movers = {key: mover for key, mover in self._movers.items() if sum(key) + 1 < players}


class HandOutlook:
    """One hand to make: the chance that every choice leaves, to win the round or what else was asked about."""

    def __init__(self, hands: Hands, plan: Plan) -> None:
        self._lattice = hands.lattice
        self._plan = plan

    @property
    def chance(self) -> float:
        """The chance before the first roll."""
        return float(self._plan.worth[0])

    def after_roll(self, roll: Roll, rolls_used: int) -> float:
        """Return the chance once this roll lies and the best choice follows."""
        return float(self._plan.best[rolls_used - 1][self._lattice.roll_of(roll.values), 0])

    def ends_after(self, roll: Roll, rolls_used: int) -> Values:
        """Return the chance of each roll to be the last of the turn once this one lies (rolls,)."""
        return ends_from(self._lattice, self._plan, self._lattice.roll_of(roll.values), rolls_used)

    def keeping(self, dice: Sequence[int], rolls_used: int) -> float:
        """Return the chance once these dice are kept and the others thrown; rolls must be left."""
        return float(self._plan.keeps[rolls_used - 1][self._lattice.row_of[tuple(sorted(dice))], 0])

    def standing(self, roll: Roll) -> float:
        """Return the chance when this hand is let stand."""
        return float(self._plan.stops[0][self._lattice.roll_of(roll.values), 0])

    def keeps(self, roll: Roll, rolls_used: int) -> tuple[Keep, ...]:
        """Return every way to go on from this roll with the chance it leaves, the best first; none after the last."""
        if rolls_used > len(self._plan.keeps):
            return ()
        worth = self._plan.keeps[rolls_used - 1][:, 0]
        kept = {dice for size in range(len(roll.values)) for dice in combinations(sorted(roll.values), size)}
        found = (Keep(dice, float(worth[self._lattice.row_of[dice]])) for dice in sorted(kept))
        return tuple(sorted(found, key=lambda keep: -keep.expected))


def _sum(where: NDArray[np.bool_], mover: _Mover) -> Values:
    """Return the chance that the mover makes one of some ranks, as a column."""
    chance: Values = np.where(where, mover.ends, 0).sum(axis=0)[:, None]
    return chance
