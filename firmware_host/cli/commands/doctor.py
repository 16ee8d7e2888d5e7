"""`dice-table doctor`: what this installation has and what is missing."""

import sys
from pathlib import Path

import click

from firmware_host.app.diagnostics import write_diagnostics
from firmware_host.app.doctor import examine
from firmware_host.cli.options import camera_option, data_option, host_option, port_option, settings_of


@click.command()
@camera_option
@data_option
@host_option
@port_option
@click.option(
    "--zip",
    "zip_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also pack this, the calibration, the last pictures and the log into one file to send to whoever helps you.",
)
def command(camera: str | None, data: Path | None, host: str | None, port: int | None, zip_file: Path | None) -> None:
    """Show versions, settings, models and sources. Exit status 1 if anything is wrong."""
    settings = settings_of(camera=camera, data=data, host=host, port=port)
    findings = list(examine(settings))
    for finding in findings:
        click.echo(finding)
    if zip_file is not None:
        write_diagnostics(settings, zip_file)
        click.echo(f"Wrote {zip_file}; its README.txt lists what is inside.")
    sys.exit(0 if all(finding.good for finding in findings) else 1)
