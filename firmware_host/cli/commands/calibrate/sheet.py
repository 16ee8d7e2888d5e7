"""`dice-table calibrate sheet`: the sheet to print."""

from pathlib import Path

import click

from firmware_host.app.errors import CalibrationFailedError
from vision.calibration import sheet


@click.command()
@click.argument("out", metavar="OUT.pdf", type=click.Path(path_type=Path))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper to print on."
)
def command(out: Path, paper: str) -> None:
    """Write the sheet to print: four cards for the tray's corners, and a board that measures lens distortion."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(sheet(paper))
    except OSError as error:
        raise CalibrationFailedError(f"The sheet {out} cannot be written: {error.strerror or error}.") from error
    click.echo(f"Wrote {out}. Print it at 100 % and check its ruler; the sheet says what to do next.")
