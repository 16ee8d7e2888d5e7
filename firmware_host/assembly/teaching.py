"""`dice-table teach`: a set of dice learnt from photographs that show one face each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from firmware_host.assembly.reading import dice_reader
from firmware_host.errors import DiceTableError
from vision.errors import VisionError
from vision.picture_file import read_picture
from vision.read import KINDS, DiceReader, DiceSet, DiceSets, Lesson, TaughtSet, taught


class TeachingError(DiceTableError, ValueError):
    """Photographs from which no set can be taught; every fault in a line of its own."""


class TeachingPhotoError(VisionError, ValueError):
    """A photograph that shows no die to learn from."""


def teach(name: str, shown: Sequence[str], data: Path) -> None:
    """Teach the set `name` from FACE=PHOTO arguments, keep it in the data folder and tell how well it will be read.

    Every die of a photograph shows that photograph's face. A set of that name is replaced. Raises TeachingError with
    all faults at once; then nothing is kept.
    """
    reader = dice_reader("any", None, None)
    faults: list[str] = []
    photos = _photos(shown, faults)
    lesson = Lesson(DiceSet(name))
    for face, photo in photos:
        try:
            _show(lesson, face, photo, reader)
        except VisionError as error:
            faults.append(str(error))
    if faults:
        raise TeachingError("\n".join(faults))
    try:
        learnt = taught(lesson.dice_set, reader.faces)
        DiceSets(data).save(lesson.dice_set)
    except VisionError as error:
        raise TeachingError(str(error)) from error
    _tell(learnt, lesson.looks)


def _photos(shown: Sequence[str], faults: list[str]) -> list[tuple[str, Path]]:
    photos = []
    for one in shown:
        face, parted, photo = one.partition("=")
        face = face.strip().upper()
        if not parted or not photo:
            faults.append(f"{one!r} names no face and photograph; write it as FACE=PHOTO, such as K=king.jpg.")
        elif face not in KINDS["any"]:
            faults.append(f"{one!r}: dice show no {face!r}; known are {', '.join(KINDS['any'])}.")
        else:
            photos.append((face, Path(photo)))
    return photos


def _show(lesson: Lesson, face: str, photo: Path, reader: DiceReader) -> None:
    picture = read_picture(photo)
    seen = reader.read(picture)
    if not seen:
        raise TeachingPhotoError(f"{photo}: no die was found in it; take it from nearer, on an even ground.")
    lesson.show(face, picture, [die.box for die in seen])


def _tell(learnt: TaughtSet, looks: Mapping[str, int]) -> None:
    click.echo(f"{learnt.name} is taught: {sum(looks.values())} looks at {len(looks)} faces.")
    for face, count in looks.items():
        click.echo(f"  {face:>2}  {count:>3} looks, {learnt.by_face[face]:.0%} of them read right by the others")
    click.echo(f"Expect {learnt.estimate:.0%} of its dice to be read right.")
    for warning in learnt.warnings():
        click.echo(f"{warning} A few more looks at both may help.")
