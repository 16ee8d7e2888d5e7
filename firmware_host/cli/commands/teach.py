"""`dice-table teach`: a dice set taught from photographs that show one face each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from firmware_host.app.reader import dice_reader
from firmware_host.cli.options import data_option, settings_of
from firmware_host.errors import DiceTableError
from vision.errors import VisionError
from vision.picture_file import read_picture
from vision.read import KINDS, DiceReader, DiceSet, DiceSets, Enrolment, TaughtSet, fit_set


class TeachingError(DiceTableError, ValueError):
    """Photographs from which no set can be taught; each fault on its own line."""


class TeachingPhotoError(VisionError, ValueError):
    """A photograph that shows no die to learn from."""


@click.command()
@click.argument("name", metavar="NAME")
@click.argument("shown", metavar="FACE=PHOTO...", nargs=-1, required=True)
@data_option
def command(name: str, shown: tuple[str, ...], data: Path | None) -> None:
    """Teach a dice set from photographs. Each may show several dice, all with the same FACE up.

    Three to ten examples of every face, turned any way, taken from where the camera will be: K=kings.jpg 9=nines.jpg
    """
    _teach(name, shown, settings_of(data=data).data)


def _teach(name: str, shown: Sequence[str], data: Path) -> None:
    """Teach the set `name` from FACE=PHOTO arguments, save it in the data folder and print how well it will be read.

    Every die of a photograph shows that photograph's face. A set of that name is replaced. Raises TeachingError with
    all faults at once; then nothing is saved.
    """
    reader = dice_reader("any", None, None)
    faults: list[str] = []
    photos = _photos(shown, faults)
    enrolment = Enrolment(DiceSet(name))
    for face, photo in photos:
        try:
            _show(enrolment, face, photo, reader)
        except VisionError as error:
            faults.append(str(error))
    if faults:
        raise TeachingError("\n".join(faults))
    try:
        learnt = fit_set(enrolment.dice_set, reader.faces)
        DiceSets(data).save(enrolment.dice_set)
    except VisionError as error:
        raise TeachingError(str(error)) from error
    _print(learnt, enrolment.example_counts)


def _photos(shown: Sequence[str], faults: list[str]) -> list[tuple[str, Path]]:
    photos = []
    for one in shown:
        face, equals, photo = one.partition("=")
        face = face.strip().upper()
        if not equals or not photo:
            faults.append(f"{one!r} is not a face and a photo. Write it as FACE=PHOTO, such as K=king.jpg.")
        elif face not in KINDS["any"]:
            faults.append(f"{one!r}: there is no face {face!r}. Choose from {', '.join(KINDS['any'])}.")
        else:
            photos.append((face, Path(photo)))
    return photos


def _show(enrolment: Enrolment, face: str, photo: Path, reader: DiceReader) -> None:
    picture = read_picture(photo)
    seen = reader.read(picture)
    if not seen:
        raise TeachingPhotoError(f"{photo}: no dice were found. Move closer, and use a plain background.")
    enrolment.add_examples(face, picture, [die.box for die in seen])


def _print(learnt: TaughtSet, looks: Mapping[str, int]) -> None:
    click.echo(f"{learnt.name} is taught: {sum(looks.values())} examples of {len(looks)} faces.")
    for face, count in looks.items():
        click.echo(f"  {face:>2}  {count:>3} examples, {learnt.by_face[face]:.0%} of them read right from the others")
    click.echo(f"Expect {learnt.estimate:.0%} of these dice to be read right.")
    for warning in learnt.warnings():
        click.echo(f"{warning} A few more examples of both may help.")
