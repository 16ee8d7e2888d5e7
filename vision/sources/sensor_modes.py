"""Which mode of a sensor on the Pi's connector to use: the smallest that sees all that the lens gives."""

from collections.abc import Mapping, Sequence
from typing import Any

from vision.sources.base import RATE, WANTED

WHOLE = 0.95
"""Of the widest and highest field of any mode; some modes leave out a few lines at the edge."""

SAME_SHAPE = 0.01
"""Shapes that differ by less in width to height are one: our own picture size does for them."""

Mode = Mapping[str, Any]
"""One of picamera2's `sensor_modes`: with "size", "crop_limits" (x, y, width, height), "fps" and "bit_depth"."""


def full_field_mode(modes: Sequence[Mode]) -> Mode | None:
    """The smallest mode with the sensor's whole field that is fast enough and no smaller than the picture we want.

    Of several of that size the one with most bits; where none is large enough, the largest. None where none is fast
    enough.
    """
    fast = [mode for mode in modes if mode["fps"] >= RATE]
    width = max((mode["crop_limits"][2] for mode in fast), default=0)
    height = max((mode["crop_limits"][3] for mode in fast), default=0)
    whole = [
        mode
        for mode in fast
        if mode["crop_limits"][2] >= WHOLE * width and mode["crop_limits"][3] >= WHOLE * height and _pixels(mode) > 0
    ]
    large = [mode for mode in whole if mode["size"][0] >= WANTED[0] and mode["size"][1] >= WANTED[1]]
    if large:
        return min(large, key=lambda mode: (_pixels(mode), -mode["bit_depth"]))
    return max(whole, key=lambda mode: (_pixels(mode), mode["bit_depth"]), default=None)


def picture_size(mode: Mode) -> tuple[int, int]:
    """The size to ask for: as many pixels as we want, in the shape of the mode, or its sides would be cut off.

    Widths are multiples of 64: libcamera pads others.
    """
    _, _, width, height = mode["crop_limits"]
    shape = width / height
    if abs(shape * WANTED[1] / WANTED[0] - 1) < SAME_SHAPE:
        return WANTED
    across = round((WANTED[0] * WANTED[1] * shape) ** 0.5 / 64) * 64
    return across, round(across / shape / 2) * 2


def _pixels(mode: Mode) -> int:
    return int(mode["size"][0] * mode["size"][1])
