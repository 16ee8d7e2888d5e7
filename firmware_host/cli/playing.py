"""`dice-table play` and `doctor`."""

import logging
import sys
from pathlib import Path

import click

from firmware_host.cli.group import camera_option, data_option, host_option, main, port_option, settings_of


@main.command()
@camera_option
@data_option
@host_option
@port_option
def play(camera: str | None, data: Path | None, host: str | None, port: int | None) -> None:
    """Play: watch the tray and show the page. Without options on a simulated tray."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    settings = settings_of(camera=camera, data=data, host=host, port=port)
    from firmware_host.assembly.build import open_house  # noqa: PLC0415 - loaded when needed

    house = open_house(settings)
    try:
        house.serve(ready=lambda address: click.echo(f"Dice table ready: {address}"))
    finally:
        house.close()


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
