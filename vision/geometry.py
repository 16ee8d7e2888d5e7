"""Places in a picture: the tray's corners, dice that stay where they lie, squares cut out."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Corners = tuple[tuple[float, float], ...]
"""Four (x, y), clockwise from top left, as fractions 0-1 of a picture."""

Outline = tuple[tuple[float, float], ...]
"""Three or more (x, y), clockwise, as fractions 0-1 of a picture: four corners, or as many as the tray has."""

WHOLE: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The whole picture as a tray."""

Points = NDArray[np.float64]
"""Places as rows of x and y, shape (N, 2)."""

Kept = tuple[float, float, str]
"""A die that stays where it lies while the others are thrown: x and y of its centre in picture pixels, its face."""


def mapped(points: Sequence[Sequence[float]] | NDArray[np.floating], matrix: NDArray[np.floating]) -> Points:
    """Points (N, 2) seen through a homography (3, 3)."""
    through = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), matrix)
    return np.asarray(through, np.float64).reshape(-1, 2)


def outline_in_pixels(corners: Outline, size: tuple[int, int]) -> NDArray[np.float64] | None:
    """The corners as a polygon (4, 2) in pixels of a picture of `size` (width, height); None for the whole picture."""
    if corners == WHOLE:
        return None
    return np.asarray(corners, np.float64) * np.asarray(size, np.float64)


def lies_inside(x: float, y: float, outline: NDArray[np.floating] | None) -> bool:
    """Whether a place lies inside a polygon (N, 2) or on its edge; both in pixels. None is the whole picture."""
    if outline is None:
        return True
    polygon = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(polygon, (float(x), float(y)), False) >= 0


def square_cut(picture: Picture, box: Sequence[float], side: int, margin: float) -> Picture:
    """The square around a box (x0, y0, x1, y1 in pixels) with `margin` parts of it added all around, `side` pixels.

    What lies beyond the picture repeats its edge.
    """
    x0, y0, x1, y1 = box
    half = max(x1 - x0, y1 - y0, 1.0) * (0.5 + margin)
    scale = side / (2 * half)
    left, top = (x0 + x1) / 2 - half, (y0 + y1) / 2 - half
    # Pixel centres, not corners, are what the matrix moves.
    shift = 0.5 * scale - 0.5
    matrix = np.array([[scale, 0, shift - left * scale], [0, scale, shift - top * scale]])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    cut = cv2.warpAffine(picture, matrix, (side, side), flags=method, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
