"""The game being played and its journal, kept in step: what is not on the disk has not happened."""

from collections.abc import Callable, Mapping

from firmware_host.game.commands import Command
from firmware_host.game.events import Event, Rolled
from firmware_host.game.session import apply, decide, fold
from firmware_host.game.snapshot import GameSnapshot, snapshot
from firmware_host.game.state import Game
from firmware_host.journal.store import Journal
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS


class Ledger:
    """The latest game of a journal, resumed unless it was abandoned; a finished one stays, so that it can be shown.

    `game` is None before the first game, `rolls` counts every roll recorded in it, taken back or not. Opening raises
    JournalError or HistoryError for a journal that cannot be read. `rulesets` are the games that may be played.
    """

    def __init__(self, journal: Journal, new_id: Callable[[], str], rulesets: Mapping[str, Ruleset] = RULESETS) -> None:
        self._journal = journal
        self._new_id = new_id
        self._rulesets = rulesets
        self.game: Game | None = None
        self.snapshot: GameSnapshot | None = None
        self.rolls = 0
        self._kept = 0
        latest = journal.latest()
        if latest is not None:
            events = journal.events(latest)
            game = fold(events, rulesets)
            if not game.abandoned:
                self._stand(game, len(events), _rolls(events))

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Decide the commands in order and keep all their events together, before anything changes here.

        Raises GameRefusal, or JournalError when the events could not be kept; either leaves everything as it was.
        """
        game = self.game
        events: list[Event] = []
        for command in commands:
            for event in decide(game, command, self._new_id, self._rulesets):
                game = apply(game, event, self._rulesets)
                events.append(event)
        if game is None or not events:
            return ()
        another = self.game is None or game.id != self.game.id
        kept = self._journal.append(game.id, events, 0 if another else self._kept)
        self._stand(game, kept, _rolls(events) + (0 if another else self.rolls))
        return tuple(events)

    def _stand(self, game: Game, kept: int, rolls: int) -> None:
        self.game, self._kept, self.rolls = game, kept, rolls
        self.snapshot = snapshot(game)


def _rolls(events: tuple[Event, ...] | list[Event]) -> int:
    return sum(isinstance(event, Rolled) for event in events)
