"""What the checks measure in pictures of the tray."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.frame import Picture
from vision.geometry import Outline

COARSE = 320
"""Pixels along the longer side of the picture in which light is measured: dice are still there, noise is not."""

REBLUR = 2.0
"""Pixels: what a picture is blurred by to see how much sharper it was before."""

LEAST_STEEP = 12.0
"""Of the steepest hundredth of a picture, in Sobel's measure: a webcam's noise has 10, a die's blurred edge 20."""

DIE_MARGIN = 0.35
"""Parts of a die's width around its box that belong to it: edges, and the darkest of its shadow."""

Mask = NDArray[np.bool_]
"""True where a picture is looked at."""


def tray_mask(picture: Picture, outline: Outline, dice: Sequence[Detection] = ()) -> Mask:
    """The tray's ground in a picture: inside the outline, without the dice and their shadows."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    corners = np.round(np.asarray(outline) * (width, height) - 0.5).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255)
    for die in dice:
        x0, y0, x1, y1 = _grown(die, DIE_MARGIN)
        mask[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = 0
    return np.asarray(mask > 0)


def coarse(picture: Picture, mask: Mask) -> tuple[Picture, Mask]:
    """Picture and mask with COARSE pixels along the longer side."""
    height, width = picture.shape[:2]
    scale = min(1.0, COARSE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.asarray(cv2.resize(mask.astype(np.uint8), size) > 0)


def light_level(picture: Picture, mask: Mask) -> float:
    """The ground's median brightness, 0-255."""
    return float(np.median(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[mask]))


def glare_share(picture: Picture, mask: Mask) -> float:
    """The part (0-1) of the ground that is covered by a shine.

    A lamp's mirror image adds white to any colour, so what counts is the weakest of the three channels: where it is
    more than halfway from the ground's usual to white.
    """
    small, inside = coarse(picture, mask)
    weakest = small.min(axis=2)[inside].astype(np.float32)
    usual = float(np.median(weakest))
    return float(np.mean(weakest > usual + 0.5 * (255 - usual)))


def flicker_share(pictures: Sequence[Picture], mask: Mask) -> float:
    """By how much (deviation, parts of the light) rows of the picture change from picture to picture.

    A lamp on the mains brightens whole pictures, or runs down them in bands, as each row is exposed at its own time.
    The median across a row does not follow a hand or a die that moves there.
    """
    _, inside = coarse(pictures[0], mask)
    greys = [cv2.cvtColor(coarse(picture, mask)[0], cv2.COLOR_BGR2GRAY).astype(np.float32) + 1 for picture in pictures]
    usual = np.mean(greys, axis=0)
    wide = inside.sum(axis=1)
    rows = np.flatnonzero(wide >= min(8, wide.max())).tolist()
    ratios = np.array([[np.median((grey / usual)[row][inside[row]]) for row in rows] for grey in greys])
    return float(np.percentile(ratios.std(axis=0), 95))


def blur(picture: Picture, outline: Outline) -> float | None:
    """How blurred the sharpest edges in and around the tray are: the deviation of a Gaussian, in pixels.

    None where there is no edge to tell it by. An edge blurred by s falls to s / √(s² + r²) of its steepness when it is
    blurred by r more, whatever its contrast.
    """
    height, width = picture.shape[:2]
    x0, y0 = np.clip(np.floor(np.min(outline, axis=0) * (width, height) - 8), 0, None).astype(int)
    x1, y1 = np.ceil(np.max(outline, axis=0) * (width, height) + 8).astype(int)
    grey = np.asarray(cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY), np.float32)
    # Noise is sharper than any edge; this little blur, taken out again below, hides it.
    first = 1.0
    before, after = _steepness(grey, first), _steepness(grey, float(np.hypot(first, REBLUR)))
    # Neighbouring edges flow into each other; on the ridge of the steepest ones that matters least.
    steep = float(np.percentile(before, 99.0))
    if steep < LEAST_STEEP:
        return None
    ridge = (before >= cv2.dilate(before, np.ones((5, 5)))) & (before >= steep)
    ratio = before[ridge] / np.maximum(after[ridge], 1e-6)
    sharp = float(np.percentile(ratio, 75))
    spread = REBLUR**2 / max(sharp**2 - 1, 1e-3) - first**2
    return float(np.sqrt(max(spread, 0.0)))


def die_width(dice: Sequence[Detection]) -> float:
    """The median width of the dice in pixels."""
    return float(np.median([die.width for die in dice]))


def die_contrast(picture: Picture, dice: Sequence[Detection]) -> float:
    """The least distance of a die's colour from that of the ground around it, in steps of CIELAB."""
    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    taken = np.zeros(picture.shape[:2], bool)
    for die in dice:
        taken[_window(die, 0.1, picture)] = True
    distances = []
    for die in dice:
        middle = lab[_window(die, -0.2, picture)].reshape(-1, 3)
        around = lab[_window(die, 0.6, picture)][~taken[_window(die, 0.6, picture)]]
        if len(middle) and len(around):
            distances.append(float(np.linalg.norm(np.median(middle, axis=0) - np.median(around, axis=0))))
    return min(distances, default=0.0)


def _steepness(grey: NDArray[np.float32], spread: float) -> NDArray[np.float32]:
    """How steep a grey picture is at each pixel once it is blurred by `spread` pixels."""
    blurred = cv2.GaussianBlur(grey, (0, 0), spread)
    across, down = cv2.Sobel(blurred, cv2.CV_32F, 1, 0), cv2.Sobel(blurred, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _grown(die: Detection, margin: float) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = die.box
    more = margin * die.width
    return round(x0 - more), round(y0 - more), round(x1 + more), round(y1 + more)


def _window(die: Detection, margin: float, picture: Picture) -> tuple[slice, slice]:
    x0, y0, x1, y1 = _grown(die, margin)
    height, width = picture.shape[:2]
    return slice(min(max(y0, 0), height), max(min(y1, height), 0)), slice(
        min(max(x0, 0), width), max(min(x1, width), 0)
    )
