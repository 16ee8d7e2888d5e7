"""The game being played, in step with its journal: what is not on the disk has not happened."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command, SpendTime
from firmware_host.game.events import Event, HoldSet, PauseSet, Rolled, TimeSpent
from firmware_host.game.session import PAUSED, apply, decide, fold
from firmware_host.game.snapshot import GameSnapshot, snapshot
from firmware_host.game.state import Game
from firmware_host.journal.errors import JournalError
from firmware_host.journal.store import Journal, KeptRequest
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.errors import TableRefusal
from firmware_host.table.thinking_clock import ThinkingClock
from firmware_host.words import joined, say

log = logging.getLogger(__name__)


class GameSession:
    """The latest game of a journal, resumed; one that is over stays, so that it can be shown, and its end undone.

    `game` is None before the first game, `rolls` counts every roll recorded in it, undone or not, `moves` every event
    but holds, pauses and time spent: what a player meant for one number of moves makes no sense at another. A game that
    cannot be played again from its events is left alone, as if it had never been the latest. `notices` say so, and what
    was wrong with the journal. Opening raises JournalError if the journal cannot be read. `rulesets` are the games that
    may be played. What `thinking` has counted is saved with the next events.
    """

    def __init__(
        self,
        journal: Journal,
        new_id: Callable[[], str],
        rulesets: Mapping[str, Ruleset] = RULESETS,
        thinking: ThinkingClock | None = None,
    ) -> None:
        self._journal = journal
        self._new_id = new_id
        self._rulesets = rulesets
        self._thinking = thinking
        self.game: Game | None = None
        self.snapshot: GameSnapshot | None = None
        self.rolls = 0
        self.moves = 0
        self._stored = 0
        self._request = ""
        latest = journal.latest()
        self.notices: tuple[str, ...] = journal.notices
        if latest is not None:
            try:
                events = journal.events(latest)
                self._replace(fold(events, rulesets), len(events), _rolls(events), _moves(events))
            except Exception as error:  # whatever one game's events lead to, all others can be played
                if type(error) is JournalError:  # the disk or a lock, not this game
                    raise
                if latest not in journal.doubtful:  # otherwise the journal has said so
                    self.notices += (_set_aside(latest, error),)

    @property
    def current(self) -> Game:
        """The game; RuntimeError before the first one."""
        if self.game is None:
            raise RuntimeError("no game has been started")
        return self.game

    @property
    def moment(self) -> str:
        """The moment of the game, for whoever acts on what is seen: its id and how many moves were made, or empty."""
        return "" if self.game is None else _moment(self.game, self.moves)

    def holds(self, die: int) -> bool | None:
        """Return whether a die (index from the left) is held; None if there is none."""
        if self.game is None or self.game.over or not 0 <= die < len(self.game.turn.dice):
            return None
        return self.game.turn.dice[die].held

    @contextmanager
    def answering(self, request: str) -> Iterator[None]:
        """Save the id of a request together with the first events that follow, the clock's aside."""
        self._request = request
        try:
            yield
        finally:
            self._request = ""

    def playing(self) -> Game:
        """Return the game being played; TableRefusal before the first one, in a pause, and once it is over."""
        if self.game is None:
            raise TableRefusal(say("No game has been started at this table. Start one first."))
        if self.game.over:
            raise TableRefusal(say("The game is over. Start a new one."))
        if self.game.paused:
            raise TableRefusal(PAUSED)
        return self.game

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Decide the commands in order and save all their events together before anything changes here.

        The player's thinking time is saved with them, and returned before them. Raises GameRefusal, or JournalError
        when the events could not be saved; either leaves everything as it was.
        """
        spent = self._unsaved()
        game, events = self._decided((*spent, *commands))
        return self._save(game, events, spent) if len(events) > len(spent) else ()

    def save_time(self) -> tuple[Event, ...]:
        """Save the player's thinking time by itself, if there is any; JournalError if it could not be saved."""
        spent = self._unsaved()
        return self._save(*self._decided(spent), spent)

    def _unsaved(self) -> tuple[SpendTime, ...]:
        milliseconds = 0 if self._thinking is None else self._thinking.unsaved(self.game)
        return (SpendTime(milliseconds / 1000),) if milliseconds > 0 else ()

    def _decided(self, commands: Sequence[Command]) -> tuple[Game | None, list[Event]]:
        game = self.game
        events: list[Event] = []
        for command in commands:
            for event in decide(game, command, self._new_id, self._rulesets):
                game = apply(game, event, self._rulesets)
                events.append(event)
        return game, events

    def _save(self, game: Game | None, events: Sequence[Event], spent: Sequence[SpendTime]) -> tuple[Event, ...]:
        if game is None or not events:
            return ()
        another = self.game is None or game.id != self.game.id
        rolls = _rolls(events) + (0 if another else self.rolls)
        moves = _moves(events) + (0 if another else self.moves)
        request = self._taken(events)
        kept = KeptRequest(request, _moment(game, moves)) if request else None
        stored = self._journal.append(game.id, events, 0 if another else self._stored, kept)
        if self._thinking is not None:
            self._thinking.saved(sum(time.seconds for time in spent))
        self._replace(game, stored, rolls, moves)
        return tuple(events)

    def _taken(self, events: Sequence[Event]) -> str:
        """Return the id of the request that causes these events, empty if they only tell the time; it is told once."""
        if all(isinstance(event, TimeSpent) for event in events):
            return ""
        request, self._request = self._request, ""
        return request

    def _replace(self, game: Game, stored: int, rolls: int, moves: int) -> None:
        self.game, self._stored, self.rolls, self.moves = game, stored, rolls, moves
        self.snapshot = snapshot(game)


def _set_aside(game: str, error: Exception) -> str:
    expected = isinstance(error, DiceTableError)
    log.warning("Game %s is set aside: %s", game, error, exc_info=None if expected else error)
    return joined(
        say("The latest game, {game}, cannot be read and was set aside; all other games are there.", game=game),
        say("Start a new game, or ask the table's owner to run dice-table repair."),
    )


def _rolls(events: Sequence[Event]) -> int:
    return sum(isinstance(event, Rolled) for event in events)


def _moves(events: Sequence[Event]) -> int:
    return sum(not isinstance(event, HoldSet | TimeSpent | PauseSet) for event in events)


def _moment(game: Game, moves: int) -> str:
    return f"{game.id}/{moves}"
