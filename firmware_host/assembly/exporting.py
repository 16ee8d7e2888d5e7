"""`dice-table export`: a game of the journal as text, its photos named in remarks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from firmware_host.assembly.build import JOURNAL_FILE
from firmware_host.errors import DiceTableError
from firmware_host.game.errors import HistoryError
from firmware_host.game.events import Event, GameStarted
from firmware_host.game.recount import recount
from firmware_host.game.start import rules_of
from firmware_host.game.transcript import format_transcript
from firmware_host.journal.errors import UnknownGameError
from firmware_host.journal.store import Journal
from firmware_host.rules.rulesets import RULESETS


class NoHouseRulesError(DiceTableError, LookupError):
    """A game that was not played by house rules."""


def export_game(data: Path, game: str) -> None:
    """Print a game kept in the data folder; JournalError where there is none of that name."""
    with _journal(data) as journal:
        events = journal.events(game)
    rules = _start(events, game)
    games = {**RULESETS, rules.rules: rules_of(rules, RULESETS)}
    click.echo(format_transcript(recount(events), games), nl=False)


def export_rules(data: Path, game: str) -> None:
    """Print the file of the house rules that a kept game was begun by; NoHouseRulesError for any other game."""
    with _journal(data) as journal:
        start = _start(journal.events(game), game)
    if not start.house:
        raise NoHouseRulesError(
            f"Game {game} was played by the program's own rules, {start.rules}. "
            f"dice-table rules {start.rules} tells them."
        )
    click.echo(start.house, nl=False)


def list_games(data: Path) -> None:
    """Print the games kept in the data folder, the latest first."""
    with _journal(data) as journal:
        for kept in journal.games():
            click.echo(f"{kept.id}  {kept.started:%Y-%m-%d %H:%M}")


def _start(events: Sequence[Event], game: str) -> GameStarted:
    if not isinstance(events[0], GameStarted):
        raise HistoryError(f"Game {game} does not begin with its start. Restore a copy of the journal.")
    return events[0]


@contextmanager
def _journal(data: Path) -> Iterator[Journal]:
    path = data / JOURNAL_FILE
    if not path.exists():  # asking for a game makes no journal
        raise UnknownGameError(f"No game is kept in {data}. Name the folder of your games with --data.")
    journal = Journal.open(path)
    try:
        yield journal
    finally:
        journal.close()
