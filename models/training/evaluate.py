"""How well dice are read: `python -m models.training.evaluate`. One line a set, by the very reader that plays."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import cv2
import numpy as np

from models.training.card import MODELS, write_card
from models.training.photos import labelled, photo_folder, whole_dice
from vision.overlay import draw_readings
from vision.picture_file import read_picture
from vision.read import DiceReader
from vision.sighting import Sighting

HELD_BACK = ("rune55/tray", "nell-byler", "matteop65")
TEST_ONLY = "damiantab"

README = MODELS / "README.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- figures: written by evaluate --write -->", "<!-- end of figures -->"


@dataclass(slots=True)
class Tally:
    """Counts over the photographs of one set."""

    photos: int = 0
    exact: int = 0
    dice: int = 0
    found: int = 0
    right: int = 0
    extra: int = 0
    sure: int = 0
    sure_wrong: int = 0
    mistakes: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float | int]:
        """The figures of a model card; parts of one are rounded to four places."""
        return {
            "photos": self.photos,
            "exact": self.exact,
            "dice": self.dice,
            "found": round(self.found / max(1, self.dice), 4),
            "right_of_found": round(self.right / max(1, self.found), 4),
            "false_dice": self.extra,
            "sure": round(self.sure / max(1, self.found), 4),
            "sure_but_wrong": self.sure_wrong,
        }


def by_values(tally: Tally, name: str, seen: Sequence[Sighting], values: Sequence[str]) -> bool:
    """Count a photograph of which only the values are known, as bags: what is in both is found and right."""
    read, true = Counter(die.face for die in seen), Counter(values)
    tally.photos += 1
    tally.dice += len(values)
    tally.found += min(len(seen), len(values))
    tally.right += (read & true).total()
    tally.extra += max(0, len(seen) - len(values))
    tally.sure += sum(die.sure for die in seen)
    tally.sure_wrong += (Counter(die.face for die in seen if die.sure) - true).total()
    exact = read == true
    tally.exact += exact
    if not exact:
        tally.mistakes.append(f"{name}: {' '.join(sorted(values))} read as {' '.join(sorted(read.elements()))}")
    return exact


def by_boxes(tally: Tally, seen: Sequence[Sighting], boxes: np.ndarray, values: Sequence[int]) -> bool:
    """Count a photograph with labelled boxes: a die is found where a reading's centre lies nearest in its box."""
    left = list(seen)
    right = found = 0
    for (x0, y0, x1, y1), value in zip(boxes.tolist(), values, strict=True):
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        reach = (x1 - x0 + y1 - y0) / 4
        near = min(left, key=lambda die: float(np.hypot(*np.subtract(die.centre, middle))), default=None)
        if near is None or np.hypot(*np.subtract(near.centre, middle)) > reach:
            continue
        left.remove(near)
        found += 1
        right += near.face == str(value)
        tally.sure += near.sure
        tally.sure_wrong += near.sure and near.face != str(value)
    tally.photos += 1
    tally.dice += len(values)
    tally.found += found
    tally.right += right
    tally.extra += len(left)
    exact = right == len(values) and not left
    tally.exact += exact
    return exact


def evaluate(reader: DiceReader, sets: Sequence[str], sheet: Path | None = None) -> dict[str, Tally]:
    """Read every held-back photograph of the sets; `sheet` names a folder for overlays of the wrong ones."""
    tallies = {}
    for name in sets:
        tally = tallies[name] = Tally()
        for path, exact, seen in _values_set(reader, tally) if name == TEST_ONLY else _boxes_set(reader, tally, name):
            if sheet is not None and not exact:
                target = sheet / name.replace("/", "-") / path.name
                target.parent.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(target), draw_readings(read_picture(path), seen))
    return tallies


def _values_set(reader: DiceReader, tally: Tally) -> Iterator[tuple[Path, bool, Sequence[Sighting]]]:
    folder = photo_folder() / TEST_ONLY
    with (folder / "values.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            seen = reader.read(read_picture(folder / row["photo"]))
            yield folder / row["photo"], by_values(tally, row["photo"], seen, row["values"].split()), seen


def _boxes_set(reader: DiceReader, tally: Tally, name: str) -> Iterator[tuple[Path, bool, Sequence[Sighting]]]:
    for photo in labelled(name, held_back=True):
        seen = reader.read(read_picture(photo.path))
        yield photo.path, by_boxes(tally, seen, whole_dice(photo), photo.values.tolist()), seen


def table(figures: Mapping[str, Mapping[str, float | int]]) -> str:
    """The figures of all sets as a Markdown table."""
    heads = list(next(iter(figures.values())))
    rows = [
        f"| {name} | " + " | ".join(f"{v:.2%}" if isinstance(v, float) else str(v) for v in row.values()) + " |"
        for name, row in figures.items()
    ]
    head = "| set | " + " | ".join(head.replace("_", " ") for head in heads) + " |"
    return "\n".join([head, "|---" * (len(heads) + 1) + "|", *rows])


@click.command()
@click.option("--set", "sets", multiple=True, type=click.Choice((*HELD_BACK, TEST_ONLY)), help="Only this set.")
@click.option("--models", type=click.Path(path_type=Path), help="Another folder of models.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Write overlays of the wrong photographs here.")
@click.option("--write", is_flag=True, help="Write the figures into the models' cards.")
def main(sets: tuple[str, ...], models: Path | None, sheet: Path | None, write: bool) -> None:
    """Read the photographs that nobody trained on and print one line a set."""
    if write and (sets or models is not None):
        raise click.UsageError("--write is for the figures of all sets and of the project's own models.")
    tallies = evaluate(DiceReader.load(models), sets or (*HELD_BACK, TEST_ONLY), sheet)
    figures = {name: tally.figures() for name, tally in tallies.items()}
    click.echo(table(figures))
    for tally in tallies.values():
        for mistake in tally.mistakes:
            click.echo(mistake)
    if write:
        for card in ("locator", "faces"):
            write_card(card, {"figures": figures})
        before, _, rest = README.read_text(encoding="utf-8").partition(TABLE_BEGINS)
        after = rest.partition(TABLE_ENDS)[2]
        README.write_text(f"{before}{TABLE_BEGINS}\n{table(figures)}\n{TABLE_ENDS}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
