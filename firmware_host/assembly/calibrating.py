"""`dice-table calibrate`: the sheet to print, the tray found by it, and verdicts on light, lens and dice."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.assembly.errors import CalibratingError, EyeError
from firmware_host.assembly.reading import dice_reader
from vision.calibration import (
    Calibration,
    Found,
    Grade,
    TrayFile,
    Verdict,
    aslant,
    card_mask,
    examine,
    find_lens,
    find_tray,
    sheet,
    whereabouts,
)
from vision.errors import VisionError
from vision.frame import Picture
from vision.geometry import WHOLE, outline_in_pixels
from vision.picture_file import read_picture
from vision.sources import open_source

LOOKS = 8
"""Pictures taken of the tray: enough for the lamp's flicker to show, within about half a second."""

PATIENCE = 5.0
"""Seconds to wait for a picture."""


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for, and where: a picture stands for what the camera sees; given corners for the cards."""

    camera: str
    picture: Path | None
    is_round: bool
    corners: Sequence[str]
    lens_photos: Sequence[str]


def write_sheet(out: Path, paper: str) -> None:
    """Write the sheet as PDF and say what to do with it; CalibratingError where it cannot be written."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(sheet(paper))
    except OSError as error:
        raise CalibratingError(f"the sheet {out} cannot be written: {error.strerror or error}") from error
    click.echo(f"{out} is written. Print it at 100 %, and measure its ruler. What to do then stands on it.")


def find(search: Search, data: Path | None, as_json: bool) -> int:
    """Find the tray, print its outline and the verdicts, and keep it in the `data` folder where one is given.

    The exit status is 1 where no tray is found; the reason is then the `error` of the JSON object, or on stderr.
    """
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own complaints about broken files would stand between ours
    try:
        pictures = _pictures(search.camera, search.picture)
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
        told: dict[str, Any] = {
            "picture": [width, height],
            "outline": corners,
            "millimetres": [round(side, 1) for side in found.size] if found.tray.millimetres else None,
            "misses": round(found.error, 3),
            "verdicts": [_plain(verdict) for verdict in verdicts],
            "kept": None if data is None else str(TrayFile(data).path),
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return 0
    for line in _tray_lines(found, corners, (width, height)):
        click.echo(line)
    _tell(verdicts)
    if data is not None:
        click.echo(f"Kept for {search.camera} in {TrayFile(data).path}.")
    return 0


def check(camera: str, picture: Path | None, data: Path, as_json: bool) -> int:
    """Print verdicts on what the camera sees now; the exit status is 1 when any is bad."""
    reader = dice_reader("any", None, None)
    try:
        trays = TrayFile(data)
        tray, marked = trays.load(camera), trays.picture(camera)
        outline = WHOLE if tray is None else tray.outline
        pictures = _pictures(camera, picture)
        height, width = pictures[-1].shape[:2]
        dice = reader.read(pictures[-1], outline_in_pixels(outline, (width, height)))
        verdicts = examine(pictures, dice, outline)
        vantage = None if tray is None else tray.vantage((width, height))
        if vantage is not None:
            verdicts = (*verdicts, aslant(vantage, outline, (width, height)))
        if tray is not None and marked is not None:
            verdicts = (*verdicts, whereabouts(marked, pictures[-1], tray))
    except VisionError as error:
        raise CalibratingError(str(error)) from error
    if as_json:
        told = {"camera": camera, "marked": tray is not None, "dice": len(dice)}
        click.echo(json.dumps({**told, "verdicts": [_plain(one) for one in verdicts]}, ensure_ascii=False))
    else:
        if tray is None:
            click.echo(f"No tray is marked for {camera}: the whole picture is judged.")
        if not dice:
            click.echo("No dice are seen. Lay a few into the tray, and their size and contrast are judged too.")
        _tell(verdicts)
    return 1 if any(verdict.grade is Grade.BAD for verdict in verdicts) else 0


def _pictures(camera: str, picture: Path | None) -> list[Picture]:
    """The picture of a file, or several that the camera gives one after another."""
    if picture is not None:
        return [read_picture(picture)]
    try:
        with open_source(camera) as source:
            return [source.read(PATIENCE).image for _ in range(LOOKS)]
    except VisionError as error:
        raise EyeError(str(error)) from error


def _found(search: Search, picture: Picture) -> Found:
    height, width = picture.shape[:2]
    if search.corners:
        points = [_corner(corner, width, height) for corner in search.corners]
        tray = Calibration.of_corners(points) if len(points) == 4 else Calibration(tuple(points))
        return Found(tray, (0.0, 0.0), 0.0)
    photos = [read_picture(Path(photo)) for photo in search.lens_photos]
    return find_tray(picture, is_round=search.is_round, lens=find_lens(photos) if photos else None)


def _corner(text: str, width: int, height: int) -> tuple[float, float]:
    """A corner in pixels, such as 120,80, as fractions of the picture."""
    x, _, y = text.partition(",")
    try:
        return float(x) / width, float(y) / height
    except ValueError as error:
        raise CalibratingError(f"{text!r} is no corner; give it in pixels as X,Y, such as 120,80.") from error


def _tray_lines(found: Found, corners: Sequence[Sequence[float]], size: tuple[int, int]) -> list[str]:
    if found.tray.millimetres:
        lines = [
            f"The tray is {found.size[0]:.0f} x {found.size[1]:.0f} mm (the cards miss by {found.error:.2f} pixels)."
        ]
    else:
        lines = ["The tray is as its corners say; its size in mm is known only by the cards."]
    lines.append(f"Its outline in the picture of {size[0]} x {size[1]} pixels:")
    return lines + [f"  {x:7.1f} {y:7.1f}" for x, y in corners]


def _tell(verdicts: Sequence[Verdict]) -> None:
    for verdict in verdicts:
        click.echo(f"{verdict.grade.value:<5} {verdict.id:<9} {verdict.sentence}")


def _plain(verdict: Verdict) -> dict[str, Any]:
    return {
        "id": verdict.id,
        "grade": verdict.grade.value,
        "number": None if verdict.number is None else round(verdict.number, 3),
        "unit": verdict.unit,
        "sentence": verdict.sentence,
    }
