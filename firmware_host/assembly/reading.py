"""`dice-table read`: dice read from photographs, as a table for people or one JSON object a line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import cv2
from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.errors import DiceTableError
from vision.errors import VisionError
from vision.overlay import draw_readings
from vision.picture_file import read_picture
from vision.read import DiceReader, DiceSets, problems, taught
from vision.sighting import Sighting


class ReaderError(DiceTableError, RuntimeError):
    """The networks that read dice cannot be loaded, or not taught the set that was asked for."""


class OverlayError(DiceTableError, OSError):
    """A picture with the readings drawn over it cannot be written."""


PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


def dice_reader(kind: str, dice_set: str | None, data: Path | None) -> DiceReader:
    """The reader for one kind of faces, or for a set taught to the data folder; ReaderError where there is none."""
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own complaints about broken files would stand between ours
    try:
        if dice_set is None or data is None:
            return DiceReader.load(kind=kind)
        reader = DiceReader.load()
        return reader.of_set(taught(DiceSets(data).load(dice_set), reader.faces))
    except VisionError as error:
        raise ReaderError(str(error)) from error


def read_photos(photos: Sequence[str], reader: DiceReader, as_json: bool, overlay: Path | None) -> int:
    """Read each photograph and print it in order; the exit status is 1 when any could not be read.

    A photograph that cannot be read is a sentence on stderr (and an `error` in its JSON line); the others are read.
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
            line["dice"] = [_die(sighting) for sighting in seen]
            line["problems"] = list(problems(seen))
            told = "  ".join(s.face if s.sure else f"{s.face}? ({s.confidence:.0%})" for s in seen) or "no dice"
            if overlay is not None:
                _write_overlay(_overlay_file(overlay, photo, len(photos)), draw_readings(picture, seen))
        except VisionError as error:
            failed = True
            line["error"] = told = str(error)
            click.echo(f"dice-table read: {error}", err=True)
        click.echo(json.dumps(line, ensure_ascii=False) if as_json else f"{photo:<{column}}  {told}")
    return 1 if failed else 0


def _die(seen: Sighting) -> dict[str, Any]:
    return {
        "face": seen.face,
        "confidence": round(seen.confidence, 4),
        "sure": seen.sure,
        **({"trouble": seen.trouble} if seen.trouble else {}),
        "box": [round(side, 1) for side in seen.box],
    }


def _overlay_file(overlay: Path, photo: str, count: int) -> Path:
    """The file itself for one photograph; for several a folder, in which each keeps its name."""
    if count == 1 and overlay.suffix.lower() in PICTURE_ENDINGS:
        return overlay
    return overlay / f"{Path(photo).stem}.jpg"


def _write_overlay(target: Path, picture: Any) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(target.suffix, picture)[1].tobytes())
    except OSError as error:
        raise OverlayError(f"the overlay {target} cannot be written: {error.strerror or error}") from error
