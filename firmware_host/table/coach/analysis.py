"""After a game: who was lucky and who played well, the moments that mattered, and how the chances went."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from firmware_host.coach.coaches import Coach, Unit
from firmware_host.coach.luck import Account, AccountEntry, AccountTotal, total_accounts
from firmware_host.errors import DiceTableError
from firmware_host.game.recount import recount
from firmware_host.game.session import fold
from firmware_host.game.state import Game
from firmware_host.journal.store import Journal
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.coach.views import ChoiceView, choice_shown

CURVE_GAMES = 64
"""Games played for each point of the curve that is not exact."""
EVENING = timedelta(hours=6)
"""Games started no further apart than this belong to one evening."""


@dataclass(frozen=True, slots=True)
class MomentView:
    """A throw or a decision in a player's `turn` (from 1): the dice as faces, what it changed, the name of the photo.

    `made` is what was decided, None for a throw, and `best` what would have been best.
    """

    turn: int
    dice: tuple[str, ...]
    change: float
    photo: str | None
    made: ChoiceView | None = None
    best: ChoiceView | None = None


@dataclass(frozen=True, slots=True)
class PlayerAnalysis:
    """A player's account, `start` + `luck` - `cost` + `rest` - `lost_to_time` = `now`, and its extreme moments.

    `rest` is what the other players did in a game of hands, or what the awards made of it in a game that points decide.
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


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to say about a game. `curve` holds each seat's chance to win before each turn and at the end.

    `evening` adds up luck and cost over the games of the evening that count alike; empty if there is only one.
    """

    game: str
    unit: Unit
    players: tuple[PlayerAnalysis, ...]
    curve: tuple[tuple[float, ...], ...]
    evening: tuple[AccountTotal, ...]


class Analyser:
    """Analyses the games of a journal; `rulesets` are those they may have been played with."""

    def __init__(self, journal: Journal, rulesets: Mapping[str, Ruleset] = RULESETS) -> None:
        self._journal = journal
        self._rulesets = rulesets

    def analyse(self, game: Game, coach: Coach, kept_coach: Callable[[Game], Coach | None]) -> Analysis:
        """Analyse a finished game; `kept_coach` finds the coach of other games if that takes no time.

        DiceTableError where the journal cannot be read.
        """
        accounts = coach.accounts(recount(self._journal.events(game.id), self._rulesets))
        evening = [accounts, *self._evening(game, coach.unit, kept_coach)]
        return Analysis(
            game.id,
            coach.unit,
            tuple(
                _player(account, player.colour, game) for account, player in zip(accounts, game.players, strict=True)
            ),
            curve(game, coach),
            total_accounts(evening) if len(evening) > 1 else (),
        )

    def _evening(
        self, game: Game, unit: Unit, kept_coach: Callable[[Game], Coach | None]
    ) -> Iterator[Sequence[Account]]:
        """Yield the accounts of earlier games on the same evening that count the same way."""
        kept = self._journal.games()
        at = next((number for number, known in enumerate(kept) if known.id == game.id), len(kept))
        for newer, older in zip(kept[at:], kept[at + 1 :], strict=False):
            if newer.started - older.started > EVENING:
                return
            try:
                events = self._journal.events(older.id)
                other = fold(events, self._rulesets)
                coach = None if other.abandoned else kept_coach(other)
                if coach is not None:
                    accounts = coach.accounts(recount(events, self._rulesets))
                    if coach.unit == unit:
                        yield accounts
            except DiceTableError:
                continue  # an older game that can no longer be read says nothing about this evening


def curve(game: Game, coach: Coach) -> tuple[tuple[float, ...], ...]:
    """Return each seat's chance to win before each turn that stands, and at the end."""
    moments = [position for position in (*game.past, game.now) if not position.turn.dice]
    points = [coach.chances(replace(game, now=position, past=()), CURVE_GAMES) for position in moments]
    return tuple(tuple(chance[seat].win for chance in points) for seat in range(len(game.players)))


def _player(account: Account, colour: str, game: Game) -> PlayerAnalysis:
    return PlayerAnalysis(
        account.player,
        colour,
        account.start,
        account.luck,
        account.cost,
        account.from_others + account.from_awards,
        account.lost_to_time,
        account.now,
        _moment(account.luckiest, game),
        _moment(account.costliest, game),
    )


def _moment(step: AccountEntry | None, game: Game) -> MomentView | None:
    if step is None:
        return None
    made, best = (
        None if choice is None else choice_shown(choice, game.ruleset, game.faces) for choice in (step.made, step.best)
    )
    dice = tuple(face_of(value, game.faces) for value in step.dice)
    return MomentView(step.turn, dice, step.change, step.photo, made, best)
