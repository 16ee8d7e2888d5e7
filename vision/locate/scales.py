"""One picture at several sizes, without averaging its megapixels anew for each."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class Scales:
    """A BGR uint8 picture (H, W, 3) at the sizes that its long side is to have."""

    def __init__(self, image: Image, sides: Sequence[int]) -> None:
        """`sides` in pixels are needed for certain: each is made from the next finer one; others can be asked for."""
        self._image = image
        self._made: dict[int, Image] = {}
        source = image
        for side in sorted(sides, reverse=True):
            self._made[side] = self._resized(source, side)
            if side <= max(image.shape[:2]):
                source = self._made[side]

    def at(self, side: int) -> Image:
        """The picture with a long side of `side` pixels; larger than it is where that is asked."""
        if side not in self._made:
            self._made[side] = self._resized(self._image, side)
        return self._made[side]

    def _resized(self, source: Image, side: int) -> Image:
        height, width = self._image.shape[:2]
        scale = side / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if scale >= 1:
            return np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        # OpenCV averages pairs several times as fast as it averages any other number of pixels.
        while min(source.shape[0] // size[1], source.shape[1] // size[0]) >= 2 and source.shape[1] != 2 * size[0]:
            rows, columns = source.shape[0] // 2, source.shape[1] // 2
            source = np.asarray(
                cv2.resize(source[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA), np.uint8
            )
        return np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA), np.uint8)
