"""After a game: who was lucky and who played well, the moments that mattered, and how the chances went."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from types import MappingProxyType

from firmware_host.coach.advice import Unit
from firmware_host.coach.coaches import Coach
from firmware_host.coach.luck import Account, AccountEntry, AccountTotal, total_accounts
from firmware_host.errors import DiceTableError
from firmware_host.game.recount import recount
from firmware_host.game.session import fold
from firmware_host.game.state import Game
from firmware_host.journal.store import Journal
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.coach.curve import Curve, moments, round_of
from firmware_host.table.coach.views import HighlightView, MomentView, choice_shown

LEAST: Mapping[Unit, float] = MappingProxyType(
    {"points": 0.05, "awards": 0.05, "match": 0.005, "round": 0.005, "win": 0.0005}
)
"""Throws and mistakes that changed less than this are no moments to remember: the page would show them as 0."""

TELLING = 0.01
"""A mistake that cost so much of a win is to be told before any that cost points earlier on."""

EVENING = timedelta(hours=6)
"""Games started no further apart than this belong to one evening."""


@dataclass(frozen=True, slots=True)
class PlayerAnalysis:
    """A player's account, `start` + `luck` - `cost` - `given` + `rest` - `lost_to_time` = `now`, its extreme moments.

    `rest` is what the other players did in a game of hands, or what the awards made of it in a game that points decide.
    `given` is what decisions near the end gave away for the win. Mistakes there cost `win_cost` of a win, most of all
    `costliest_for_win`.
    """

    name: str
    colour: str
    start: float
    luck: float
    cost: float
    rest: float
    lost_to_time: float
    now: float
    luckiest: MomentView | None
    costliest: MomentView | None
    given: float = 0.0
    win_cost: float = 0.0
    costliest_for_win: MomentView | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to say about a game.

    `curve` holds each seat's chance to win before each turn and at the end, and `rounds` in which turn (from 1) of its
    player each of these moments is, the end counting as one more; both are empty for one player. `evening` adds up luck
    and cost over the games of the evening that count alike; it is empty if there is only one.
    """

    game: str
    unit: Unit
    players: tuple[PlayerAnalysis, ...]
    curve: tuple[tuple[float, ...], ...]
    rounds: tuple[int, ...]
    evening: tuple[AccountTotal, ...]


def highlights(analysis: Analysis) -> tuple[HighlightView, ...]:
    """Return the luckiest throw of all and the costliest mistake, those of them that there are.

    Near the end people play for the win, and so a mistake there that cost a telling share of it comes before all those
    that are counted in points.
    """
    players = analysis.players
    throws = [(seat, player.luckiest) for seat, player in enumerate(players) if player.luckiest is not None]
    for_win = [
        (seat, player.costliest_for_win) for seat, player in enumerate(players) if player.costliest_for_win is not None
    ]
    for_points = [(seat, player.costliest) for seat, player in enumerate(players) if player.costliest is not None]
    found = []
    if throws:
        seat, moment = max(throws, key=lambda one: one[1].change)
        found.append(HighlightView("throw", seat, analysis.unit, moment))
    counts_wins = not for_points or any(moment.change <= -TELLING for _, moment in for_win)
    mistakes = for_win if counts_wins else for_points
    if mistakes:
        seat, moment = min(mistakes, key=lambda one: one[1].change)
        found.append(HighlightView("mistake", seat, "win" if counts_wins else analysis.unit, moment))
    return tuple(found)


KeptCoach = Callable[[Game], Coach | None]
"""Finds the coach of another game if that takes no time."""


