"""Whether dice read the same in smaller and larger pictures: a reader must not depend on one camera's distance."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training.tally import matched
from vision.frame import Picture
from vision.picture_file import read_picture
from vision.pipeline import PictureReader

SCALES = (0.5, 0.75, 1.5)


def read_alike(reader: PictureReader, photos: Iterable[Path], scales: Sequence[float] = SCALES) -> dict[float, float]:
    """The part (0-1) of the dice found at full size that show the same face at each scale; a lost die does not."""
    same = dict.fromkeys(scales, 0)
    total = 0
    for path in photos:
        picture = read_picture(path)
        seen = reader.read(picture)
        total += len(seen)
        for scale in scales:
            again = reader.read(scaled(picture, scale))
            boxes = np.array([die.box for die in seen], np.float32).reshape(-1, 4) * scale
            pairs, _ = matched(again, boxes)
            same[scale] += sum(
                other is not None and other.face == die.face for die, other in zip(seen, pairs, strict=True)
            )
    return {scale: count / max(1, total) for scale, count in same.items()}


def scaled(picture: Picture, scale: float) -> Picture:
    """The picture as a camera of fewer or more pixels would have taken it."""
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method), np.uint8)
