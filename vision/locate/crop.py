"""The one crop: what the face reader is shown of a die, in training and in play alike."""

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]

MARGIN = 1.3
"""Side of the crop in widths of the die's box: enough of the sides to judge tilt, little of the neighbours."""


def crop(image: NDArray[np.uint8], box: Box, side: int, margin: float = MARGIN, turn: float = 0.0) -> NDArray[np.uint8]:
    """Cut a square around a die and scale it to (side, side, 3).

    `image` is BGR uint8 (H, W, 3), `box` x0, y0, x1, y1 in its pixels; beyond the picture its edge is repeated. What is
    seen is turned clockwise by `turn` degrees.
    """
    x0, y0, x1, y1 = box
    reach = (x1 - x0 + y1 - y0) / 2 * margin
    scale = side / reach
    height, width = image.shape[:2]
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    wide = reach * (abs(cosine) + abs(sine))
    left, top = (x0 + x1 - wide) / 2, (y0 + y1 - wide) / 2
    # A warp reads single pixels: a large die is first averaged down, else its pips alias.
    inner = [
        max(0, int(left) - 2),
        max(0, int(top) - 2),
        min(width, int(left + wide) + 3),
        min(height, int(top + wide) + 3),
    ]
    part = image[inner[1] : inner[3], inner[0] : inner[2]]
    if not part.size:
        return np.zeros((side, side, 3), np.uint8)
    if scale < 0.7:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    shrink = np.array([part.shape[1] / (inner[2] - inner[0]), part.shape[0] / (inner[3] - inner[1])])
    # Pixel centres, not corners, are what the matrix moves.
    rotate = np.array([[cosine, -sine], [sine, cosine]]) * scale
    middle = np.array([(x0 + x1) / 2 - inner[0], (y0 + y1) / 2 - inner[1]])
    shift = side / 2 - 0.5 - rotate @ (middle - 0.5 / shrink)
    matrix = np.concatenate([rotate / shrink, shift[:, None]], 1)
    return np.asarray(cv2.warpAffine(part, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
