"""Solves games of whole hands: the chance to win a round against hands that stand and hands still to be made.

A round is solved from its last player to its first: the last one knows what there is to beat, the one before knows how
the last will answer. Everybody plays for their own chance. Hands that tie roll off, which is another round of those who
tied, in the same order: the chances of rounds of two, three and more players are found in turn, each as a fixed point.
For two players that is exact; for more, it assumes that players think of this round alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.errors import SolverError
from firmware_host.solver.multisets import multiset_index
from firmware_host.solver.solution import Keep
from firmware_host.solver.turn_simulator import simulate_turns
from firmware_host.solver.turn_values import TurnSolver, TurnValues, final_roll_chances, final_roll_chances_after

CLOSE_ENOUGH = 1e-13
TWO = 2


@dataclass(frozen=True)
class _Mover:
    """A player with a hand to make, against each best hand that may stand (S of them, see `HandSolver._standing`).

    `value` is the player's chance to win the round (S,), `rank_chances` the chance to make each rank (ranks, S).
    """

    value: Values
    rank_chances: Values


class HandSolver:
    """Solves the rounds of a game of hands; hands are known by rank, 1 being the worst, and 0 says that none stands."""

    def __init__(self, rules: Ruleset) -> None:
        """Read the rules; SolverError for a game without a contest."""
        if rules.contest is None:
            raise SolverError(f"{rules.title} has no rounds to win.")
        self.rules = rules
        self.multisets = multiset_index(rules.dice)
        self.contest = rules.contest
        self.shared = rules.contest.shared
        self._turns = TurnSolver(self.multisets)
        strengths = [rules.contest.rank(Roll(row)).strength for row in self.multisets.rows[self.multisets.keeps :]]
        self._rank = {strength: rank for rank, strength in enumerate(sorted(set(strengths)), start=1)}
        self._ranks = np.array([self._rank[strength] for strength in strengths])
        self._roll_offs: dict[int, Values] = {1: np.ones(1)}
        self._known_holder_chances: dict[tuple[int, int], Values] = {}
        self._movers: dict[tuple[int, int], _Mover] = {}

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self._rank)

    def rank(self, strength: int) -> int:
        """Return the rank of a hand by its strength."""
        return self._rank[strength]

    def round_chances(self, players: int) -> Values:
        """Return the chances of so many players, in their order, to win a round before its first roll.

        Where equal hands share a round, each who shares it has won it; these chances then sum to more than 1.
        """
        if self.shared:
            return self._round(players)
        if players not in self._roll_offs:
            self.round_chances(players - 1)
            self._roll_offs[players] = np.full(players, 1 / players)
            while True:
                found = self._round(players)
                change = float(np.abs(found - self._roll_offs[players]).max())
                self._roll_offs[players] = found
                self._forget(players)
                if change < CLOSE_ENOUGH:
                    break
        return self._roll_offs[players]

    def evaluate(self, standing: Sequence[int], to_come: int) -> "HandEvaluation":
        """Return a player's turn against the strengths that stand, with so many players still to come."""
        best = max(standing, default=0)
        holders = sum(strength == best for strength in standing)
        payoffs = self._payoffs(to_come, holders)[:, self._standing(holders) == (self._rank[best] if holders else 0)]
        return self.evaluate_payoffs(payoffs)

    def evaluate_payoffs(self, payoffs: Values) -> "HandEvaluation":
        """Return a player's turn where each rank has this payoff (ranks, 1)."""
        return HandEvaluation(self, self.turn_values(payoffs))

    def rank_chances(self, to_come: int, holders: int) -> Values:
        """Return the chance to make each rank, with so many players still to come, by the rank that stands (ranks, S).

        The ranks that stand are all where there are `holders` of the best hand, otherwise only 0.
        """
        return self._mover(to_come, holders).rank_chances

    def chances_by_rank(self, chances: Values) -> Values:
        """Return the chance of each rank (ranks,) from that of each roll (rolls,)."""
        return np.bincount(self._ranks - 1, chances, self.ranks).astype(np.float64)

    def turn_values(self, payoffs: Values) -> TurnValues:
        """Return the best turns where each rank has this payoff (ranks, any)."""
        return self._turns.turn_values([payoffs[self._ranks - 1]] * self.rules.rolls)

    def simulate_rounds_of_two(self, rounds: int, dice: Generator) -> int:
        """Play so many rounds of two with thrown dice; return how many the first of them won, shared ones too."""
        first_turn, second_turn = (self.turn_values(self._payoffs(1 - turn, turn)) for turn in range(TWO))
        won, left = 0, rounds
        while left:
            first = self._ranks[simulate_turns(self.multisets, dice, first_turn, np.zeros(left, dtype=np.int64))[0]]
            second = self._ranks[simulate_turns(self.multisets, dice, second_turn, first - 1)[0]]
            won += int((first >= second).sum() if self.shared else (first > second).sum())
            left = 0 if self.shared else int((first == second).sum())
        return won

    def _round(self, players: int) -> Values:
        """Return the chances of all players of a round, given those of roll-offs."""
        ranks = self.ranks
        later = {holders: np.zeros((ranks + 1, 0)) for holders in range(players + 1)}
        for to_come in range(players):
            before = {}
            for holders in range(players - to_come):
                mover, standing = self._mover(to_come, holders), self._standing(holders)
                made = np.arange(1, ranks + 1)[:, None]
                chances = np.zeros((ranks + 1, to_come + 1))
                chances[standing, 0] = mover.value
                chances[standing, 1:] = np.where(made > standing, mover.rank_chances, 0).T @ later[1][1:]
                chances[standing, 1:] += _sum(made < standing, mover) * later[holders][standing]
                chances[standing, 1:] += _sum(made == standing, mover) * later[holders + 1][standing]
                before[holders] = chances
            later = before
        chances_of_all: Values = later[0][0]
        return chances_of_all

    def _standing(self, holders: int) -> Ints:
        """Return the ranks that so many holders may have."""
        return np.arange(1, self.ranks + 1, dtype=np.int64) if holders else np.zeros(1, dtype=np.int64)

    def _mover(self, to_come: int, holders: int) -> _Mover:
        key = to_come, holders
        if key not in self._movers:
            turn = self.turn_values(self._payoffs(to_come, holders))
            final = final_roll_chances(self.multisets, turn)
            chances = np.zeros((self.ranks, final.shape[1]))
            np.add.at(chances, self._ranks - 1, final)
            self._movers[key] = _Mover(turn.start, chances)
        return self._movers[key]

    def _payoffs(self, to_come: int, holders: int) -> Values:
        """Return a player's chance to win the round by the rank they make, for each that stands (ranks, S)."""
        made, standing = np.arange(1, self.ranks + 1)[:, None], self._standing(holders)
        alone = self._holder_chances(to_come, 1)[1:, 0]
        tied = self._holder_chances(to_come, holders + 1)[standing, holders]
        return np.where(made > standing, alone[:, None], np.where(made == standing, tied, 0.0))

    def _holder_chances(self, to_come: int, holders: int) -> Values:
        """Return the chances of those who hold the best hand with others still to come (ranks and none, holders)."""
        key = to_come, holders
        if key not in self._known_holder_chances:
            if to_come == 0:
                tie = np.ones(holders) if self.shared else self.round_chances(holders)
                self._known_holder_chances[key] = np.tile(tie, (self.ranks + 1, 1))
            else:
                mover, standing = self._mover(to_come - 1, holders), self._standing(holders)
                made = np.arange(1, self.ranks + 1)[:, None]
                held = np.zeros((self.ranks + 1, holders))
                held[1:] = _sum(made < standing, mover) * self._holder_chances(to_come - 1, holders)[1:]
                held[1:] += _sum(made == standing, mover) * self._holder_chances(to_come - 1, holders + 1)[1:, :holders]
                self._known_holder_chances[key] = held
        return self._known_holder_chances[key]

    def _forget(self, players: int) -> None:
        """Forget what depends on the roll-off of so many players."""
        self._known_holder_chances = {
            key: held for key, held in self._known_holder_chances.items() if sum(key) < players
        }
        self._movers = {key: mover for key, mover in self._movers.items() if sum(key) + 1 < players}


