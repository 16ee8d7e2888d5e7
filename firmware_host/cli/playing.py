"""`dice-table play` and `doctor`."""

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
    from firmware_host.assembly.logbook import log_to_screen  # noqa: PLC0415 - loaded when needed

    log_to_screen()
    settings = settings_of(camera=camera, data=data, dice_set=dice_set, host=host, port=port)
    from firmware_host.assembly.playing import play as play_with  # noqa: PLC0415 - loaded when needed

    play_with(settings, record, most * MEGABYTE, lambda address: click.echo(f"Dice table ready: {address}"))


@main.command()
@camera_option
@data_option
@host_option
@port_option
@click.option(
    "--zip",
    "zip_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write it with calibration, last pictures and log into one file for whoever helps; its README tells all.",
)
def doctor(camera: str | None, data: Path | None, host: str | None, port: int | None, zip_file: Path | None) -> None:
    """Show versions, settings, models and sources; exit status 1 when something is amiss."""
    from firmware_host.assembly.doctor import examine  # noqa: PLC0415 - loaded when needed

    settings = settings_of(camera=camera, data=data, host=host, port=port)
    findings = list(examine(settings))
    for finding in findings:
        click.echo(finding)
    if zip_file is not None:
        from firmware_host.assembly.diagnostics import write_diagnostics  # noqa: PLC0415 - likewise

        write_diagnostics(settings, zip_file)
        click.echo(f"{zip_file} is written; its README.txt tells what is inside.")
    sys.exit(0 if all(finding.good for finding in findings) else 1)
