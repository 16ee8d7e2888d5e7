"""Luck and skill in a game: what each throw gained and each decision cost, measured against best play.

A player's account starts with the value of the game before the first throw. Every throw adds its luck, the value after
it minus the value before, and every decision subtracts its cost, the value of the best action minus that of the action
taken. So the last value is the first plus all luck minus all costs, and when the game is over it is the total. Values
are rounded to multiples of 2 to the power of -20 point: such numbers add up in a float without rounding, so the account
is exact, and within a millionth of a point of the solution.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from firmware_host.coach.advice import TurnAction
from firmware_host.coach.rounding import RoundedAccount, rounded_account
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.solution import Close, Keep, Solution, TurnEvaluation

RESOLUTION = 2**20
"""Values are multiples of 1 / RESOLUTION."""

EntryKind = Literal["throw", "keep", "end", "time", "others", "awards"]
"""What happened: a throw, dice kept, a turn ended, a clock that ran out; in games that the total does not decide, also
what the others did, or what the finished card's awards made of it."""


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """What changed a player's value, and by how much: the luck of a throw, or the cost of a decision (never above 0).

    `turn` counts the player's turns from 1, `rolls_used` its throws so far, and `dice` are those on the table then,
    with the name of their `photo`. `made` is the action taken, and `best` the best one where it has a higher value. A
    clock that ran out takes all value still to come.
    """

    kind: EntryKind
    turn: int
    change: float
    rolls_used: int = 0
    dice: tuple[int, ...] = ()
    photo: str | None = None
    made: TurnAction | None = None
    best: TurnAction | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A player's value at the `start` of the game, everything that changed it, and what it is `now`."""

    player: str
    start: float
    entries: tuple[AccountEntry, ...]
    now: float

    @property
    def luck(self) -> float:
        """What all throws have gained together."""
        return self._sum("throw")

    @property
    def cost(self) -> float:
        """What all decisions have cost together, 0 for the best play."""
        return 0.0 - self._sum("keep", "end")

    @property
    def lost_to_time(self) -> float:
        """What was still to come when a clock ended the game."""
        return 0.0 - self._sum("time")

    @property
    def from_others(self) -> float:
        """What the other players' throws and decisions have changed in a game of hands; 0 in other games."""
        return self._sum("others")

    @property
    def from_awards(self) -> float:
        """What the awards of the finished card made of the value, in a game that points decide."""
        return self._sum("awards")

    @property
    def luckiest(self) -> AccountEntry | None:
        """The luckiest throw, the first of equals; None if no throw has gained anything."""
        throws = [entry for entry in self.entries if entry.kind == "throw" and entry.change > 0]
        return max(throws, key=lambda entry: entry.change, default=None)

    @property
    def costliest(self) -> AccountEntry | None:
        """The costliest mistake, the first of equals; None if no decision has cost anything."""
        decisions = [entry for entry in self.entries if entry.kind in ("keep", "end") and entry.change < 0]
        return min(decisions, key=lambda entry: entry.change, default=None)

    def rounded(self, places: int, scale: int = 1) -> RoundedAccount:
        """Return its figures times `scale`, rounded so that they still add up."""
        rest = self.from_others + self.from_awards
        return rounded_account(self.start, self.luck, self.cost, rest, self.lost_to_time, places, scale)

    def _sum(self, *kinds: EntryKind) -> float:
        return sum((entry.change for entry in self.entries if entry.kind in kinds), 0.0)


