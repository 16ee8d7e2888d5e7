"""The one crop: what the face reader is shown of a die, in training and in play alike."""

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]

MARGIN = 1.3
"""Side of the crop in widths of the die's box: enough of the sides to judge tilt, little of the neighbours."""


def crop(image: NDArray[np.uint8], box: Box, side: int, margin: float = MARGIN) -> NDArray[np.uint8]:
    """Cut a square around a die and scale it to (side, side, 3).

    `image` is BGR uint8 (H, W, 3), `box` x0, y0, x1, y1 in its pixels; beyond the picture its edge is repeated.
    """
    x0, y0, x1, y1 = box
    reach = (x1 - x0 + y1 - y0) / 2 * margin
    scale = side / reach
    height, width = image.shape[:2]
    left, top = (x0 + x1 - reach) / 2, (y0 + y1 - reach) / 2
    # A warp reads single pixels: a large die is first averaged down, else its pips alias.
    inner = [
        max(0, int(left) - 2),
        max(0, int(top) - 2),
        min(width, int(left + reach) + 3),
        min(height, int(top + reach) + 3),
    ]
    part = image[inner[1] : inner[3], inner[0] : inner[2]]
    if not part.size:
        return np.zeros((side, side, 3), np.uint8)
    if scale < 0.7:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    shrink = (part.shape[1] / (inner[2] - inner[0]), part.shape[0] / (inner[3] - inner[1]))
    zoom = (scale / shrink[0], scale / shrink[1])
    matrix = np.array(
        [
            [zoom[0], 0, -scale * (left - inner[0]) + 0.5 * zoom[0] - 0.5],
            [0, zoom[1], -scale * (top - inner[1]) + 0.5 * zoom[1] - 0.5],
        ]
    )
    return np.asarray(cv2.warpAffine(part, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
