"""`dice-table restore`: puts a backup in place of what is there, which is kept aside."""

from contextlib import closing
from pathlib import Path

import click

from firmware_host.backup.restoring import restore
from firmware_host.cli.commands.backup import summary
from firmware_host.cli.options import data_option
from firmware_host.clock import SystemClock
from firmware_host.journal.folder_lock import FolderLock
from firmware_host.settings import data_folder


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Bring back what `dice-table backup` saved. First stop the program that plays.

    Everything in FILE is checked before anything is touched. What was there before, the journal with its -wal and -shm
    files included, is moved into a folder of its own. FILE may also be a journal by itself, such as one moved aside
    earlier; then only the journal gives way.
    """
    folder = data_folder(data)
    clock = SystemClock()
    with closing(FolderLock(folder, "dice-table restore", clock.now())):
        listed, restored = restore(folder, file, clock)
    click.echo(f"Restored {summary(listed)}, saved on {listed.made:%Y-%m-%d at %H:%M} UTC, in {folder}.")
    if restored.aside is not None:
        click.echo(f"What was there before is in {restored.aside}. Delete it once you no longer need it.")
    click.echo(f"All {restored.files} files were compared with the backup: their hashes are equal.")
