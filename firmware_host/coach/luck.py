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
from firmware_host.coach.endgames import ValuedTurn
from firmware_host.coach.rounding import RoundedAccount, rounded_account
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.solution import Close, Keep, Solution, TurnEvaluation

RESOLUTION = 2**20
"""Values are multiples of 1 / RESOLUTION."""

EntryKind = Literal["throw", "keep", "end", "time", "others", "awards", "given"]
"""What happened: a throw, dice kept, a turn ended, a clock that ran out; in games that the total does not decide, also
what the others did, or what the awards made of it; near the end, what a decision gave away where the win was at stake,
which is no mistake."""


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
    """A player's value at the `start` of the game, everything that changed it, and what it is `now`.

    Decisions near the end, where only the win counted, are judged by that: `for_win` holds what they cost in chances to
    win, and `entries` what they gave away in points.
    """

    player: str
    start: float
    entries: tuple[AccountEntry, ...]
    now: float
    for_win: tuple[AccountEntry, ...] = ()

    @property
    def luck(self) -> float:
        """What all throws have gained together."""
        return self._sum("throw")

    @property
    def cost(self) -> float:
        """What all decisions have cost together, 0 for the best play."""
        return 0.0 - self._sum("keep", "end")

    @property
    def given(self) -> float:
        """What decisions near the end have given away in points, where the win was at stake."""
        return 0.0 - self._sum("given")

    @property
    def win_cost(self) -> float:
        """What those decisions have cost in chances to win."""
        return 0.0 - sum((entry.change for entry in self.for_win), 0.0)

    @property
    def costliest_for_win(self) -> AccountEntry | None:
        """The decision that has cost most chances to win, the first of equals; None if none has cost any."""
        return min((entry for entry in self.for_win if entry.change < 0), key=lambda entry: entry.change, default=None)

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
        return rounded_account(self.start, self.luck, self.cost, self.given, rest, self.lost_to_time, places, scale)

    def _sum(self, *kinds: EntryKind) -> float:
        return sum((entry.change for entry in self.entries if entry.kind in kinds), 0.0)


PointsTurn = Callable[[Scorecard], ValuedTurn | None]
"""Returns a turn on a card by the points that decide; None where they are not known exactly."""
WinTurn = Callable[[Sequence[Scorecard], int], ValuedTurn | None]
"""Returns the turn of a seat (0-based) by the chance to win; None where it is too early to aim at it."""


def _unknown(*_: object) -> None:
    return None


