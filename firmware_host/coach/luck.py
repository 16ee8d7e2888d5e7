"""Luck and skill in a game that was played: what each throw gave, and what each decision cost, against the best play.

A player's account begins with what the game is worth before its first throw. Every throw adds its luck, the value after
it minus the value before, and every decision takes away its cost, the value of the best choice minus that of the one
made. So the last value is the first one plus all luck minus all costs, and when the game is over it is the total.
Values stand on a grid of 2 to the power of -20 point: such numbers add up in a float without rounding, so the account
is exact, and no further than a millionth of a point from what the solution says.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_host.coach.solution import Close, Keep, Solution
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.scorecard import Scorecard

GRID = 2**20

Kind = Literal["throw", "keep", "close", "time"]


@dataclass(frozen=True, slots=True)
class Step:
    """What changed a player's prospects, by `change` points: the luck of a throw, or a decision (never above 0).

    `turn` counts the player's turns from 1, `rolls_used` the throws of it so far, and `dice` are those that lay then,
    with the name of their `photo`. `made` is what was decided: dice kept, or a box closed (None for a throw). Time that
    ran out takes what was still to come.
    """

    kind: Kind
    turn: int
    change: float
    rolls_used: int = 0
    dice: tuple[int, ...] = ()
    photo: str | None = None
    made: Keep | Close | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A player's prospects: at the `start` of the game, all that changed them, and what they are `now`.

    `card` is how the player's card stands before the turn being played.
    """

    player: str
    start: float
    steps: tuple[Step, ...]
    now: float
    card: Scorecard

    @property
    def luck(self) -> float:
        """What all throws have given together."""
        return sum(step.change for step in self.steps if step.kind == "throw")

    @property
    def cost(self) -> float:
        """What all decisions have cost together, 0 for the best play."""
        return 0.0 - sum(step.change for step in self.steps if step.kind in ("keep", "close"))

    @property
    def lost_to_time(self) -> float:
        """What was still to come when a clock ended the game."""
        return 0.0 - sum(step.change for step in self.steps if step.kind == "time")

    @property
    def luckiest(self) -> Step | None:
        """The throw that gave most, the first of equals; None before any has given something."""
        throws = [step for step in self.steps if step.kind == "throw" and step.change > 0]
        return max(throws, key=lambda step: step.change, default=None)

    @property
    def dearest(self) -> Step | None:
        """The decision that cost most, the first of equals; None where none has cost anything."""
        decisions = [step for step in self.steps if step.kind in ("keep", "close") and step.change < 0]
        return min(decisions, key=lambda step: step.change, default=None)


def accounts(transcript: Transcript, solution: Solution) -> tuple[Account, ...]:
    """Return the account of every player, in playing order, from what stands of a game.

    `solution` is that of the game's rules with its options; UnknownCardError where it is that of others.
    """
    books = [_Book(player, solution) for player in transcript.players]
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


def better(account: Account, step: Step, solution: Solution) -> Close | Keep:
    """Return what would have been the best thing to do where a step of an account decided something else.

    Cards are the same in every account of a game: the player's card before the turn of that step is played again.
    """
    card = Scorecard.empty(account.card.ruleset)
    closed = [other for other in account.steps if other.kind == "close" and other.turn < step.turn]
    for other in closed:
        if isinstance(other.made, Close):
            close = card.strike if other.made.struck else card.fill
            card = close(other.made.box, Roll(other.dice), other.rolls_used)
    return solution.outlook(card).best(Roll(step.dice), step.rolls_used)


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


class _Book:
    """An account being written."""

    def __init__(self, player: str, solution: Solution) -> None:
        self._player = player
        self._solution = solution
        self._card = Scorecard.empty(solution.rules)
        self._start = self._now = _on_grid(solution.expected(self._card))
        self._turn = 0
        self._steps: list[Step] = []

    def take(self, move: Move) -> None:
        """Enter a turn, finished or not."""
        self._turn += 1
        outlook = self._solution.outlook(self._card)
        used, throw = 0, Throw(())
        for used, throw in enumerate(move.throws, start=1):
            if throw.kept is not None:
                before = move.throws[used - 2]
                keep = Keep(tuple(sorted(throw.kept)), outlook.keeping(throw.kept, used - 1))
                self._decide("keep", keep, used - 1, before)
            roll = Roll(throw.values)
            best = _on_grid(outlook.after_roll(roll, used))
            self._steps.append(Step("throw", self._turn, best - self._now, used, throw.values, throw.photo))
            self._now = best
        if move.box is not None:
            close = self._card.strike if move.strike else self._card.fill
            self._card = close(move.box, Roll(throw.values), used)
            points = self._card.entries(move.box)[-1].points
            closed = Close(move.box, move.strike, points, self._solution.expected(self._card))
            self._decide("close", closed, used, throw)

    def stop(self) -> None:
        """Enter that a clock has ended the game: what was still to come is lost."""
        total = float(self._card.total)
        self._steps.append(Step("time", self._turn + 1, total - self._now))
        self._now = total

    def account(self) -> Account:
        return Account(self._player, self._start, tuple(self._steps), self._now, self._card)

    def _decide(self, kind: Kind, made: Keep | Close, rolls_used: int, throw: Throw) -> None:
        # The best choice and the same one asked for alone may differ in the last digit.
        value = min(_on_grid(made.expected), self._now)
        self._steps.append(Step(kind, self._turn, value - self._now, rolls_used, throw.values, throw.photo, made))
        self._now = value


def _on_grid(value: float) -> float:
    return round(value * GRID) / GRID
