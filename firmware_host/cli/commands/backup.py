"""`dice-table backup`: games, settings and setup in one file, also while people play."""

from datetime import datetime
from pathlib import Path

import click

from firmware_host.backup.archive import save
from firmware_host.backup.contents import MEBIBYTE
from firmware_host.backup.errors import BackupError
from firmware_host.backup.manifest import Manifest
from firmware_host.cli.options import data_option
from firmware_host.settings import data_folder


@click.command()
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--pictures", is_flag=True, help="Also save the pictures of all rolls, which take much more room.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@data_option
def command(file: Path | None, pictures: bool, force: bool, data: Path | None) -> None:
    """Save all games, settings, the setup, taught dice sets and house rules in one file, also while people play.

    FILE is a zip file or a folder for it; by default it is named after the day and lies in the current folder. Copy it
    to another disk. `dice-table restore FILE` brings everything back.
    """
    folder = data_folder(data)
    if not folder.is_dir():
        raise BackupError(f"There is no folder {folder}. Give the folder of your games with --data.")
    name = f"dice-table-{datetime.now():%Y-%m-%d-%H%M}.zip"
    file = Path(name) if file is None else file / name if file.is_dir() else file
    if file.exists() and not force:
        raise BackupError(f"{file} is there already. Give another name, or --force to replace it.")
    listed = save(folder, file, pictures=pictures)
    click.echo(f"Saved {summary(listed)} in {file} ({file.stat().st_size / MEBIBYTE:.1f} MB).")
    click.echo(f"To bring it back, run: dice-table restore {file}")


def summary(listed: Manifest) -> str:
    """Return what a backup holds, in words: "3 games and 12 other files"."""
    others = len(listed.members) - (listed.journal is not None)
    return f"{_count(listed.games, 'game')} and {_count(others, 'other file')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
