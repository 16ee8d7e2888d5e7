"""Solves matches of two players: the chance to win most rounds, which decides how each round is to be played."""

import numpy as np

from firmware_host.rules.match import Match
from firmware_host.solver.arrays import Values
from firmware_host.solver.errors import SolverError
from firmware_host.solver.hand_solver import HandEvaluation, HandSolver

SEATS = 2


class MatchSolver:
    """The value of a match: the chance to win it, a shared match counting as half."""

    def __init__(self, hands: HandSolver) -> None:
        self._hands = hands
        self._known: dict[tuple[int, int], float] = {}

    def chance(self, rounds: int, lead: int) -> float:
        """Return the value for the player who begins the next round, with so many rounds left, this many ahead."""
        if not rounds:
            return ((lead > 0) + (lead >= 0)) / 2
        key = rounds, lead
        if key not in self._known:
            self._known[key] = float(self._hands.turn_values(self._first_payoffs(rounds, lead)).start[0])
        return self._known[key]

    def evaluate(self, match: Match) -> HandEvaluation:
        """Return the values of the turn of the player who is due; SolverError unless two are playing."""
        if match.seats != SEATS or match.over:
            raise SolverError("Only unfinished matches of two players can be solved.")
        mine, others = match.won[match.due[0]], match.won[1 - match.due[0]]
        rounds, lead = match.contest.rounds - len(match.rounds), mine - others
        if not match.stage:
            return self._hands.evaluate_payoffs(self._first_payoffs(rounds, lead))
        rank = self._hands.rank(match.stage[0].hand.strength)
        return self._hands.evaluate_payoffs(self._second_payoffs(rounds, -lead)[:, [rank - 1]])

    def _first_payoffs(self, rounds: int, lead: int) -> Values:
        """Return the value of making each rank for the player who begins a round, this many ahead (ranks, 1)."""
        return 1 - self._hands.turn_values(self._second_payoffs(rounds, lead)).start[:, None]

    def _second_payoffs(self, rounds: int, lead: int) -> Values:
        """Return the value of making each rank (rows) for the other player, by the rank that stands (columns).

        `lead` is still that of the player who began the round.
        """
        won, lost = (1 - self.chance(rounds - 1, -after) for after in (lead + 1, lead - 1))
        if self._hands.shared:
            tied = 1 - self.chance(rounds - 1, -lead)
        else:
            first = float(self._hands.round_chances(SEATS)[0])
            tied = first * won + (1 - first) * lost
        made = np.arange(1, self._hands.ranks + 1)[:, None]
        return 1 - np.where(made > made.T, lost, np.where(made == made.T, tied, won))