def accounts(
    transcript: Transcript,
    solution: Solution,
    rules: Ruleset | None = None,
    to_points: Callable[[float], float] = float,
) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from a game's transcript.

    `solution` is that of the game's rules with its options; UnknownCardError for that of others. In a game that points
    decide it is that of the surrogate rules, `rules` are the real ones, and `to_points` converts a surrogate total into
    points; the difference to the points of the finished card is entered last.
    """
    builders = [
        _CardAccountBuilder(player, solution, rules or solution.rules, to_points) for player in transcript.players
    ]
    seat_of = {player: seat for seat, player in enumerate(transcript.players)}
    for move in transcript.moves:
        if move.out_of_time:
            for builder in builders:
                builder.end_by_clock()
        else:
            builders[seat_of[move.player]].take(move)
    if transcript.unfinished is not None:
        builders[seat_of[transcript.unfinished.player]].take(transcript.unfinished)
    return tuple(builder.account() for builder in builders)


@dataclass(frozen=True, slots=True)
class AccountTotal:
    """Luck and cost of one player over several games."""

    player: str
    games: int
    luck: float
    cost: float


def total_accounts(played: Iterable[Sequence[Account]]) -> tuple[AccountTotal, ...]:
    """Return the accounts of several games added up by player name, in the order in which they first appear."""
    sums: dict[str, AccountTotal] = {}
    for account in (account for accounts in played for account in accounts):
        known = sums.get(account.player, AccountTotal(account.player, 0, 0.0, 0.0))
        sums[account.player] = AccountTotal(
            account.player, known.games + 1, known.luck + account.luck, known.cost + account.cost
        )
    return tuple(sums.values())


class AccountBuilder:
    """Builds an account; `value` is that of the game for the player before the first throw."""

    def __init__(self, player: str, value: float) -> None:
        self._player = player
        self._start = self._now = quantise(value)
        self._turn = 0
        self._entries: list[AccountEntry] = []

    def begin_turn(self) -> None:
        """Count the player's next turn."""
        self._turn += 1

    def throw(self, value: float, rolls_used: int, throw: Throw) -> None:
        """Enter a throw that leads to `value`."""
        self._enter(
            AccountEntry("throw", self._turn, quantise(value) - self._now, rolls_used, throw.values, throw.photo)
        )

    def decide(
        self, kind: EntryKind, made: TurnAction, value: float, best: TurnAction, rolls_used: int, throw: Throw
    ) -> None:
        """Enter the action taken on a throw, the value it leads to, and the best action."""
        # The best action and the same one evaluated alone may differ in the last digit.
        change = min(quantise(value) - self._now, 0.0)
        self._enter(
            AccountEntry(
                kind, self._turn, change, rolls_used, throw.values, throw.photo, made, best if change else None
            )
        )

    def settle(self, kind: EntryKind, value: float) -> None:
        """Enter that something else has changed the value, if it has."""
        if quantise(value) != self._now:
            self._enter(AccountEntry(kind, self._turn + 1, quantise(value) - self._now))

    def account(self) -> Account:
        """Return the account of what was entered so far."""
        return Account(self._player, self._start, tuple(self._entries), self._now)

    def _enter(self, entry: AccountEntry) -> None:
        self._entries.append(entry)
        self._now += entry.change


class _CardAccountBuilder(AccountBuilder):
    """Builds the account of a player who fills a card: the real one, and the one of the rules that were solved."""

    def __init__(self, player: str, solution: Solution, rules: Ruleset, to_points: Callable[[float], float]) -> None:
        self._solution = solution
        self._to_points = to_points
        self._for_points = rules is not solution.rules
        self._real = Scorecard.empty(rules)
        self._card = Scorecard.empty(solution.rules)
        super().__init__(player, to_points(solution.expected_total(self._card)))

    def take(self, move: Move) -> None:
        """Enter a turn, finished or not."""
        self.begin_turn()
        turn = self._solution.evaluate_turn(self._card)
        used, throw = 0, Throw(())
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                value = self._to_points(turn.after_keep(throw.kept, used - 1))
                best = self._best(turn, Roll(before.values), used - 1)
                self.decide("keep", Keep(tuple(sorted(throw.kept)), value), value, best, used - 1, before)
            self.throw(self._to_points(turn.after_roll(Roll(throw.values), used)), used, throw)
        if move.box is not None:
            roll = Roll(throw.values)
            best = self._best(turn, roll, used)
            self._card, self._real = (
                (card.strike if move.strike else card.fill)(move.box, roll, used) for card in (self._card, self._real)
            )
            value = self._to_points(self._solution.expected_total(self._card))
            made = Close(move.box, move.strike, self._real.entries(move.box)[-1].points, value)
            self.decide("end", made, value, best, used, throw)
            if self._real.complete and self._for_points:
                self.settle("awards", self._result)

    def end_by_clock(self) -> None:
        """Enter that a clock has ended the game: all value still to come is lost."""
        self.settle("time", self._result)

    @property
    def _result(self) -> int:
        """The points or the total on the real card, whichever decides the game."""
        return (self._real.points or 0) if self._for_points else self._real.total

    def _best(self, turn: TurnEvaluation, roll: Roll, rolls_used: int) -> TurnAction:
        """Return the best action, with the points of the real card where it ends the turn."""
        best = turn.best(roll, rolls_used)
        if isinstance(best, Close) and not best.struck:
            return replace(best, points=self._real.choice(best.box, roll, rolls_used).points or 0)
        return best


def quantise(value: float) -> float:
    """Return a value rounded as in accounts."""
    return round(value * RESOLUTION) / RESOLUTION
