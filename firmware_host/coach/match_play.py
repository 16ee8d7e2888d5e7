"""Matches of two players: the chance to win most rounds, which settles how a round is to be played."""

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.errors import CoachError
from firmware_host.coach.hands import HandOutlook, Hands
from firmware_host.rules.match import Match
from firmware_host.words import say

SEATS = 2


class MatchPlay:
    """The value of a match: the chance to win it, where a match that is shared counts as half of one."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._known: dict[tuple[int, int], float] = {}

    def chance(self, rounds: int, lead: int) -> float:
        """Return the value for the player who begins the next round, with so many rounds left, this many ahead."""
        if not rounds:
            return ((lead > 0) + (lead >= 0)) / 2
        key = rounds, lead
        if key not in self._known:
            self._known[key] = float(self._hands.plan_for(self._first_pay(rounds, lead)).worth[0])
        return self._known[key]

    def outlook(self, match: Match) -> HandOutlook:
        """Return what each choice of the player who is due leaves of the match; CoachError where two do not play."""
        if match.seats != SEATS or match.over:
            raise CoachError(say("Only matches of two players that go on can be worked out to their end."))
        mine, others = match.won[match.due[0]], match.won[1 - match.due[0]]
        rounds, lead = match.contest.rounds - len(match.rounds), mine - others
        if not match.stage:
            return self._hands.outlook_for(self._first_pay(rounds, lead))
        rank = self._hands.rank(match.stage[0].hand.strength)
        return self._hands.outlook_for(self._second_pay(rounds, -lead)[:, [rank - 1]])

    def _first_pay(self, rounds: int, lead: int) -> Values:
        """Return what making each rank is worth to who begins a round, this many ahead (ranks, 1)."""
        return 1 - self._hands.plan_for(self._second_pay(rounds, lead)).worth[:, None]

    def _second_pay(self, rounds: int, lead: int) -> Values:
        """Return what making each rank (rows) is worth to the other, by the rank that stands (columns).

        `lead` is still that of who began the round.
        """
        won, lost = (1 - self.chance(rounds - 1, -after) for after in (lead + 1, lead - 1))
        if self._hands.shared:
            tied = 1 - self.chance(rounds - 1, -lead)
        else:
            first = float(self._hands.round_of(SEATS)[0])
            tied = first * won + (1 - first) * lost
        made = np.arange(1, self._hands.known + 1)[:, None]
        return 1 - np.where(made > made.T, lost, np.where(made == made.T, tied, won))
