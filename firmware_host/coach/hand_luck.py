"""Luck and skill in a match of hands: what a player's own throws and decisions did to the chance to win, and the rest.

For two players the value is the chance to win the match, a shared one counting as half; for more it is how many rounds
a player comes to win.
"""

from firmware_host.coach.advice import Choice, Stand
from firmware_host.coach.errors import CoachError
from firmware_host.coach.hands import HandOutlook, Hands
from firmware_host.coach.luck import Account, Book
from firmware_host.coach.match_play import SEATS, MatchPlay
from firmware_host.coach.rounds import chances_to_win, round_winners
from firmware_host.coach.solution import Keep
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Made, Match
from firmware_host.words import say


def outlook_of(hands: Hands, play: MatchPlay, match: Match) -> HandOutlook:
    """Return what each choice leaves to the player who is due: of the match between two, of the round among more."""
    if match.seats == SEATS:
        return play.outlook(match)
    return hands.outlook([made.hand.strength for made in match.stage], len(match.due) - 1)


def best_of(outlook: HandOutlook, roll: Roll, rolls_used: int) -> Choice:
    """Return the best choice on this roll; to stand rather than go on where both are worth the same."""
    stand = Stand(outlook.standing(roll))
    keeps = outlook.keeps(roll, rolls_used)
    return keeps[0] if keeps and keeps[0].expected > stand.expected else stand


def hand_accounts(transcript: Transcript, hands: Hands) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from what stands of a match."""
    return _Accounts(transcript, hands).written()


class _Accounts:
    """The accounts of all players of a match."""

    def __init__(self, transcript: Transcript, hands: Hands) -> None:
        contest = hands.rules.contest
        if contest is None:
            raise CoachError(say("{game} has no rounds to win.", game=say(hands.rules.title)))
        self._contest = contest
        self._transcript = transcript
        self._hands = hands
        self._play = MatchPlay(hands)
        self._match = Match.begin(contest, len(transcript.players))
        self._books = [Book(player, self._value(seat)) for seat, player in enumerate(transcript.players)]

    def written(self) -> tuple[Account, ...]:
        for move in self._transcript.moves:
            roll = self._take(move)
            hand = self._contest.rank(roll)
            self._match = self._match.stand(Made(self._match.due[0], hand, roll.values))
        if self._transcript.unfinished is not None:
            self._take(self._transcript.unfinished, finished=False)
        for seat, book in enumerate(self._books):
            if self._transcript.unfinished is None or seat != self._match.due[0]:
                book.settle("others", self._value(seat))
        return tuple(book.account() for book in self._books)

    def _take(self, move: Move, finished: bool = True) -> Roll:
        """Enter a turn of the player who is due; return the hand it made."""
        seat = self._match.due[0]
        book, beside = self._books[seat], self._beside(seat)
        outlook = outlook_of(self._hands, self._play, self._match)
        book.settle("others", beside + outlook.chance)
        book.turn()
        used, throw, roll = 0, Throw(()), Roll((1,))
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                keep = Keep(tuple(sorted(throw.kept)), outlook.keeping(throw.kept, used - 1))
                best = best_of(outlook, Roll(before.values), used - 1)
                book.decide("keep", keep, beside + keep.expected, best, used - 1, before)
            roll = Roll(throw.values)
            book.throw(beside + outlook.after_roll(roll, used), used, throw)
        if finished:
            stand = Stand(outlook.standing(roll))
            book.decide("end", stand, beside + stand.expected, best_of(outlook, roll, used), used, throw)
        return roll

    def _value(self, seat: int) -> float:
        """Return what the match is worth to a seat between two turns."""
        match = self._match
        if match.over:
            most = max(match.won)
            return match.won[seat] if match.seats > SEATS else (match.won[seat] == most) / match.won.count(most)
        if match.seats > SEATS:
            return self._beside(seat) + chances_to_win(round_winners(self._hands, match), match.seats)[seat]
        chance = self._play.outlook(match).chance
        return chance if seat == match.due[0] else 1 - chance

    def _beside(self, seat: int) -> float:
        """Return the rounds that a seat has won, and those to be expected after this one; 0 between two players."""
        match = self._match
        if match.seats == SEATS:
            return 0.0
        chances = self._hands.round_of(match.seats)
        later = range(len(match.rounds) + 1, match.contest.rounds)
        return match.won[seat] + sum(float(chances[(seat - number) % match.seats]) for number in later)
