"""Which four corners make a tray."""

import math
from collections.abc import Sequence

import numpy as np

from vision.errors import CalibrationError
from vision.geometry import Corners
from vision.sentence import say

LEAST_AREA = 0.02
"""Part of the picture: five dice of a thirtieth of its width do not fit into less."""

SLACK = 1e-6
"""Rounding of a page's pixels to fractions may step this far over the picture's edge."""


def tray_corners(corners: Sequence[Sequence[float]]) -> Corners:
    """Check four (x, y), clockwise from top left, as fractions of the picture, and return them as plain numbers.

    Raises CalibrationError, saying what is wrong, for anything that is not a convex four-sided tray in the picture.
    """
    try:
        points = tuple((float(x), float(y)) for x, y in corners)
    except (TypeError, ValueError) as error:
        raise CalibrationError(
            say("The tray's corners are four pairs of numbers, not {corners}. Drag all four.", corners=repr(corners))
        ) from error
    if len(points) != 4:
        raise CalibrationError(say("A tray has four corners, not {number}. Drag all four.", number=len(points)))
    for number, point in enumerate(points, 1):
        if not all(math.isfinite(part) and -SLACK <= part <= 1 + SLACK for part in point):
            raise CalibrationError(
                say("Corner {number} of the tray lies outside of the picture. Drag it back inside.", number=number)
            )
    points = tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in points)
    if min(_turns(points)) <= 0:
        raise CalibrationError(
            say(
                "The tray's sides cross or bend inwards. Drag the corners so that they follow one another clockwise, "
                "beginning at the top left."
            )
        )
    if (area := _area(points)) < LEAST_AREA:
        raise CalibrationError(
            say(
                "The tray covers only {share} of the picture, too little to read dice in. Drag the corners apart, or "
                "bring the camera nearer.",
                share=f"{area:.1%}",
            )
        )
    return points


def _turns(points: Corners) -> list[float]:
    """At each corner the cross product of the sides that meet there: above 0 for a turn to the right in a picture."""
    sides = [np.subtract(points[(i + 1) % 4], points[i]) for i in range(4)]
    return [float(sides[i - 1][0] * sides[i][1] - sides[i - 1][1] * sides[i][0]) for i in range(4)]


def _area(points: Corners) -> float:
    """The polygon's area by the shoelace formula; above 0 when it runs clockwise in a picture."""
    ahead = (*points[1:], points[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, ahead, strict=True)) / 2