def accounts(
    transcript: Transcript,
    solution: Solution,
    rules: Ruleset | None = None,
    to_points: Callable[[float], float] = float,
    for_points: PointsTurn = _unknown,
    for_win: WinTurn = _unknown,
) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from a game's transcript.

    `solution` is that of the game's rules with its options; UnknownCardError for that of others. In a game that points
    decide it is that of the surrogate rules, `rules` are the real ones, and `to_points` converts a surrogate total into
    points, except for turns that `for_points` knows exactly; the differences are entered as the awards'. Turns that
    `for_win` knows, given all cards and the seat, are judged by the chance to win.
    """
    builders = [
        _CardAccountBuilder(player, solution, rules or solution.rules, to_points, for_points)
        for player in transcript.players
    ]
    seat_of = {player: seat for seat, player in enumerate(transcript.players)}
    unfinished = () if transcript.unfinished is None else (transcript.unfinished,)
    for move in (*transcript.moves, *unfinished):
        if move.out_of_time:
            for builder in builders:
                builder.end_by_clock()
        else:
            seat = seat_of[move.player]
            builders[seat].take(move, for_win([builder.card for builder in builders], seat))
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
        self._for_win: list[AccountEntry] = []

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

    def decide_for_win(
        self, kind: EntryKind, made: TurnAction, value: float, best: TurnAction, rolls_used: int, throw: Throw
    ) -> None:
        """Enter the action taken near the end: made and best by the chance to win, `value` what it leads to."""
        change = min(quantise(made.expected) - quantise(best.expected), 0.0)
        self._for_win.append(
            AccountEntry(
                kind, self._turn, change, rolls_used, throw.values, throw.photo, made, best if change else None
            )
        )
        self._enter(AccountEntry("given", self._turn, min(quantise(value) - self._now, 0.0)))

    def settle(self, kind: EntryKind, value: float) -> None:
        """Enter that something else has changed the value, if it has."""
        if quantise(value) != self._now:
            self._enter(AccountEntry(kind, self._turn + 1, quantise(value) - self._now))

    def account(self) -> Account:
        """Return the account of what was entered so far."""
        return Account(self._player, self._start, tuple(self._entries), self._now, tuple(self._for_win))

    def _enter(self, entry: AccountEntry) -> None:
        self._entries.append(entry)
        self._now += entry.change


class _CardAccountBuilder(AccountBuilder):
    """Builds the account of a player who fills a card: the real one, and the one of the rules that were solved."""

    def __init__(
        self,
        player: str,
        solution: Solution,
        rules: Ruleset,
        to_points: Callable[[float], float],
        for_points: PointsTurn,
    ) -> None:
        self._solution = solution
        self._to_points = to_points
        self._points_turn = for_points
        self._for_points = rules is not solution.rules
        self.card = Scorecard.empty(rules)
        self._solved = Scorecard.empty(solution.rules)
        super().__init__(player, to_points(solution.expected_total(self._solved)))

    def take(self, move: Move, win: ValuedTurn | None) -> None:
        """Enter a turn, finished or not; `win` has its values for the win where that is aimed at."""
        exact = self._points_turn(self.card)
        turn, convert = (
            (self._solution.evaluate_turn(self._solved), self._to_points)
            if exact is None
            else (exact.evaluation, float)
        )
        if exact is not None:
            self.settle("awards", turn.expected)
        self.begin_turn()
        used, throw = 0, Throw(())
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                value = convert(turn.after_keep(throw.kept, used - 1))
                kept, roll = tuple(sorted(throw.kept)), Roll(before.values)
                if win is None:
                    best = self._best(turn, roll, used - 1)
                    self.decide("keep", Keep(kept, value), value, best, used - 1, before)
                else:
                    made = Keep(kept, win.evaluation.after_keep(throw.kept, used - 1))
                    best = win.evaluation.best(roll, used - 1)
                    self.decide_for_win("keep", made, value, best, used - 1, before)
            self.throw(convert(turn.after_roll(Roll(throw.values), used)), used, throw)
        if move.box is not None:
            self._close(move.box, move.strike, turn, exact, win, used, throw)

    def _close(
        self,
        box: str,
        strike: bool,
        turn: TurnEvaluation,
        exact: ValuedTurn | None,
        win: ValuedTurn | None,
        used: int,
        throw: Throw,
    ) -> None:
        """Enter how a turn ended."""
        roll = Roll(throw.values)
        best = self._best(turn, roll, used) if win is None else win.evaluation.best(roll, used)
        self._solved, self.card = (
            (card.strike if strike else card.fill)(box, roll, used) for card in (self._solved, self.card)
        )
        value = (
            self._to_points(self._solution.expected_total(self._solved))
            if exact is None
            else turn.after_close(self.card)
        )
        points = self.card.entries(box)[-1].points
        if win is None:
            self.decide("end", Close(box, strike, points, value), value, best, used, throw)
        else:
            made = Close(box, strike, points, win.evaluation.after_close(self.card))
            self.decide_for_win("end", made, value, best, used, throw)
        if self.card.complete and self._for_points:
            self.settle("awards", self._result)

    def end_by_clock(self) -> None:
        """Enter that a clock has ended the game: all value still to come is lost."""
        self.settle("time", self._result)

    @property
    def _result(self) -> int:
        """The points or the total on the real card, whichever decides the game."""
        return (self.card.points or 0) if self._for_points else self.card.total

    def _best(self, turn: TurnEvaluation, roll: Roll, rolls_used: int) -> TurnAction:
        """Return the best action, with the points of the real card where it ends the turn."""
        best = turn.best(roll, rolls_used)
        if isinstance(best, Close) and not best.struck:
            return replace(best, points=self.card.choice(best.box, roll, rolls_used).points or 0)
        return best


def quantise(value: float) -> float:
    """Return a value rounded as in accounts."""
    return round(value * RESOLUTION) / RESOLUTION
