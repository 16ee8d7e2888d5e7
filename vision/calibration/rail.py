"""The keep rail: a strip along one side of the tray. What lies there is held without a button."""

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np

from vision.calibration.record import Calibration
from vision.geometry import Outline, Points

SIDES: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {"left": (0, False), "top": (1, False), "right": (0, True), "bottom": (1, True)}
)
"""The sides of a tray as it is seen from above: along which axis, and whether at its far end."""

WIDTHS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
"""Parts of the tray's width or depth that a strip may take: a tenth of a tray of 30 cm holds dice up to 20 mm."""


def strip(tray: Calibration, side: str, width: float) -> Outline:
    """The part of a tray within `width` (a part of the whole) of a side; corners in tray coordinates.

    Raises KeyError for a side not in SIDES.
    """
    axis, far = SIDES[side]
    around = tray.to_tray(tray.outline)
    least, most = float(around[:, axis].min()), float(around[:, axis].max())
    reach = width * (most - least)
    limit = most - reach if far else least + reach
    inside = around[:, axis] - limit if far else limit - around[:, axis]
    kept: list[tuple[float, float]] = []
    for number, (point, depth) in enumerate(zip(around, inside, strict=True)):
        after, depth_after = around[number - len(around) + 1], float(inside[number - len(around) + 1])
        if depth >= 0:
            kept.append((float(point[0]), float(point[1])))
        if (depth < 0) != (depth_after < 0):
            crossing = point + (after - point) * (depth / (depth - depth_after))
            kept.append((float(crossing[0]), float(crossing[1])))
    return tuple(kept)


def in_picture(tray: Calibration, rail: Outline) -> Outline:
    """A rail's corners as fractions 0-1 of the picture."""
    seen = np.clip(tray.to_picture(rail), 0, 1)
    return tuple((float(x), float(y)) for x, y in seen)


def lie_on_rail(tray: Calibration, places: Points) -> tuple[bool, ...]:
    """Which of these places (N, 2), fractions of the picture, lie on the tray's rail; none where it has no rail."""
    if tray.rail is None or not len(places):
        return (False,) * len(places)
    rail = np.asarray(tray.rail, np.float32).reshape(-1, 1, 2)
    return tuple(
        cv2.pointPolygonTest(rail, (float(x), float(y)), False) >= 0 for x, y in tray.to_tray(np.asarray(places))
    )
