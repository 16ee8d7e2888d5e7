"""`dice-table read`, `teach` and `calibrate`: what has to do with cameras and pictures."""

import sys
from pathlib import Path

import click

from firmware_host.cli.group import camera_option, data_option, main, settings_of


@main.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each photo, in order.")
@click.option(
    "--faces",
    type=click.Choice(["any", "pips", "poker"]),
    default="any",
    show_default=True,
    help="Faces that the dice may show.",
)
@click.option("--dice-set", metavar="NAME", help="Dice that were taught with `dice-table teach`.")
@data_option
@click.option(
    "--overlay",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Draw the readings over the photo: a picture file for one photo, a folder for several.",
)
def read(
    photos: tuple[str, ...], as_json: bool, faces: str, dice_set: str | None, data: Path | None, overlay: Path | None
) -> None:
    """Read the dice in photographs, from left to right; exit status 1 when a photo cannot be read."""
    from firmware_host.assembly.reading import dice_reader, read_photos  # noqa: PLC0415 - loaded when needed

    folder = None if dice_set is None else settings_of(data=data).data
    sys.exit(read_photos(photos, dice_reader(faces, dice_set, folder), as_json, overlay))


@main.command()
@click.argument("name", metavar="NAME")
@click.argument("shown", metavar="FACE=PHOTO...", nargs=-1, required=True)
@data_option
def teach(name: str, shown: tuple[str, ...], data: Path | None) -> None:
    """Teach a set of dice from photographs, each of one or several dice that all show its FACE.

    Three to ten looks at every face, turned any way, from where the camera will be: K=kings.jpg 9=nines.jpg ...
    """
    from firmware_host.assembly.teaching import teach as teach_set  # noqa: PLC0415 - loaded when needed

    teach_set(name, shown, settings_of(data=data).data)


@main.group()
def calibrate() -> None:
    """Find the tray in the camera's picture, and see whether dice can be read in it."""


_picture = click.argument("picture", metavar="[PICTURE]", required=False, type=click.Path(path_type=Path))


@calibrate.command("sheet")
@click.argument("out", metavar="OUT.pdf", type=click.Path(path_type=Path))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper to print on."
)
def calibrate_sheet(out: Path, paper: str) -> None:
    """Write the sheet to print: four cards for the tray's corners, and a board that shows what a lens bends."""
    from firmware_host.assembly.calibrating import write_sheet  # noqa: PLC0415 - loaded when needed

    write_sheet(out, paper)


@calibrate.command("find")
@_picture
@camera_option
@click.option("--round", "is_round", is_flag=True, help="The tray is round; the cards lie anywhere along its rim.")
@click.option("--corner", "corners", metavar="X,Y", multiple=True, help="A corner in pixels, instead of cards; repeat.")
@click.option("--lens", "photos", metavar="PHOTO", multiple=True, help="A photo of the sheet's board; repeat.")
@click.option("--save", is_flag=True, help="Keep the tray for the camera.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@data_option
def calibrate_find(
    picture: Path | None,
    camera: str | None,
    is_round: bool,
    corners: tuple[str, ...],
    photos: tuple[str, ...],
    save: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Find the tray by the cards in a PICTURE, or in what the camera sees; exit status 1 where it is not found."""
    from firmware_host.assembly.calibrating import Search, find  # noqa: PLC0415 - loaded when needed

    settings = settings_of(camera=camera, data=data)
    sys.exit(
        find(Search(settings.camera, picture, is_round, corners, photos), settings.data if save else None, as_json)
    )


@calibrate.command("check")
@_picture
@camera_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@data_option
def calibrate_check(picture: Path | None, camera: str | None, as_json: bool, data: Path | None) -> None:
    """Judge light, glare, flicker, focus, dice and the camera's place; exit status 1 when something is bad.

    Lay a few dice into the tray before. A PICTURE is taken for one of the camera's.
    """
    from firmware_host.assembly.calibrating import check  # noqa: PLC0415 - loaded when needed

    settings = settings_of(camera=camera, data=data)
    sys.exit(check(settings.camera, picture, settings.data, as_json))


@calibrate.command("status")
@camera_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@data_option
def calibrate_status(camera: str | None, as_json: bool, data: Path | None) -> None:
    """Tell how it stands with every step of the setup page; exit status 1 while any is to do.

    Stop the table's program before: two cannot watch one camera.
    """
    from firmware_host.assembly.standing import tell_status  # noqa: PLC0415 - loaded when needed

    sys.exit(tell_status(settings_of(camera=camera, data=data), as_json))
