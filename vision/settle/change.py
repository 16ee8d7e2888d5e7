"""How much of one picture differs from another: changed cells of a coarse grid, whatever the light and noise do."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture

Grid = npt.NDArray[np.float32]
"""Grey levels 0-255 of a coarse picture, rows x columns."""

Mask = npt.NDArray[np.uint8]
"""255 where a cell of the grid is looked at, 0 elsewhere."""


@dataclass(frozen=True, slots=True)
class ChangeThresholds:
    """What counts as a changed cell."""

    cells: int = 192
    """Cells along the longer side: a die of 24 pixels in 640 still covers 7, a pixel's noise is averaged away."""

    least: float = 7.0
    """Grey levels, mean of 3 x 3 cells: a cream die on a white table changes its edge cells by 15 and more."""

    noise_factor: float = 5.0
    """Times the noise measured in the two pictures: at 5 sigma not one of 27,000 cells changes by chance."""

    noise_ceiling: float = 3.0
    """Grey levels. More than this over half of the cells is motion of the whole picture, not noise."""

    light_reach: int = 61
    """Cells a side of the square over which light is taken to vary smoothly; dice are a sixth of it and less."""

    blinding: float = 245.0
    """Grey level from which a cell is overexposed: it no longer follows the light and tells nothing."""


def grid_of(image: Picture, cells: int) -> Grid:
    """The picture in grey, `cells` along its longer side."""
    height, width = image.shape[:2]
    scale = cells / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    # Halving has a fast way of its own in OpenCV; the whole is three times as fast with it.
    if max(height, width) >= 4 * cells:
        grey = cv2.resize(grey, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def mask_of(shape: tuple[int, int], outline: npt.NDArray[np.float64] | None) -> Mask:
    """A mask for a grid of `shape` (rows, columns): inside the `outline` (N x 2, fractions of the picture) or all."""
    if outline is None:
        return np.full(shape, 255, np.uint8)
    mask = np.zeros(shape, np.uint8)
    corners = np.round(outline * (shape[1] - 1, shape[0] - 1)).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255)
    return mask


def changed_cells(now: Grid, before: Grid, mask: Mask, thresholds: ChangeThresholds) -> int:
    """How many cells inside the mask show something else than before.

    A change of the light is taken out first: of the whole picture, of rows (a lamp on the mains runs down the
    picture in bands), and any smooth one. Pictures of different shape differ in every cell.
    """
    if now.shape != before.shape or mask.shape != now.shape:
        return int(now.size)
    ratio = (now + 8) / (before + 8)
    expected = (before + 8) * np.median(ratio, axis=1, keepdims=True)
    reach = (thresholds.light_reach, thresholds.light_reach)
    smooth = cv2.blur(now + 8, reach) / cv2.blur(expected, reach)
    difference = now + 8 - expected * smooth
    difference[(now >= thresholds.blinding) & (before >= thresholds.blinding)] = 0
    noise = min(1.4826 * float(np.median(np.abs(difference))), thresholds.noise_ceiling)
    # The mean of nine cells has a third of their noise where cells are independent; cameras smear theirs a little.
    level = max(thresholds.least, thresholds.noise_factor * noise / 2)
    changed = (np.abs(cv2.blur(difference, (3, 3))) >= level) & (mask > 0)
    return int(np.count_nonzero(changed))
