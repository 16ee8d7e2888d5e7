"""`dice-table play`: the table, with a recorder if requested."""

from collections.abc import Callable
from pathlib import Path

import click

from firmware_host.app.build import open_application
from firmware_host.app.log import log_to_screen
from firmware_host.cli.options import (
    MEGABYTE,
    camera_option,
    data_option,
    dice_set_option,
    host_option,
    max_size_option,
    pictures_limit_option,
    port_option,
    settings_of,
)
from firmware_host.settings import Settings


@click.command()
@camera_option
@data_option
@dice_set_option
@host_option
@port_option
@pictures_limit_option
@click.option("--record", metavar="DIR", type=click.Path(path_type=Path), help="Record the evening into this folder.")
@max_size_option
def command(
    camera: str | None,
    data: Path | None,
    dice_set: str | None,
    host: str | None,
    port: int | None,
    pictures_limit: int | None,
    record: Path | None,
    max_size: int,
) -> None:
    """Play: watch the tray and show the page. Without options, play with a simulated tray.

    Dice are read as the faces of the game, 1-6 or 9 10 J Q K A. With --dice-set they are read as the dice you taught,
    whatever the setup page says; a game with other faces ignores it.
    """
    log_to_screen()
    settings = settings_of(
        camera=camera, data=data, dice_set=dice_set, host=host, port=port, pictures_limit=pictures_limit
    )

    def announce(address: str) -> None:
        click.echo(f"Dice table ready: {address}")

    if record is None:
        application = open_application(settings)
        try:
            application.serve(announce)
        finally:
            application.close()
    else:
        _play_and_record(settings, record, max_size * MEGABYTE, announce)


def _play_and_record(settings: Settings, folder: Path, most: int, ready: Callable[[str], None]) -> None:
    """Play, and record into a folder, at most `most` bytes.

    If the recording cannot start, there is no game; if it fails later, the game goes on.
    """
    from firmware_host.app.recorder import open_recorder, recording_corrections  # noqa: PLC0415 - OpenCV, if needed

    with open_recorder(folder, most, settings.data) as recorder:
        application = open_application(settings, recorder)
        try:
            with recording_corrections(application, recorder):
                application.serve(ready)
        finally:
            application.close()
