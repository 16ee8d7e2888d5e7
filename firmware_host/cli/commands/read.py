"""`dice-table read`: the dice in photographs, as a table or as one JSON object per line."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from firmware_host.app.reader import dice_reader
from firmware_host.characters import harmless
from firmware_host.cli.options import data_option, dice_set_option, faces_option, settings_of
from firmware_host.errors import DiceTableError
from vision.detection import Detection
from vision.errors import VisionError
from vision.overlay import draw_readings
from vision.picture_file import read_picture
from vision.read import DiceReader, problems

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


class OverlayError(DiceTableError, OSError):
    """A picture with the readings drawn over it cannot be written."""


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per photo, each on a line, in order.")
@faces_option
@dice_set_option
@data_option
@click.option(
    "--overlay",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Draw the readings over the photo: a picture file for one photo, a folder for several.",
)
def command(
    photos: tuple[str, ...],
    as_json: bool,
    faces: str | None,
    dice_set: str | None,
    data: Path | None,
    overlay: Path | None,
) -> None:
    """Read the dice in photographs, from left to right. Exit status 1 if any photo cannot be read."""
    folder = None if dice_set is None else settings_of(data=data).data
    sys.exit(_read(photos, dice_reader(faces or "any", dice_set, folder), as_json, overlay))


def _read(photos: Sequence[str], reader: DiceReader, as_json: bool, overlay: Path | None) -> int:
    """Read and print each photograph in order; return exit status 1 if any could not be read.

    For one that cannot be read there is a sentence on stderr (and an `error` in its JSON line); the others are read.
    """
    failed = False
    column = max(len(photo) for photo in ("photo", *photos))
    if not as_json:
        click.echo(f"{'photo':<{column}}  dice, left to right")
    for photo in photos:
        line: dict[str, Any] = {"photo": photo, "dice": [], "problems": []}
        try:
            picture = read_picture(Path(photo))
            seen = reader.read(picture)
            line["dice"] = [_die(die) for die in seen]
            line["problems"] = list(problems(seen))
            text = "  ".join(s.face if s.sure else f"{s.face}? ({s.confidence:.0%})" for s in seen) or "no dice"
            if overlay is not None:
                _write_overlay(_overlay_file(overlay, photo, len(photos)), draw_readings(picture, seen))
        except VisionError as error:
            failed = True
            line["error"] = str(error)
            text = harmless(str(error))
            click.echo(f"dice-table read: {text}", err=True)
        click.echo(json.dumps(line, ensure_ascii=False) if as_json else f"{harmless(photo):<{column}}  {text}")
    return 1 if failed else 0


def _die(seen: Detection) -> dict[str, Any]:
    return {
        "face": seen.face,
        "confidence": round(seen.confidence, 4),
        "sure": seen.sure,
        **({"trouble": seen.trouble} if seen.trouble else {}),
        "box": [round(side, 1) for side in seen.box],
    }


def _overlay_file(overlay: Path, photo: str, count: int) -> Path:
    """Return the overlay file: the given one for one photograph, or one of the photo's name in the given folder."""
    if count == 1 and overlay.suffix.lower() in PICTURE_ENDINGS:
        return overlay
    return overlay / f"{Path(photo).stem}.jpg"


def _write_overlay(target: Path, picture: Any) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(target.suffix, picture)[1].tobytes())
    except OSError as error:
        raise OverlayError(f"The overlay {target} cannot be written: {error.strerror or error}.") from error