class HandEvaluation:
    """The values of a turn that makes a hand: for each action, the chance that the payoffs stand for."""

    def __init__(self, hands: HandSolver, turn: TurnValues) -> None:
        self._multisets = hands.multisets
        self._turn = turn

    @property
    def chance(self) -> float:
        """The chance before the first roll."""
        return float(self._turn.start[0])

    def after_roll(self, roll: Roll, rolls_used: int) -> float:
        """Return the chance on this roll if the best action follows."""
        return float(self._turn.roll[rolls_used - 1][self._multisets.roll_of(roll.values), 0])

    def final_roll_chances(self, roll: Roll, rolls_used: int) -> Values:
        """Return the chance of each roll to be the last of the turn, given this one (rolls,)."""
        return final_roll_chances_after(self._multisets, self._turn, self._multisets.roll_of(roll.values), rolls_used)

    def after_keep(self, dice: Sequence[int], rolls_used: int) -> float:
        """Return the chance if these dice are kept and the others thrown; rolls must be left."""
        return float(self._turn.keep[rolls_used - 1][self._multisets.row_of[tuple(sorted(dice))], 0])

    def after_stand(self, roll: Roll) -> float:
        """Return the chance if this hand stands."""
        return float(self._turn.stop[0][self._multisets.roll_of(roll.values), 0])

    def keeps(self, roll: Roll, rolls_used: int) -> tuple[Keep, ...]:
        """Return every way to go on from this roll with the chance it leaves, the best first; none after the last."""
        if rolls_used > len(self._turn.keep):
            return ()
        values = self._turn.keep[rolls_used - 1][:, 0]
        kept = {dice for size in range(len(roll.values)) for dice in combinations(sorted(roll.values), size)}
        found = (Keep(dice, float(values[self._multisets.row_of[dice]])) for dice in sorted(kept))
        return tuple(sorted(found, key=lambda keep: -keep.expected))


def _sum(where: NDArray[np.bool_], mover: _Mover) -> Values:
    """Return the chance that the player makes one of some ranks, as a column."""
    chance: Values = np.where(where, mover.rank_chances, 0).sum(axis=0)[:, None]
    return chance
