"""`dice-table repair`: what can be saved of a damaged journal, in a new one."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click

from firmware_host.cli.options import data_option, settings_of
from firmware_host.clock import SystemClock
from firmware_host.journal.errors import UnknownGameError
from firmware_host.journal.folder_lock import FolderLock
from firmware_host.journal.repair import Repair, repair
from firmware_host.settings import JOURNAL_FILE


@click.command()
@data_option
def command(data: Path | None) -> None:
    """Save what can be saved of a damaged journal, and say what was saved and what was not.

    Every event that is found in the journal's files is checked. Those that were played go into a new journal in its
    place; the damaged one is kept beside it. A journal that is whole is left as it is.
    """
    folder = settings_of(data=data).data
    if not folder.is_dir():
        raise UnknownGameError(f"There are no games in {folder}. Give the folder of your games with --data.")
    now = SystemClock().now()
    with closing(FolderLock(folder, "dice-table repair", now)):
        done = repair(folder / JOURNAL_FILE, now)
    for line in _lines(done):
        click.echo(line)


def _lines(done: Repair) -> Iterator[str]:
    if done.aside is None:
        yield "The journal is whole. Nothing was changed."
        return
    whole = sum(not game.fault for game in done.games)
    yield f"Saved {done.saved} of {done.known} entries; {whole} of {len(done.games)} games have no gap."
    for game in done.games:
        if game.fault:
            yield f"Game {game.id}: {game.saved} {'entry' if game.saved == 1 else 'entries'} saved; {game.fault}."
    yield f"The damaged journal is kept as {done.aside}."
