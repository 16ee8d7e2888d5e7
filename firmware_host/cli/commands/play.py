"""`dice-table play`: the table, with a recorder if requested."""

import os
from collections.abc import Callable
from pathlib import Path

import click

from firmware_host.app.build import open_application
from firmware_host.app.log import log_to_screen
from firmware_host.app.stopping import Stopping, ending_in_time
from firmware_host.cli.options import (
    MEGABYTE,
    camera_option,
    data_option,
    dice_set_option,
    host_option,
    max_size_option,
    names_option,
    pictures_limit_option,
    port_option,
    settings_of,
)
from firmware_host.settings import NotSavedError, Settings, save_backup_place


@click.command()
@camera_option
@data_option
@dice_set_option
@host_option
@names_option
@port_option
@pictures_limit_option
@click.option("--record", metavar="DIR", type=click.Path(path_type=Path), help="Record the evening into this folder.")
@max_size_option
@click.option(
    "--backup-to",
    metavar="DIR",
    help="A second folder for automatic backups, such as a USB stick; kept for later starts. Empty for none.",
)
@click.option(
    "--new-journal", is_flag=True, help="Begin a new journal if the old one cannot be opened; that one is kept aside."
)
@click.option(
    "--safe-mode/--no-safe-mode",
    default=None,
    help="Play with a simulated tray and without a panel, or never do; by default only after three failures in a row.",
)
def command(
    camera: str | None,
    data: Path | None,
    dice_set: str | None,
    host: str | None,
    names: str | None,
    port: int | None,
    pictures_limit: int | None,
    record: Path | None,
    max_size: int,
    backup_to: str | None,
    new_journal: bool,
    safe_mode: bool | None,
) -> None:
    """Play: watch the tray and show the page. Without options, play with a simulated tray.

    Dice are read as the faces of the game, 1-6 or 9 10 J Q K A. With --dice-set they are read as the dice you taught,
    whatever the setup page says; a game with other faces ignores it.
    """
    log_to_screen()
    settings = settings_of(
        camera=camera,
        data=data,
        dice_set=dice_set,
        host=host,
        names=names,
        port=port,
        pictures_limit=pictures_limit,
        backup_to=backup_to and os.path.abspath(Path(backup_to).expanduser()),
    )
    if backup_to is not None:
        _keep_backup_place(settings)

    def announce(address: str) -> None:
        click.echo(f"Dice table ready: {address}")

    with ending_in_time() as stopping:
        if record is None:
            application = open_application(settings, safe_mode=safe_mode, new_journal=new_journal)
            try:
                application.serve(announce, stopping)
            finally:
                application.close()
        else:
            _play_and_record(settings, record, max_size * MEGABYTE, announce, stopping, safe_mode, new_journal)


def _keep_backup_place(settings: Settings) -> None:
    try:
        save_backup_place(settings.data, settings.backup_to)
    except NotSavedError as error:
        click.echo(f"dice-table: --backup-to counts this time only. {error}", err=True)


def _play_and_record(
    settings: Settings,
    folder: Path,
    most: int,
    ready: Callable[[str], None],
    stopping: Stopping,
    safe_mode: bool | None,
    new_journal: bool,
) -> None:
    """Play, and record into a folder, at most `most` bytes.

    If the recording cannot start, there is no game; if it fails later, the game goes on.
    """
    from firmware_host.app.recorder import open_recorder, recording_corrections  # noqa: PLC0415 - OpenCV, if needed

    with open_recorder(folder, most, settings.data) as recorder:
        application = open_application(settings, recorder, safe_mode=safe_mode, new_journal=new_journal)
        try:
            with recording_corrections(application, recorder):
                application.serve(ready, stopping)
        finally:
            application.close()
