"""`dice-table export`: a game of the journal as text, its photos named in remarks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from firmware_host.assembly.build import JOURNAL_FILE
from firmware_host.game.recount import recount
from firmware_host.game.transcript import format_transcript
from firmware_host.journal.errors import UnknownGameError
from firmware_host.journal.store import Journal


def export_game(data: Path, game: str) -> None:
    """Print a game kept in the data folder; JournalError where there is none of that name."""
    with _journal(data) as journal:
        click.echo(format_transcript(recount(journal.events(game))), nl=False)


def list_games(data: Path) -> None:
    """Print the games kept in the data folder, the latest first."""
    with _journal(data) as journal:
        for kept in journal.games():
            click.echo(f"{kept.id}  {kept.started:%Y-%m-%d %H:%M}")


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
