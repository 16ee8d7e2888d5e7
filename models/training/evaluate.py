"""How well dice are read: `python -m models.training.evaluate`. One line a set, by the very reader that plays."""

import csv
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from models.training.card import MODELS, write_card
from models.training.examination import BARE, examine, false_dice_on_bare_ground, few_looks, said_to_lean_from_above
from models.training.mistakes import contact_sheet
from models.training.photos import labelled, photo_folder, truth
from models.training.reliability import diagram, reliability
from models.training.scale_check import read_alike
from models.training.set_crops import load_set_crops
from models.training.tally import GroundTruth, Tally, by_boxes, by_values, table
from vision.blobs import BlobReader
from vision.picture_file import read_picture
from vision.pipeline import PictureReader
from vision.read import KINDS, DiceReader

HELD_BACK = ("rune55/tray", "nell-byler", "matteop65")
TEST_ONLY = "damiantab"
SETS = (*HELD_BACK, TEST_ONLY)
PHOTOGRAPHED = "pips"
"""The kind of the dice in all photographs."""

README = MODELS / "README.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- figures: written by evaluate --write -->", "<!-- end of figures -->"
DIAGRAM_BEGINS, DIAGRAM_ENDS = "<!-- reliability: written by evaluate --write -->", "<!-- end of reliability -->"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph to be read with its values and, where its dice are labelled, where they lie."""

    path: Path
    values: tuple[str, ...]
    truth: GroundTruth | None = None


def photos_of(name: str) -> Iterator[Photo]:
    """The photographs of a set that nobody trained on."""
    if name != TEST_ONLY:
        for photo in labelled(name, held_back=True):
            yield Photo(photo.path, tuple(str(value) for value in photo.values), truth(photo))
        return
    folder = photo_folder() / TEST_ONLY
    with (folder / "values.csv").open(newline="") as rows:
        for row in csv.DictReader(rows):
            yield Photo(folder / row["photo"], tuple(row["values"].split()))


def evaluate(reader: PictureReader, sets: Sequence[str] = SETS) -> dict[str, Tally]:
    """Read every photograph of the sets that nobody trained on."""
    tallies = {}
    for name in sets:
        tally = tallies[name] = Tally()
        for photo in photos_of(name):
            picture = read_picture(photo.path)
            began = time.perf_counter()
            seen = reader.read(picture)
            milliseconds = (time.perf_counter() - began) * 1000
            if photo.truth is None:
                by_values(tally, photo.path, seen, photo.values, milliseconds)
            else:
                by_boxes(tally, photo.truth, seen, milliseconds)
    return tallies


@click.command()
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="Only this set.")
@click.option("--models", type=click.Path(path_type=Path), help="Another folder of models.")
@click.option(
    "--faces", type=click.Choice(list(KINDS)), default=PHOTOGRAPHED, show_default=True, help="What is known of them."
)
@click.option("--sheet", type=click.Path(path_type=Path), help="Write a contact sheet (JPEG) of every mistake.")
@click.option("--list", "listed", is_flag=True, help="List every mistake.")
@click.option("--floor", is_flag=True, help="Read the same photographs by counting blobs, too.")
@click.option("--scales", is_flag=True, help="Tell how many dice read the same in smaller and larger pictures.")
@click.option("--rendered", type=click.Path(path_type=Path), help="Examine by the held-out scenes in this folder, too.")
@click.option("--bare", default=BARE, show_default=True, help="Scenes without dice to look at with --rendered.")
@click.option("--sets-of-dice", type=click.Path(path_type=Path), help="Teach the held-out sets in this folder, too.")
@click.option(
    "--write", is_flag=True, help="Write the figures into the models' cards, of the project's own into the README."
)
def main(
    sets: tuple[str, ...],
    models: Path | None,
    faces: str,
    sheet: Path | None,
    listed: bool,
    floor: bool,
    scales: bool,
    rendered: Path | None,
    bare: int,
    sets_of_dice: Path | None,
    write: bool,
) -> None:
    """Read the photographs that nobody trained on and print one line a set.

    They show pips and are read as a game with such dice reads them, as are the dice of rendered scenes by their kind.
    """
    if write and (sets or faces != PHOTOGRAPHED):
        raise click.UsageError("--write is for the figures of all sets, read as what they show.")
    anything = DiceReader.load(models)
    anything.warm_up()
    reader = anything.for_kind(faces)
    tallies = evaluate(reader, sets or SETS)
    figures = {name: tally.figures() for name, tally in tallies.items()}
    click.echo(table(figures))
    for part in (
        _counted_blobs(sets or SETS) if floor else "",
        _scaled(reader, sets or SETS) if scales else "",
        _examined(anything, rendered, bare) if rendered else "",
        _taught(anything, sets_of_dice) if sets_of_dice else "",
    ):
        if part:
            click.echo(f"\n{part}")
    mistakes = [mistake for tally in tallies.values() for mistake in tally.mistakes]
    if listed:
        for mistake in mistakes:
            click.echo(mistake)
    if sheet is not None:
        cv2.imwrite(str(sheet), contact_sheet(mistakes))
    if write:
        ranges = reliability(answer for name in HELD_BACK for answer in tallies[name].answers)
        folder = models or MODELS
        write_card("locator", {"figures": figures}, folder)
        write_card("faces", {"figures": figures, "reliability": ranges}, folder)
        if models is None:
            write_readme()


def _counted_blobs(sets: Sequence[str]) -> str:
    figures = {name: tally.figures() for name, tally in evaluate(BlobReader(), sets).items()}
    return f"Counting blobs:\n\n{table(figures)}"


def _scaled(reader: DiceReader, sets: Sequence[str]) -> str:
    lines = ["Read as at full size:"]
    for name in sets:
        alike = read_alike(reader, (photo.path for photo in photos_of(name)))
        lines.append(f"{name}: " + ", ".join(f"{part:.2%} at {scale:.0%}" for scale, part in alike.items()))
    return "\n".join(lines)


def _examined(reader: DiceReader, folder: Path, bare: int) -> str:
    tallies, doubted = examine(reader, folder)
    figures = table({name: tally.figures() for name, tally in tallies.items()})
    return f"{figures}\n\n{doubted}\n{said_to_lean_from_above(reader)}\n{false_dice_on_bare_ground(reader, bare)}"


def _taught(reader: DiceReader, folder: Path) -> str:
    crops = load_set_crops(folder, "held out")
    if crops is None:
        raise click.ClickException(f"There are no held-out sets in {folder}; render them with set_crops.")
    return "\n".join(f"{looks} looks a face: {few_looks(reader, crops, looks)}" for looks in (3, 5))


def write_readme() -> None:
    """Write the figures of the committed cards into the README of the networks."""
    card = json.loads((MODELS / "faces.json").read_text(encoding="utf-8"))
    _write_between(TABLE_BEGINS, table(card["figures"]), TABLE_ENDS)
    _write_between(DIAGRAM_BEGINS, diagram(card["reliability"]), DIAGRAM_ENDS)


def _write_between(begin: str, text: str, end: str) -> None:
    before, _, rest = README.read_text(encoding="utf-8").partition(begin)
    README.write_text(f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
