"""Contact sheets of what training sees: `python -m models.training.sheet scenes|families|crops OUT.png`."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.appearance import pip_look, poker_look
from models.training.augment import camera_faults
from models.training.crops import TROUBLES, close_up
from models.training.labels import FACES, NOT_READABLE, POKER
from models.training.scenes import scene
from vision.locate.crop import crop
from vision.simulate.artwork.families import HELD_OUT, NAMED

Picture = NDArray[np.uint8]

TILE = 112
"""Pixels across a close-up on a sheet."""


def tiled(tiles: Sequence[Picture], columns: int) -> Picture:
    """Pictures of one size side by side in rows, the last row filled up with black."""
    blank = np.zeros_like(tiles[0])
    filled = [*tiles, *([blank] * (-len(tiles) % columns))]
    rows = [np.hstack(filled[start : start + columns]) for start in range(0, len(filled), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def scenes_sheet(first: int, count: int) -> Picture:
    """Scenes with their labels drawn in: readable dice green with their face, the others red with how they lie."""
    tiles = []
    for seed in range(first, first + count):
        picture, labels = scene(seed)
        for label in labels:
            x0, y0, x1, y1 = (int(v) for v in label.box)
            readable = label.value != NOT_READABLE
            shade = (0, 255, 0) if readable else (0, 0, 255)
            cv2.rectangle(picture, (x0, y0), (x1, y1), shade, 1)
            text = FACES[label.value - 1] if readable else f"{label.lies} {label.cover:.1f}"
            cv2.putText(picture, text, (x0, y0 + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.5, shade, 1)
        tiles.append(np.asarray(cv2.resize(picture, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8))
    return tiled(tiles, 6)


def families_sheet(first: int, count: int) -> Picture:
    """A row of two families of poker dice each: number, 9 10 J Q K A; held-out families are starred."""
    tiles = []
    for number in range(first, min(NAMED, first + count)):
        rng = np.random.default_rng(number)
        look, name = poker_look(rng, number), np.full((TILE, TILE // 2, 3), 40, np.uint8)
        text = f"{number}*" if number in HELD_OUT else str(number)
        cv2.putText(name, text, (4, TILE // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1)
        row = [name]
        for value in range(1, 7):
            seen = close_up(rng, look, value, 16.0)
            row.append(crop(seen.picture, seen.box, TILE))
        tiles.append(np.asarray(np.hstack(row), np.uint8))
    return tiled(tiles, 2)


def crops_sheet(first: int, count: int) -> Picture:
    """Close-ups as the face reader is trained on, with a camera's faults, `count` of each face and of each trouble."""
    rows = []
    for index in range(len(FACES) + len(TROUBLES) - 1):
        row = []
        for seed in range(first, first + count):
            rng = np.random.default_rng([seed, index])
            poker = index >= POKER if index < len(FACES) else rng.random() < 0.5
            look = poker_look(rng) if poker else pip_look(rng)
            trouble = TROUBLES[0] if index < len(FACES) else TROUBLES[index - len(FACES) + 1]
            seen = close_up(rng, look, index % POKER + 1, 16.0, trouble)
            row.append(camera_faults(rng, crop(seen.picture, seen.box, TILE), 1.5))
        rows.append(tiled(row, count))
    return np.asarray(np.vstack(rows), np.uint8)


SHEETS: dict[str, Callable[[int, int], Picture]] = {
    "scenes": scenes_sheet,
    "families": families_sheet,
    "crops": crops_sheet,
}


@click.command()
@click.argument("kind", type=click.Choice(list(SHEETS)))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--first", default=0, show_default=True, help="The first seed or family.")
@click.option("--count", default=24, show_default=True, help="How many scenes, families, or crops of each face.")
def main(kind: str, out: Path, first: int, count: int) -> None:
    """Write a picture of scenes, of the families of poker dice, or of close-ups as the networks are trained on."""
    if not cv2.imwrite(str(out), SHEETS[kind](first, count)):
        raise click.ClickException(f"{out} could not be written: name a file that ends in .png or .jpg.")


if __name__ == "__main__":
    main()
