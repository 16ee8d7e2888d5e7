"""Pictures for calibration, and printing verdicts on them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware_host.app.errors import SourceError
from vision.calibration import Verdict
from vision.errors import VisionError
from vision.frame import Picture
from vision.picture_file import read_picture
from vision.sources import open_source

FRAMES = 8
"""Pictures taken of the tray: about half a second, enough to see a lamp flicker."""

PATIENCE = 5.0
"""Seconds to wait for a picture."""

picture_argument = click.argument("picture", metavar="[PICTURE]", required=False, type=click.Path(path_type=Path))


def take_pictures(camera: str, picture: Path | None) -> list[Picture]:
    """Return the picture in a file, or several from the camera in a row.

    Raises VisionError for a file that is not a picture, SourceError for a camera that gives none.
    """
    if picture is not None:
        return [read_picture(picture)]
    try:
        with open_source(camera) as source:
            return [source.read(PATIENCE).image for _ in range(FRAMES)]
    except VisionError as error:
        raise SourceError(str(error)) from error


def print_verdicts(verdicts: Sequence[Verdict]) -> None:
    """Print a line for each verdict."""
    for verdict in verdicts:
        click.echo(f"{verdict.grade.value:<5} {verdict.id:<9} {verdict.sentence}")


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain JSON values."""
    return {
        "id": verdict.id,
        "grade": verdict.grade.value,
        "number": None if verdict.number is None else round(verdict.number, 3),
        "unit": verdict.unit,
        "sentence": verdict.sentence,
    }
