"""What a camera's lens bends, and how to take it out."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole with radial distortion, in pixels of a picture of `size` (width, height).

    `focal` and `centre` are x and y in pixels, `bends` the coefficients of the second and fourth power of the distance
    from the centre, `error` the deviation in pixels with which they explain the pictures they were found in.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    bends: tuple[float, float]
    error: float

    def straightened(self, points: Points) -> Points:
        """Places (N, 2) in a picture, in fractions of it, as a lens that bends nothing would show them."""
        bent = np.asarray(points, np.float64).reshape(-1, 1, 2) * self.size
        straight = cv2.undistortPoints(bent, self._matrix(), self._coefficients(), P=self._matrix())
        return np.asarray(straight, np.float64).reshape(-1, 2) / self.size

    def bent(self, points: Points) -> Points:
        """The way back: where this lens shows places (N, 2) of a straight picture, in fractions."""
        rays = (np.asarray(points, np.float64) * self.size - self.centre) / self.focal
        rays = np.column_stack([rays, np.ones(len(rays))])
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self._matrix(), self._coefficients())
        return np.asarray(seen, np.float64).reshape(-1, 2) / self.size

    def fault(self) -> str | None:
        """What makes it no lens, in a few words; None where it is one."""
        numbers = (*self.size, *self.focal, *self.centre, *self.bends, self.error)
        if not all(math.isfinite(number) for number in numbers):
            return "not all of its numbers are finite"
        if min(*self.size, *self.focal) <= 0:
            return "size and focal are above 0"
        return None

    def _matrix(self) -> NDArray[np.float64]:
        return np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1]])

    def _coefficients(self) -> NDArray[np.float64]:
        return np.array([*self.bends, 0.0, 0.0])
