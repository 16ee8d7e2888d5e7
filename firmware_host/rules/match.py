"""Games without a card: the best hand wins the round, and the most rounds win the match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll


class MatchError(DiceTableError, ValueError):
    """A hand from somebody whose turn it is not."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A roll as a hand: the id of its rank, and a strength; of two hands the stronger is the better."""

    name: str
    strength: int


@dataclass(frozen=True, slots=True)
class Contest:
    """The rules of a match.

    `rank` returns the hand of a roll; `titles` names the hands, the best first, and `odds` counts the rolls that make
    each. `examples` has the values of one roll for each hand that there is. The best hand wins the round. Equal best
    hands share it if `shared`; otherwise they roll off.
    """

    rounds: int
    rank: Callable[[Roll], Hand] = field(compare=False)
    titles: Mapping[str, str]
    odds: Mapping[str, int]
    shared: bool = False
    examples: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Made:
    """A hand that stands: whose (seat, 0-based), what it is, the dice that made it, and the name of their photo."""

    seat: int
    hand: Hand
    values: tuple[int, ...]
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: its winners' seats, several if it is shared, and all its hands in order of play."""

    winners: tuple[int, ...]
    hands: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment: the finished rounds, the hands of this round, and the seats still to play.

    `stage` holds the hands that compete now: those of the round, or of its latest roll-off. `earlier` holds the
    round's hands before that roll-off.
    """

    contest: Contest
    seats: int
    due: tuple[int, ...]
    stage: tuple[Made, ...] = ()
    earlier: tuple[Made, ...] = ()
    rounds: tuple[Round, ...] = ()

    @classmethod
    def begin(cls, contest: Contest, seats: int) -> "Match":
        """Return a match before its first hand."""
        return cls(contest, seats, tuple(range(seats)))

    @property
    def over(self) -> bool:
        """Whether every round has been played."""
        return len(self.rounds) == self.contest.rounds

    @property
    def rolling_off(self) -> bool:
        """Whether the players who tied this round are making another hand."""
        return bool(self.earlier)

    @property
    def hands(self) -> tuple[Made, ...]:
        """Every hand that has stood, in order of play."""
        return (*(made for finished in self.rounds for made in finished.hands), *self.earlier, *self.stage)

    @property
    def won(self) -> tuple[int, ...]:
        """How many rounds each seat has won; a shared round counts for everyone who shares it."""
        return tuple(sum(seat in finished.winners for finished in self.rounds) for seat in range(self.seats))

    def with_current(self) -> tuple[Round, ...]:
        """Return all rounds; the one being played, if a hand stands in it, comes last and has no winners."""
        hands = (*self.earlier, *self.stage)
        return (*self.rounds, Round((), hands)) if hands else self.rounds

    def stand(self, made: Made) -> "Match":
        """Let a hand stand for the player whose turn it is; MatchError for anybody else."""
        if self.over or made.seat != self.due[0]:
            raise MatchError(f"It is not the turn of seat {made.seat + 1}. Wait for the others.")
        stage, due = (*self.stage, made), self.due[1:]
        if due:
            return replace(self, stage=stage, due=due)
        best = max(standing.hand.strength for standing in stage)
        winners = tuple(standing.seat for standing in stage if standing.hand.strength == best)
        if len(winners) > 1 and not self.contest.shared:
            return replace(self, stage=(), due=winners, earlier=(*self.earlier, *stage))
        rounds = (*self.rounds, Round(tuple(sorted(winners)), (*self.earlier, *stage)))
        first = len(rounds) % self.seats
        due = () if len(rounds) == self.contest.rounds else (*range(first, self.seats), *range(first))
        return Match(self.contest, self.seats, due, rounds=rounds)
