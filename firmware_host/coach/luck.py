"""Luck and skill in a game that was played: what each throw gave, and what each decision cost, against the best play.

A player's account begins with what the game is worth before its first throw. Every throw adds its luck, the value after
it minus the value before, and every decision takes away its cost, the value of the best choice minus that of the one
made. So the last value is the first one plus all luck minus all costs, and when the game is over it is the total.
Values stand on a grid of 2 to the power of -20 point: such numbers add up in a float without rounding, so the account
is exact, and no further than a millionth of a point from what the solution says.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from firmware_host.coach.advice import Choice
from firmware_host.coach.solution import Close, Keep, Outlook, Solution
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard

GRID = 2**20

Kind = Literal["throw", "keep", "end", "time", "others", "steps"]
"""What happened: a throw, dice kept, a turn ended, a clock that ran out, or in games that the total does not decide:
what the others did, or what the steps in which points are won made of it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What changed a player's prospects, by how much: the luck of a throw, or a decision (never above 0).

    `turn` counts the player's turns from 1, `rolls_used` the throws of it so far, and `dice` are those that lay then,
    with the name of their `photo`. `made` is what was decided, and `best` what would have been best where that cost
    something. Time that ran out takes what was still to come.
    """

    kind: Kind
    turn: int
    change: float
    rolls_used: int = 0
    dice: tuple[int, ...] = ()
    photo: str | None = None
    made: Choice | None = None
    best: Choice | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A player's prospects: at the `start` of the game, all that changed them, and what they are `now`."""

    player: str
    start: float
    steps: tuple[Step, ...]
    now: float

    @property
    def luck(self) -> float:
        """What all throws have given together."""
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
        """What the others' throws and decisions have changed, in a game of hands; 0 where everybody plays alone."""
        return self._sum("others")

    @property
    def from_steps(self) -> float:
        """What the steps in which points are won have made of it, in a game that points decide."""
        return self._sum("steps")

    @property
    def luckiest(self) -> Step | None:
        """The throw that gave most, the first of equals; None before any has given something."""
        throws = [step for step in self.steps if step.kind == "throw" and step.change > 0]
        return max(throws, key=lambda step: step.change, default=None)

    @property
    def dearest(self) -> Step | None:
        """The decision that cost most, the first of equals; None where none has cost anything."""
        decisions = [step for step in self.steps if step.kind in ("keep", "end") and step.change < 0]
        return min(decisions, key=lambda step: step.change, default=None)

    def _sum(self, *kinds: Kind) -> float:
        return sum((step.change for step in self.steps if step.kind in kinds), 0.0)


def accounts(
    transcript: Transcript,
    solution: Solution,
    rules: Ruleset | None = None,
    counted: Callable[[float], float] = float,
) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from what stands of a game.

    `solution` is that of the game's rules with its options; UnknownCardError where it is that of others. In a game that
    points decide it is that of the rules to be played for, `rules` are the real ones, and `counted` tells the points
    that a total to be played for stands for; what these come to in the end is settled last.
    """
    books = [_CardBook(player, solution, rules or solution.rules, counted) for player in transcript.players]
    seat_of = {player: seat for seat, player in enumerate(transcript.players)}
    for move in transcript.moves:
        if move.out_of_time:
            for book in books:
                book.stop()
        else:
            books[seat_of[move.player]].take(move)
    if transcript.unfinished is not None:
        books[seat_of[transcript.unfinished.player]].take(transcript.unfinished)
    return tuple(book.account() for book in books)


@dataclass(frozen=True, slots=True)
class Sum:
    """Luck and cost of one player over several games."""

    player: str
    games: int
    luck: float
    cost: float


def over_games(played: Iterable[Sequence[Account]]) -> tuple[Sum, ...]:
    """Add the accounts of several games up, by the players' names, in the order in which they first appear."""
    sums: dict[str, Sum] = {}
    for account in (account for accounts in played for account in accounts):
        known = sums.get(account.player, Sum(account.player, 0, 0.0, 0.0))
        sums[account.player] = Sum(
            account.player, known.games + 1, known.luck + account.luck, known.cost + account.cost
        )
    return tuple(sums.values())


