"""What the locator takes for dice and is none: buttons, magnets, glints of the photographs for training."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.training.photos import Labelled, read, whole_dice
from models.training.stored import store
from vision.locate.crop import Box
from vision.locate.locator import Located, Locator
from vision.read.faces import FaceReader, softmax

Picture = NDArray[np.uint8]

EAGER = 0.15
"""The locator's belief from which on a place is taken: far below what it needs in play, to find more to learn from."""
READABLE = 0.8
"""Belief of the present reader from which on an unlabelled place may be a die that nobody labelled."""


def false_dice(photos: list[Labelled], locator: Locator, faces: FaceReader) -> Iterator[tuple[Picture, float]]:
    """Stored crops of what is found in the photographs away from every label, with their widths in pixels."""
    locator.score = min(locator.score, EAGER)
    for photo in photos:
        picture = read(photo.path)
        middles = whole_dice(photo).reshape(-1, 2, 2).mean(1)
        found = [die for die in locator.locate(picture) if _is_away(die, np.concatenate([middles, photo.unlabelled]))]
        chances = softmax(faces.predict(picture, found).logits)
        for die, chance in zip(found, chances, strict=True):
            if chance[:-1].max() < READABLE:
                yield store(picture, die.box), die.width


def empty_places(photos: list[Labelled], seed: int) -> Iterator[tuple[Picture, float]]:
    """Stored crops of ground beside the labelled dice, two a photograph, with their widths in pixels."""
    rng = np.random.default_rng([20261124, seed])
    for photo in photos:
        picture = read(photo.path)
        height, width = picture.shape[:2]
        boxes = whole_dice(photo).reshape(-1, 2, 2)
        size = float(np.ptp(boxes, axis=1).mean())
        for _ in range(2):
            if rng.random() < 0.5:  # half beside a die
                turn, away = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.6, 0.95)
                near = boxes[rng.integers(len(boxes))].mean(0)
                x, y = near[0] + np.cos(turn) * away, near[1] + np.sin(turn) * away
            else:
                x, y = rng.uniform(0, 1, 2) * (width, height)
            if np.hypot(*(boxes.mean(1) - (x, y)).T).min() > size * 0.55:
                half = size * float(rng.uniform(0.35, 0.65))
                box: Box = (float(x - half), float(y - half), float(x + half), float(y + half))
                yield store(picture, box), 2 * half


def _is_away(die: Located, middles: NDArray[np.float32]) -> bool:
    x0, y0, x1, y1 = die.box
    return bool(np.hypot(*(middles - ((x0 + x1) / 2, (y0 + y1) / 2)).T).min() > die.width * 0.8)
