"""`dice-table calibrate find`: find the tray by its printed cards."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.app.errors import CalibrationFailedError
from firmware_host.cli.commands.calibrate.pictures import (
    picture_argument,
    print_verdicts,
    take_pictures,
    verdict_json,
)
from firmware_host.cli.options import camera_option, data_option, json_option, settings_of
from vision.calibration import Calibration, Found, TrayFile, card_mask, examine, find_lens, find_tray
from vision.errors import VisionError
from vision.frame import Picture
from vision.picture_file import read_picture


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for, and where: a picture replaces the camera, corners replace the cards."""

    camera: str
    picture: Path | None
    is_round: bool
    corners: Sequence[str]
    lens_photos: Sequence[str]


@click.command()
@picture_argument
@camera_option
@click.option("--round", "is_round", is_flag=True, help="The tray is round, with the cards anywhere along its rim.")
@click.option("--corner", "corners", metavar="X,Y", multiple=True, help="A corner in pixels; may be repeated.")
@click.option("--lens", "photos", metavar="PHOTO", multiple=True, help="A photo of the sheet's board; may be repeated.")
@click.option("--save", is_flag=True, help="Save the tray for this camera.")
@json_option
@data_option
def command(
    picture: Path | None,
    camera: str | None,
    is_round: bool,
    corners: tuple[str, ...],
    photos: tuple[str, ...],
    save: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Find the tray by the cards in a PICTURE, or in the camera's view. Exit status 1 if it is not found."""
    settings = settings_of(camera=camera, data=data)
    search = Search(settings.camera, picture, is_round, corners, photos)
    sys.exit(_find(search, settings.data if save else None, as_json))


def _find(search: Search, data: Path | None, as_json: bool) -> int:
    """Find the tray, print its outline and the verdicts, and save it in the `data` folder if one is given.

    Return exit status 1 if no tray is found; the reason is then the `error` of the JSON object, or on stderr.
    """
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own messages about broken files would mix with ours
    try:
        pictures = take_pictures(search.camera, search.picture)
        found = _found(search, pictures[-1])
        verdicts = examine(pictures, (), found.tray.outline, card_mask(pictures[-1]))
        if data is not None:
            TrayFile(data).keep(search.camera, found.tray, pictures[-1])
    except VisionError as error:
        if as_json:
            click.echo(json.dumps({"error": str(error)}, ensure_ascii=False))
        else:
            click.echo(f"dice-table calibrate find: {error}", err=True)
        return 1
    height, width = pictures[-1].shape[:2]
    corners = [[round(x * width, 2), round(y * height, 2)] for x, y in found.tray.outline]
    if as_json:
        shown: dict[str, Any] = {
            "picture": [width, height],
            "outline": corners,
            "millimetres": [round(side, 1) for side in found.size] if found.tray.millimetres else None,
            "misses": round(found.error, 3),
            "verdicts": [verdict_json(verdict) for verdict in verdicts],
            "kept": None if data is None else str(TrayFile(data).path),
        }
        click.echo(json.dumps(shown, ensure_ascii=False))
        return 0
    for line in _tray_lines(found, corners, (width, height)):
        click.echo(line)
    print_verdicts(verdicts)
    if data is not None:
        click.echo(f"Saved for {search.camera} in {TrayFile(data).path}.")
    return 0


def _found(search: Search, picture: Picture) -> Found:
    height, width = picture.shape[:2]
    if search.corners:
        points = [_corner(corner, width, height) for corner in search.corners]
        tray = Calibration.of_corners(points) if len(points) == 4 else Calibration(tuple(points))
        return Found(tray, (0.0, 0.0), 0.0)
    photos = [read_picture(Path(photo)) for photo in search.lens_photos]
    return find_tray(picture, is_round=search.is_round, lens=find_lens(photos) if photos else None)


def _corner(text: str, width: int, height: int) -> tuple[float, float]:
    """Return a corner given in pixels, such as 120,80, as fractions of the picture."""
    x, _, y = text.partition(",")
    try:
        return float(x) / width, float(y) / height
    except ValueError as error:
        raise CalibrationFailedError(f"{text!r} is not a corner. Give it in pixels as X,Y, such as 120,80.") from error


def _tray_lines(found: Found, corners: Sequence[Sequence[float]], size: tuple[int, int]) -> list[str]:
    if found.tray.millimetres:
        lines = [
            f"The tray is {found.size[0]:.0f} x {found.size[1]:.0f} mm (the cards fit to {found.error:.2f} pixels)."
        ]
    else:
        lines = ["The tray has the corners you gave. Its size in mm is known only from the cards."]
    lines.append(f"Its outline, in a picture of {size[0]} x {size[1]} pixels:")
    return lines + [f"  {x:7.1f} {y:7.1f}" for x, y in corners]
