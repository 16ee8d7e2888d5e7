"""`dice-table play` and `doctor`."""

import logging
import sys
from pathlib import Path

import click

from firmware_host.cli.group import (
    camera_option,
    data_option,
    dice_set_option,
    host_option,
    main,
    port_option,
    settings_of,
)
from firmware_host.cli.recording import MEGABYTE, most_option


@main.command()
@camera_option
@data_option
@dice_set_option
@host_option
@port_option
@click.option("--record", metavar="DIR", type=click.Path(path_type=Path), help="Record the evening into this folder.")
@most_option
def play(
    camera: str | None,
    data: Path | None,
    dice_set: str | None,
    host: str | None,
    port: int | None,
    record: Path | None,
    most: int,
) -> None:
    """Play: watch the tray and show the page. Without options on a simulated tray.

    Dice are read as the faces of the game, 1-6 or 9 10 J Q K A. With --dice-set they are read as dice that were taught,
    this time, whatever was chosen on the setup page; in games whose six faces these do not have, they are not used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    settings = settings_of(camera=camera, data=data, dice_set=dice_set, host=host, port=port)
    from firmware_host.assembly.playing import play as play_with  # noqa: PLC0415 - loaded when needed

    play_with(settings, record, most * MEGABYTE, lambda address: click.echo(f"Dice table ready: {address}"))


@main.command()
@camera_option
@data_option
@host_option
@port_option
def doctor(camera: str | None, data: Path | None, host: str | None, port: int | None) -> None:
    """Show versions, settings, models and sources; exit status 1 when something is amiss."""
    from firmware_host.assembly.doctor import examine  # noqa: PLC0415 - loaded when needed

    findings = list(examine(settings_of(camera=camera, data=data, host=host, port=port)))
    for finding in findings:
        click.echo(finding)
    sys.exit(0 if all(finding.good for finding in findings) else 1)