class Book:
    """An account being written; `value` is what the game is worth to the player before its first throw."""

    def __init__(self, player: str, value: float) -> None:
        self._player = player
        self._start = self._now = on_grid(value)
        self._turn = 0
        self._steps: list[Step] = []

    def turn(self) -> None:
        """Enter that the player's next turn begins."""
        self._turn += 1

    def throw(self, value: float, rolls_used: int, throw: Throw) -> None:
        """Enter a throw, after which the best choice leads to `value`."""
        self._enter(Step("throw", self._turn, on_grid(value) - self._now, rolls_used, throw.values, throw.photo))

    def decide(self, kind: Kind, made: Choice, value: float, best: Choice, rolls_used: int, throw: Throw) -> None:
        """Enter what was decided on a throw, what that leads to, and what would have been best."""
        # The best choice and the same one asked for alone may differ in the last digit.
        change = min(on_grid(value) - self._now, 0.0)
        self._enter(
            Step(kind, self._turn, change, rolls_used, throw.values, throw.photo, made, best if change else None)
        )

    def settle(self, kind: Kind, value: float) -> None:
        """Enter that something else has changed the value, if it has."""
        if on_grid(value) != self._now:
            self._enter(Step(kind, self._turn + 1, on_grid(value) - self._now))

    def account(self) -> Account:
        """Return what was entered so far."""
        return Account(self._player, self._start, tuple(self._steps), self._now)

    def _enter(self, step: Step) -> None:
        self._steps.append(step)
        self._now += step.change


class _CardBook(Book):
    """The account of a player who fills a card: the real one, and the one that is played for."""

    def __init__(self, player: str, solution: Solution, rules: Ruleset, counted: Callable[[float], float]) -> None:
        self._solution = solution
        self._counted = counted
        self._for_points = rules is not solution.rules
        self._real = Scorecard.empty(rules)
        self._card = Scorecard.empty(solution.rules)
        super().__init__(player, counted(solution.expected(self._card)))

    def take(self, move: Move) -> None:
        """Enter a turn, finished or not."""
        self.turn()
        outlook = self._solution.outlook(self._card)
        used, throw = 0, Throw(())
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                value = self._counted(outlook.keeping(throw.kept, used - 1))
                best = self._best(outlook, Roll(before.values), used - 1)
                self.decide("keep", Keep(tuple(sorted(throw.kept)), value), value, best, used - 1, before)
            self.throw(self._counted(outlook.after_roll(Roll(throw.values), used)), used, throw)
        if move.box is not None:
            roll = Roll(throw.values)
            best = self._best(outlook, roll, used)
            self._card, self._real = (
                (card.strike if move.strike else card.fill)(move.box, roll, used) for card in (self._card, self._real)
            )
            value = self._counted(self._solution.expected(self._card))
            made = Close(move.box, move.strike, self._real.entries(move.box)[-1].points, value)
            self.decide("end", made, value, best, used, throw)
            if self._real.complete and self._for_points:
                self.settle("steps", self._result)

    def stop(self) -> None:
        """Enter that a clock has ended the game: what was still to come is lost."""
        self.settle("time", self._result)

    @property
    def _result(self) -> int:
        """What the card holds of what is counted."""
        return (self._real.points or 0) if self._for_points else self._real.total

    def _best(self, outlook: Outlook, roll: Roll, rolls_used: int) -> Choice:
        """Return the best choice, with the points that are really written where it ends the turn."""
        best = outlook.best(roll, rolls_used)
        if isinstance(best, Close) and not best.struck:
            return replace(best, points=self._real.choice(best.box, roll, rolls_used).points or 0)
        return best


def on_grid(value: float) -> float:
    """Return a value as accounts hold it."""
    return round(value * GRID) / GRID
