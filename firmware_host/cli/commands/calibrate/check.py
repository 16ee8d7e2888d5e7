"""`dice-table calibrate check`: verdicts on light, lens, dice and camera position."""

import json
import sys
from pathlib import Path

import click

from firmware_host.app.errors import CalibrationFailedError
from firmware_host.app.reader import dice_reader
from firmware_host.cli.commands.calibrate.pictures import (
    picture_argument,
    print_verdicts,
    take_pictures,
    verdict_json,
)
from firmware_host.cli.options import camera_option, data_option, json_option, settings_of
from vision.calibration import Grade, TrayFile, check_position, check_view, examine
from vision.errors import VisionError
from vision.geometry import WHOLE, outline_in_pixels


@click.command()
@picture_argument
@camera_option
@json_option
@data_option
def command(picture: Path | None, camera: str | None, as_json: bool, data: Path | None) -> None:
    """Check light, glare, flicker, focus, dice and camera position. Exit status 1 if anything is bad.

    First put a few dice in the tray. Give a PICTURE to check that instead of the camera.
    """
    settings = settings_of(camera=camera, data=data)
    sys.exit(_check(settings.camera, picture, settings.data, as_json))


def _check(camera: str, picture: Path | None, data: Path, as_json: bool) -> int:
    """Print verdicts on what the camera sees now; return exit status 1 if any is bad."""
    reader = dice_reader("any", None, None)
    try:
        trays = TrayFile(data)
        tray, marked = trays.load(camera), trays.picture(camera)
        outline = WHOLE if tray is None else tray.outline
        pictures = take_pictures(camera, picture)
        height, width = pictures[-1].shape[:2]
        dice = reader.read(pictures[-1], outline_in_pixels(outline, (width, height)))
        verdicts = examine(pictures, dice, outline)
        camera_pose = None if tray is None else tray.camera_pose((width, height))
        if camera_pose is not None:
            verdicts = (*verdicts, check_view(camera_pose, outline, (width, height)))
        if tray is not None and marked is not None:
            verdicts = (*verdicts, check_position(marked, pictures[-1], tray))
    except VisionError as error:
        raise CalibrationFailedError(str(error)) from error
    if as_json:
        shown = {"camera": camera, "marked": tray is not None, "dice": len(dice)}
        click.echo(json.dumps({**shown, "verdicts": [verdict_json(one) for one in verdicts]}, ensure_ascii=False))
    else:
        if tray is None:
            click.echo(f"No tray is marked for {camera}, so the whole picture is checked.")
        if not dice:
            click.echo("No dice found. Put a few in the tray to check their size and contrast too.")
        print_verdicts(verdicts)
    return 1 if any(verdict.grade is Grade.BAD for verdict in verdicts) else 0
