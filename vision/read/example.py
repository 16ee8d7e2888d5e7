"""Examples of a die's face: how a crop is kept, and how it is seen turned."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.crop import MARGIN, Box, crop

Image = NDArray[np.uint8]

SIDE = 128
"""Side of a kept crop in pixels."""

ROOM = 1.5
"""Sides of the reader's own crop that a kept one shows: enough to turn it by any angle without missing corners."""

TURNS = 8
"""Ways round in which an example is learnt: a die has no upright."""


def example(image: Image, box: Box) -> Image:
    """The crop to keep of a die in a BGR uint8 picture (H, W, 3): (SIDE, SIDE, 3)."""
    return crop(image, box, SIDE, MARGIN * ROOM)


def turned(examples: Sequence[Image], side: int) -> Image:
    """Every example in TURNS ways round, as the face reader takes it: (TURNS * N, side, side, 3), turn by turn."""
    middle = (SIDE - 1) / 2
    views = []
    for turn in range(TURNS):
        matrix = np.asarray(cv2.getRotationMatrix2D((middle, middle), 360 * turn / TURNS, side * ROOM / SIDE), float)
        matrix[:, 2] += (side - 1) / 2 - middle
        views += [cv2.warpAffine(one, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE) for one in examples]
    return np.asarray(np.stack(views), np.uint8)