class Analyser:
    """Analyses the games of a journal; `rulesets` are those they may have been played with. Not thread-safe."""

    def __init__(self, journal: Journal, rulesets: Mapping[str, Ruleset] = RULESETS) -> None:
        self._journal = journal
        self._rulesets = rulesets
        self._curve = Curve()
        # The accounts of the evening's earlier games and their unit, by id and number of events; None where a game has
        # none.
        self._accounts: dict[tuple[str, int], tuple[Unit, tuple[Account, ...]] | None] = {}

    def prepare(self, game: Game, coach: Coach, kept_coach: KeptCoach, checkpoint: Callable[[], object] = int) -> None:
        """Work out ahead what the analysis of a game needs, as far as it has been played.

        `checkpoint` is called again and again: an exception it raises stops the work; what was done is kept.
        DiceTableError where the journal cannot be read.
        """
        if len(game.players) > 1:
            self._curve.points(game, coach, checkpoint)
        for _ in self._evening(game, coach.unit, kept_coach):
            checkpoint()

    def analyse(self, game: Game, coach: Coach, kept_coach: KeptCoach) -> Analysis:
        """Analyse a finished game. DiceTableError where the journal cannot be read."""
        accounts = coach.accounts(recount(self._journal.events(game.id), self._rulesets))
        unit = coach.unit
        evening = [accounts, *self._evening(game, unit, kept_coach)]
        points = self._curve.points(game, coach) if len(game.players) > 1 else ()
        return Analysis(
            game.id,
            unit,
            tuple(
                _player(account, player.colour, game, LEAST[unit])
                for account, player in zip(accounts, game.players, strict=True)
            ),
            tuple(zip(*points, strict=True)),
            tuple(round_of(position) for position in moments(game)) if points else (),
            total_accounts(evening) if len(evening) > 1 else (),
        )

    def _evening(self, game: Game, unit: Unit, kept_coach: KeptCoach) -> Iterator[Sequence[Account]]:
        """Yield the accounts of earlier games on the same evening that count the same way."""
        kept = self._journal.games()
        at = next((number for number, known in enumerate(kept) if known.id == game.id), len(kept))
        together = takewhile(
            # Either way: a clock may have been set in between.
            lambda pair: abs(pair[0].started - pair[1].started) <= EVENING,
            zip(kept[at:], kept[at + 1 :], strict=False),
        )
        keys = [(older.id, older.events) for _, older in together]
        # A program that runs for a year must not hold those of every evening.
        self._accounts = {key: self._accounts[key] for key in keys if key in self._accounts}
        for key in keys:
            if key not in self._accounts:
                self._accounts[key] = self._accounts_of(key[0], kept_coach)
            known = self._accounts[key]
            if known is not None and known[0] == unit:
                yield known[1]

    def _accounts_of(self, game: str, kept_coach: KeptCoach) -> tuple[Unit, tuple[Account, ...]] | None:
        """Return the accounts of an earlier game, None where it was ended early or has no coach."""
        try:
            events = self._journal.events(game)
            other = fold(events, self._rulesets)
            coach = None if other.abandoned else kept_coach(other)
            if coach is None:
                return None
            accounts = coach.accounts(recount(events, self._rulesets))
        except DiceTableError:
            return None  # an older game that can no longer be read says nothing about this evening
        return coach.unit, accounts


def _player(account: Account, colour: str, game: Game, least: float) -> PlayerAnalysis:
    return PlayerAnalysis(
        account.player,
        colour,
        account.start,
        account.luck,
        account.cost,
        account.from_others + account.from_awards,
        account.lost_to_time,
        account.now,
        _moment(account.luckiest, game, least),
        _moment(account.costliest, game, least),
        account.given,
        account.win_cost,
        _moment(account.costliest_for_win, game, LEAST["win"]),
    )


def _moment(step: AccountEntry | None, game: Game, least: float) -> MomentView | None:
    if step is None or abs(step.change) < least:
        return None
    made, best = (
        None if choice is None else choice_shown(choice, game.ruleset, game.faces) for choice in (step.made, step.best)
    )
    dice = tuple(face_of(value, game.faces) for value in step.dice)
    return MomentView(step.turn, dice, step.change, step.photo, made, best)
