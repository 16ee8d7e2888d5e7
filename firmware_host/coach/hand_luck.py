"""Luck and skill in a match of hands: what players' own throws and decisions did to their chance to win, and the rest.

With two players the value is the chance to win the match, a shared one counting as half; with more it is the expected
number of rounds a player wins.
"""

from firmware_host.coach.advice import StandHand, TurnAction
from firmware_host.coach.luck import Account, AccountBuilder
from firmware_host.coach.match_chances import chances_to_win, round_winners
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Made, Match
from firmware_host.solver.hand_solver import HandEvaluation, HandSolver
from firmware_host.solver.match_solver import SEATS, MatchSolver
from firmware_host.solver.solution import Keep


def evaluate_hand(hands: HandSolver, matches: MatchSolver, match: Match) -> HandEvaluation:
    """Return the values of the turn of the player who is due: of the match between two, of the round among more."""
    if match.seats == SEATS:
        return matches.evaluate(match)
    return hands.evaluate([made.hand.strength for made in match.stage], len(match.due) - 1)


def best_action(turn: HandEvaluation, roll: Roll, rolls_used: int) -> TurnAction:
    """Return the best action on this roll; at equal values the hand stands."""
    stand = StandHand(turn.after_stand(roll))
    keeps = turn.keeps(roll, rolls_used)
    return keeps[0] if keeps and keeps[0].expected > stand.expected else stand


def hand_accounts(transcript: Transcript, hands: HandSolver) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from the transcript of a match."""
    return _Accounts(transcript, hands).build()


class _Accounts:
    """Builds the accounts of all players of a match."""

    def __init__(self, transcript: Transcript, hands: HandSolver) -> None:
        self._contest = hands.contest
        self._transcript = transcript
        self._hands = hands
        self._matches = MatchSolver(hands)
        self._match = Match.begin(hands.contest, len(transcript.players))
        self._builders = [AccountBuilder(player, self._value(seat)) for seat, player in enumerate(transcript.players)]

    def build(self) -> tuple[Account, ...]:
        for move in self._transcript.moves:
            roll = self._take(move)
            hand = self._contest.rank(roll)
            self._match = self._match.stand(Made(self._match.due[0], hand, roll.values))
        if self._transcript.unfinished is not None:
            self._take(self._transcript.unfinished, finished=False)
        for seat, builder in enumerate(self._builders):
            if self._transcript.unfinished is None or seat != self._match.due[0]:
                builder.settle("others", self._value(seat))
        return tuple(builder.account() for builder in self._builders)

    def _take(self, move: Move, finished: bool = True) -> Roll:
        """Enter a turn of the player who is due; return the hand it made."""
        seat = self._match.due[0]
        builder, other = self._builders[seat], self._other_rounds(seat)
        turn = evaluate_hand(self._hands, self._matches, self._match)
        builder.settle("others", other + turn.chance)
        builder.begin_turn()
        used, throw, roll = 0, Throw(()), Roll((1,))
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                keep = Keep(tuple(sorted(throw.kept)), turn.after_keep(throw.kept, used - 1))
                best = best_action(turn, Roll(before.values), used - 1)
                builder.decide("keep", keep, other + keep.expected, best, used - 1, before)
            roll = Roll(throw.values)
            builder.throw(other + turn.after_roll(roll, used), used, throw)
        if finished:
            stand = StandHand(turn.after_stand(roll))
            builder.decide("end", stand, other + stand.expected, best_action(turn, roll, used), used, throw)
        return roll

    def _value(self, seat: int) -> float:
        """Return the value of the match for a seat between two turns."""
        match = self._match
        if match.over:
            most = max(match.won)
            return match.won[seat] if match.seats > SEATS else (match.won[seat] == most) / match.won.count(most)
        if match.seats > SEATS:
            return self._other_rounds(seat) + chances_to_win(round_winners(self._hands, match), match.seats)[seat]
        chance = self._matches.evaluate(match).chance
        return chance if seat == match.due[0] else 1 - chance

    def _other_rounds(self, seat: int) -> float:
        """Return the rounds that a seat has won plus those expected after this one; 0 between two players."""
        match = self._match
        if match.seats == SEATS:
            return 0.0
        chances = self._hands.round_chances(match.seats)
        later = range(len(match.rounds) + 1, match.contest.rounds)
        return match.won[seat] + sum(float(chances[(seat - number) % match.seats]) for number in later)
