"""What a camera's sensor adds to every picture."""

import cv2
import numpy as np

from vision.frame import Picture

SHIFTS = 64
"""Pixels: how far the stored noise may be shifted; 64 x 64 places, so that frames hardly ever look alike."""

TILE = 512
"""Pixels: the noise repeats after this many."""


class SensorNoise:
    """Adds fresh-looking noise of `deviation` grey levels to pictures of one `size` (width, height).

    Drawing noise anew costs more than all the rest of a frame: a larger sheet is drawn once and looked at elsewhere
    each time.
    """

    def __init__(self, size: tuple[int, int], deviation: float, random: np.random.Generator) -> None:
        self._random = random
        self._size = size
        tile = np.round(random.standard_normal((TILE, TILE, 3), dtype=np.float32) * deviation).astype(np.int8)
        width, height = size[0] + SHIFTS, size[1] + SHIFTS
        self._sheet = np.tile(tile, (height // TILE + 1, width // TILE + 1, 1))[:height, :width]

    def add(self, picture: Picture) -> Picture:
        """Return a noisy copy."""
        left, top = (int(shift) for shift in self._random.integers(0, SHIFTS, 2))
        noise = self._sheet[top : top + self._size[1], left : left + self._size[0]]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
