"""`dice-table export`: a game from the journal as text, with its photos named in remarks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from firmware_host.cli.ending import ending_of
from firmware_host.cli.language import language_option, tell
from firmware_host.cli.options import data_option, settings_of
from firmware_host.errors import DiceTableError
from firmware_host.game.errors import HistoryError
from firmware_host.game.events import Event, GameStarted
from firmware_host.game.recount import recount
from firmware_host.game.session import fold
from firmware_host.game.start import rules_of
from firmware_host.game.transcript import format_transcript
from firmware_host.journal.store import Journal
from firmware_host.rules.rulesets import RULESETS
from firmware_host.settings import JOURNAL_FILE
from firmware_host.words import say


class NoHouseRulesError(DiceTableError, LookupError):
    """A game that was not played with house rules."""


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--rules", is_flag=True, help="Print the house rules that GAME was started with instead.")
@language_option
@data_option
def command(game: str | None, rules: bool, data: Path | None) -> None:
    """Print a played game as text, with the names of its photos. Without GAME, list all games."""
    folder = settings_of(data=data).data
    if game is None:
        _list_games(folder)
    elif rules:
        _export_rules(folder, game)
    else:
        _export_game(folder, game)


def _export_game(data: Path, game: str) -> None:
    """Print a game from the data folder; JournalError if there is no such game."""
    with _journal(data) as journal:
        events = journal.events(game)
    rules = _start(events, game)
    games = {**RULESETS, rules.rules: rules_of(rules, RULESETS)}
    click.echo(format_transcript(recount(events), games), nl=False)


def _export_rules(data: Path, game: str) -> None:
    """Print the house rules that a game was started with; NoHouseRulesError if it has none."""
    with _journal(data) as journal:
        start = _start(journal.events(game), game)
    if not start.house:
        raise NoHouseRulesError(
            f"Game {game} was played with built-in rules, {start.rules}. To see them, run: "
            f"dice-table rules {start.rules}"
        )
    click.echo(start.house, nl=False)


def _list_games(data: Path) -> None:
    """Print the games in the data folder, the latest first: when, which game, who played and who won."""
    with _journal(data) as journal:
        for kept in journal.games():
            click.echo(f"{kept.id}  {kept.started:%Y-%m-%d %H:%M}  {tell(_played(journal, kept.id))}")


def _played(journal: Journal, game: str) -> str:
    try:
        played = fold(journal.events(game))
    except DiceTableError as error:  # the others are listed all the same
        return error.sentence
    names = [player.name for player in played.players]
    return say(
        "{game}: {players}. {end}",
        game=say(played.ruleset.title),
        players=", ".join(names),
        end=ending_of(played),
    )


def _start(events: Sequence[Event], game: str) -> GameStarted:
    if not isinstance(events[0], GameStarted):
        raise HistoryError(
            f"The first event of game {game} is not its start. Bring a backup back with dice-table restore FILE."
        )
    return events[0]


@contextmanager
def _journal(data: Path) -> Iterator[Journal]:
    path = data / JOURNAL_FILE
    journal = Journal.read(path)  # asking for a game must not create a journal, nor change one
    for notice in journal.notices:
        click.echo(tell(notice), err=True)
    try:
        yield journal
    finally:
        journal.close()
