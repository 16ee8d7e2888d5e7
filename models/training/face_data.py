"""Crops for training the face reader: rendered and photographed dice, and what is no readable die."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.augment import camera_faults
from models.training.labels import COLUMNS
from models.training.photos import Labelled, faces_by_folder, read, whole_dice
from models.training.render import load_shard
from models.training.stored import LABELS, SIDE, STORED_MARGIN, STORED_SIDE, UNREADABLE, store
from vision.locate.crop import MARGIN, Box

Rng = np.random.Generator
Picture = NDArray[np.uint8]

SEEN = 0.6
"""Part of a rendered die that must be seen for its crop to be about it, readable or not."""
SEEN_COLUMN = COLUMNS.index("seen")
NARROWEST = 16.0
"""Pixels that a rendered die must be wide for its face to be learnt."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Stored crops (N, STORED_SIDE, STORED_SIDE, 3), their classes (N,) and the dice's widths in pixels (N,)."""

    pictures: NDArray[np.uint8]
    classes: NDArray[np.int64]
    widths: NDArray[np.float32]

    def by_class(self) -> list[NDArray[np.intp]]:
        """Indexes of each class that occurs."""
        return [found for value in range(len(LABELS)) if (found := np.flatnonzero(self.classes == value)).size]


def _collect(found: Iterator[tuple[Picture, int, float]]) -> Crops:
    pictures, classes, widths = zip(*found, strict=True)
    return Crops(np.stack(pictures), np.array(classes, np.int64), np.array(widths, np.float32))


def photo_crops(photos: list[Labelled]) -> Crops:
    """Crops of every die of labelled photographs."""

    def every() -> Iterator[tuple[Picture, int, float]]:
        for photo in photos:
            picture = read(photo.path)
            boxes, values = whole_dice(photo)[photo.trusted], photo.values[photo.trusted]
            for (x0, y0, x1, y1), value in zip(boxes.tolist(), values.tolist(), strict=True):
                yield store(picture, (x0, y0, x1, y1)), value - 1, (x1 - x0 + y1 - y0) / 2

    return _collect(every())


def folder_crops() -> Crops:
    """Crops that came as such, a folder a value: the die fills the picture."""

    def every() -> Iterator[tuple[Picture, int, float]]:
        for path, value in faces_by_folder():
            picture = read(path)
            height, width = picture.shape[:2]
            yield store(picture, (0, 0, width, height)), value - 1, (width + height) / 2

    return _collect(every())


def rendered_crops(shards: list[Path]) -> tuple[Crops, Crops]:
    """Crops of rendered dice, and crops of no readable die: bare ground, die halves, the gap between two dice."""
    dice: list[tuple[Picture, int, float]] = []
    nothing: list[tuple[Picture, int, float]] = []
    for path in shards:
        rng = np.random.default_rng(int(path.stem[-4:]))
        jpegs, labels = load_shard(path)
        for index, jpeg in enumerate(jpegs):
            picture = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            rows = labels[labels[:, 0] == index]
            clear = (rows[:, SEEN_COLUMN] >= SEEN) & ((rows[:, 3:5] - rows[:, 1:3]).mean(1) >= NARROWEST)
            for _, x0, y0, x1, y1, value, *_ in rows[clear].tolist():
                wide = (x1 - x0 + y1 - y0) / 2
                dice.append((store(picture, (x0, y0, x1, y1)), int(value) - 1 if value else UNREADABLE, wide))
            empty = _empty_boxes(rng, rows[:, 1:5], picture.shape[0])
            nothing += [(store(picture, box), UNREADABLE, box[2] - box[0]) for box in empty]
    return _collect(iter(dice)), _collect(iter(nothing))


def _empty_boxes(rng: Rng, boxes: NDArray[np.float32], side: int) -> list[Box]:
    """Up to two boxes whose middle lies on no die, or beside one."""
    size = float((boxes[:, 2:] - boxes[:, :2]).mean()) if len(boxes) else float(rng.uniform(25, 120))
    found: list[Box] = []
    for _ in range(2):
        if len(boxes) and rng.random() < 0.5:
            x0, y0, x1, y1 = boxes[rng.integers(len(boxes))]
            turn = rng.uniform(0, 2 * np.pi)
            x = float((x0 + x1) / 2 + np.cos(turn) * size * rng.uniform(0.55, 0.9))
            y = float((y0 + y1) / 2 + np.sin(turn) * size * rng.uniform(0.55, 0.9))
        else:
            x, y = (float(v) for v in rng.uniform(0, side, 2))
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        if not len(boxes) or np.hypot(*(middles - (x, y)).T).min() > size * 0.5:
            half = size * float(rng.uniform(0.35, 0.65))
            found.append((x - half, y - half, x + half, y + half))
    return found


def augmented(rng: Rng, stored: Picture, width: float, mirrored: bool) -> Picture:
    """A stored crop turned, shifted, stretched, coarsened and with a camera's faults: (SIDE, SIDE, 3).

    `mirrored` where it may also be seen in a mirror: pips may, letters and numerals may not.
    """
    turn = rng.uniform(0, 2 * np.pi)
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    stretch = np.diag(np.exp(rng.normal(0, 0.06, 2))) @ np.array([[1, rng.normal(0, 0.06)], [0, 1]])
    flip = np.diag([rng.choice([-1.0, 1.0]) if mirrored else 1.0, 1.0])
    return seen_through_a_camera(rng, stored, width, rotate @ stretch @ flip, SIDE, MARGIN)


def seen_through_a_camera(
    rng: Rng, stored: Picture, width: float, shape: NDArray[np.float64], crop_side: int, margin: float
) -> Picture:
    """A stored crop as a matrix (2, 2) shapes it, zoomed and shifted a little, coarsened and with a camera's faults.

    It is `crop_side` pixels wide and shows `margin` widths of the die.
    """
    zoom = crop_side / STORED_SIDE * STORED_MARGIN / margin * float(np.exp(np.clip(rng.normal(0, 0.12), -0.3, 0.3)))
    # Coarse steps stand for small dice: the die keeps at most `seen` pixels of its width.
    seen = float(np.exp(rng.uniform(np.log(20), np.log(64))))
    side = int(np.clip(seen * margin, 20, crop_side)) if seen < width else crop_side
    matrix = shape * zoom * side / crop_side
    middle = (STORED_SIDE - 1) / 2
    shift = np.full(2, (side - 1) / 2) - matrix @ (middle, middle) + rng.normal(0, 0.045, 2) * side
    picture = stored if side > crop_side * 0.6 else cv2.GaussianBlur(stored, (0, 0), 0.5 * crop_side / side)
    warp = np.concatenate([matrix, shift[:, None]], 1)
    view = cv2.warpAffine(picture, warp, (side, side), borderMode=cv2.BORDER_REPLICATE)
    view = camera_faults(rng, np.asarray(view, np.uint8), 1.1 * side / crop_side)
    if side != crop_side:
        view = np.asarray(cv2.resize(view, (crop_side, crop_side), interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(view, np.uint8)
