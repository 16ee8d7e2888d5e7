"""A contact sheet of everything that was read wrongly, to see whether reader, light or label is to blame."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.tally import Mistake
from vision.geometry import square_cut
from vision.picture_file import read_picture

TILE = 160
CAPTION = 34
COLUMNS = 10
SURROUNDINGS = 0.35
"""Parts of the die's box shown around it: enough to see what it lies beside."""


def contact_sheet(mistakes: Iterable[Mistake]) -> NDArray[np.uint8]:
    """A BGR picture with a tile for each mistake: label > reading, what the reader was sure of in red."""
    tiles = [_tile(mistake) for mistake in mistakes]
    blank = np.full((TILE + CAPTION, TILE, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS if tiles else COLUMNS)
    rows = [np.hstack(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _tile(mistake: Mistake) -> NDArray[np.uint8]:
    picture = read_picture(mistake.photo)
    if mistake.box is None:
        height, width = picture.shape[:2]
        view = square_cut(picture, (0, 0, width, height), TILE, 0)
    else:
        view = square_cut(picture, mistake.box, TILE, SURROUNDINGS)
    tile = np.full((TILE + CAPTION, TILE, 3), 255, np.uint8)
    tile[:TILE] = view
    ink = (0, 0, 220) if mistake.silent else (0, 0, 0)
    caption = f"{mistake.truth or '-'} > {mistake.read or '-'}"
    cv2.putText(tile, caption, (3, TILE + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
    cv2.putText(
        tile, mistake.photo.stem[:24], (3, TILE + 28), cv2.FONT_HERSHEY_SIMPLEX, 0.33, (90, 90, 90), 1, cv2.LINE_AA
    )
    return tile
