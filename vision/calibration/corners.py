"""Which corners make a tray: four of them, or an outline of any number."""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.errors import CalibrationError
from vision.geometry import Corners, Outline
from vision.sentence import say

LEAST_AREA = 0.02
"""Part of the picture: five dice of a thirtieth of its width do not fit into less."""

MOST_CORNERS = 64
"""Corners of an outline: a circle of as many is off by a thousandth of its width."""

SLACK = 1e-6
"""Rounding of a page's pixels to fractions may step this far over the picture's edge."""


def tray_corners(corners: Sequence[Sequence[float]]) -> Corners:
    """Check four (x, y), clockwise from top left, as fractions of the picture, and return them as plain numbers.

    Raises CalibrationError, saying what is wrong, for anything that is not a convex four-sided tray in the picture.
    """
    try:
        points = _numbers(corners)
    except (TypeError, ValueError) as error:
        raise CalibrationError(  # not for players
            f"The tray's corners are four pairs of numbers, not {corners!r}. Drag all four."
        ) from error
    if len(points) != 4:
        raise CalibrationError(f"A tray has four corners, not {len(points)}. Drag all four.")  # not for players
    points = _in_picture(points)
    if min(_turns(points)) <= 0:
        raise CalibrationError(
            say(
                "The tray's sides cross or bend inwards. Drag the corners into clockwise order, "
                "starting at the top left."
            )
        )
    return _large_enough(points)


def tray_outline(outline: Sequence[Sequence[float]]) -> Outline:
    """Check an outline of three or more (x, y) as fractions of the picture; return plain numbers, clockwise.

    It may bend inwards, and may be given anticlockwise. Raises CalibrationError, saying what is wrong, for anything
    that is no tray in the picture.
    """
    try:
        points = _numbers(outline)
    except (TypeError, ValueError) as error:
        # not for players
        raise CalibrationError(f"The tray's outline is a list of pairs of numbers, not {outline!r}.") from error
    if not 3 <= len(points) <= MOST_CORNERS:
        # not for players
        raise CalibrationError(f"A tray's outline has 3 to {MOST_CORNERS} corners, not {len(points)}.")
    points = _in_picture(points)
    if _sides_cross(points):
        raise CalibrationError(  # not for players
            "The sides of the tray's outline cross. Give its corners in the order in which they follow one another."
        )
    return _large_enough(points if _area(points) > 0 else points[::-1])


def _numbers(points: Sequence[Sequence[float]]) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)


def _in_picture(points: Outline) -> Outline:
    for number, point in enumerate(points, 1):
        if not all(math.isfinite(part) and -SLACK <= part <= 1 + SLACK for part in point):
            raise CalibrationError(
                say("Corner {number} of the tray is outside the picture. Drag it back inside.", number=number)
            )
    return tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in points)


def _large_enough(points: Outline) -> Outline:
    if (area := _area(points)) < LEAST_AREA:
        raise CalibrationError(
            say(
                "The tray covers only {share} of the picture, too little to read dice. Drag the corners apart, or "
                "move the camera closer.",
                share=f"{area:.1%}",
            )
        )
    return points


def _turns(points: Outline) -> list[float]:
    """At each corner the cross product of the sides that meet there: above 0 for a turn to the right in a picture."""
    sides = [np.subtract(points[(i + 1) % len(points)], points[i]) for i in range(len(points))]
    return [float(sides[i - 1][0] * sides[i][1] - sides[i - 1][1] * sides[i][0]) for i in range(len(points))]


def _sides_cross(points: Outline) -> bool:
    """Whether any two sides that are no neighbours meet."""
    count = len(points)
    return any(
        _meet(points[i], points[i + 1], points[j], points[(j + 1) % count])
        for i, j in combinations(range(count), 2)
        if j - i > 1 and (j + 1) % count != i
    )


def _meet(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    """Whether the line from a to b meets the one from c to d: each has the other's ends on both of its sides."""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _area(points: Outline) -> float:
    """The polygon's area by the shoelace formula; above 0 when it runs clockwise in a picture."""
    ahead = (*points[1:], points[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, ahead, strict=True)) / 2
