"""`dice-table record` and `watch`: evenings kept, and played again."""

import sys
from pathlib import Path

import click

from firmware_host.cli.group import camera_option, data_option, main, settings_of
from firmware_host.errors import DiceTableError

MEGABYTE = 1_000_000

most_option = click.option(
    "--most",
    type=click.IntRange(20),
    default=2000,
    show_default=True,
    metavar="MB",
    help="Megabytes that a recording may take; the oldest throws go first.",
)
_faces = click.option("--faces", type=click.Choice(["any", "pips", "poker"]), help="Faces that the dice may show.")
_dice_set = click.option("--dice-set", metavar="NAME", help="Dice that were taught with `dice-table teach`.")


@main.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@camera_option
@click.option("--seconds", type=click.FloatRange(0.1), metavar="N", help="End after so long.  [default: at Ctrl-C]")
@most_option
@_faces
@_dice_set
@data_option
def record(
    folder: Path,
    camera: str | None,
    seconds: float | None,
    most: int,
    faces: str | None,
    dice_set: str | None,
    data: Path | None,
) -> None:
    """Record what the camera sees into the folder DIR, and everything that is read of it.

    A recording that is there already is gone on with. At play, `dice-table play --record DIR` does the same, and keeps
    what the players correct.
    """
    settings = settings_of(camera=camera, data=data)
    from firmware_host.assembly.reading import dice_reader  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.recording import record as record_into  # noqa: PLC0415 - likewise

    reader = dice_reader(faces or "any", dice_set, settings.data) if faces or dice_set else None
    record_into(settings, folder, most * MEGABYTE, seconds, reader)


@main.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--models", type=click.Path(path_type=Path), help="Folder of other networks to read with.")
@_faces
@_dice_set
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--cut",
    nargs=2,
    type=(int, click.Path(path_type=Path)),
    metavar="N OUT",
    help="First cut roll N out into the new folder OUT, as a test, and watch that.",
)
@data_option
def watch(
    folder: Path,
    models: Path | None,
    faces: str | None,
    dice_set: str | None,
    as_json: bool,
    cut: tuple[int, Path] | None,
    data: Path | None,
) -> None:
    """Play a recording through the program as it is now, and tell roll by roll what is read otherwise than then.

    A question mark stands behind what is not sure. Exit status 1 where anything changed, 2 for what cannot be watched.
    """
    from firmware_host.assembly.watching import Look, cut_out  # noqa: PLC0415 - loaded when needed
    from firmware_host.assembly.watching import watch as watch_recording  # noqa: PLC0415 - likewise

    settings = settings_of(data=data)
    try:
        if cut is not None:
            cut_out(folder, *cut)
            folder = cut[1]
        status = watch_recording(folder, Look(models, faces, dice_set, settings.data), as_json)
    except DiceTableError as error:
        click.echo(f"dice-table watch: {error}", err=True)
        status = 2
    sys.exit(status)
