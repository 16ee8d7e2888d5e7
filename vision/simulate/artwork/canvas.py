"""A face to draw on: filled and stroked paths in a few inks, anti-aliased, with places of their own scale and turn."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulate.material import Colour

Points = NDArray[np.float64]
Loops = tuple[Points, ...]
"""Closed paths, each (N, 2), x to the right and y up. Where loops lie in each other, every second one is a hole."""

DRAWN = 256
"""Pixels across a face while it is drawn."""
KEPT = 128
"""Pixels across a face as it is laid on a die."""

_SHIFT = 4  # OpenCV draws at sixteenths of a pixel


class Canvas:
    """A face of -1..1 in both axes, y up. `at` gives places on it that are drawn on in their own coordinates."""

    def __init__(self) -> None:
        self._inks: dict[Colour, NDArray[np.uint8]] = {}
        self._matrix = np.array([[DRAWN / 2, 0, DRAWN / 2], [0, -DRAWN / 2, DRAWN / 2]])

    def at(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, wide: float = 1.0) -> "Canvas":
        """The same face with its middle moved to (x, y), `scale` units long, turned by degrees, `wide` times wider."""
        cosine, sine = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
        place = Canvas.__new__(Canvas)
        place._inks = self._inks
        inner = np.array([[cosine * wide, -sine, x], [sine * wide, cosine, y], [0, 0, 1]])
        place._matrix = self._matrix @ inner
        return place

    def fill(self, loops: Loops | Points, ink: Colour | None) -> None:
        """Fill paths with an ink, or with None bare them."""
        paths = [self._fixed(loop) for loop in _as_loops(loops)]
        self._paint(lambda mask, value: cv2.fillPoly(mask, paths, value, cv2.LINE_AA, _SHIFT), ink)

    def stroke(
        self, loops: Loops | Points, width: float, ink: Colour | None, closed: bool = True, least: int = 1
    ) -> None:
        """Draw along paths, `width` in this place's units and no thinner than `least` pixels of the drawing."""
        scale = float(np.sqrt(abs(np.linalg.det(self._matrix[:, :2]))))
        thick = max(least, round(width * scale))
        paths = [self._fixed(loop) for loop in _as_loops(loops)]
        self._paint(lambda mask, value: cv2.polylines(mask, paths, closed, value, thick, cv2.LINE_AA, _SHIFT), ink)

    def disc(self, x: float, y: float, radius: float, ink: Colour | None, high: float = 1.0) -> None:
        """Fill a circle, or an ellipse `high` times as high as wide."""
        self.fill(ellipse(x, y, radius, radius * high), ink)

    def ring(self, x: float, y: float, radius: float, width: float, ink: Colour | None, high: float = 1.0) -> None:
        """Draw a circle's or an ellipse's outline."""
        self.stroke(ellipse(x, y, radius, radius * high), width, ink)

    def line(self, points: Sequence[tuple[float, float]], width: float, ink: Colour | None) -> None:
        """Draw an open path."""
        self.stroke(np.array(points, float), width, ink, closed=False)

    def picture(self) -> NDArray[np.uint8]:
        """The face as it is laid on a die: uint8 (KEPT, KEPT, 4), linear RGB and cover."""
        total = np.zeros((KEPT, KEPT, 4), np.float32)
        for colour, mask in self._inks.items():
            cover = cv2.resize(mask, (KEPT, KEPT), interpolation=cv2.INTER_AREA).astype(np.float32)
            total += cover[..., None] * np.array([*colour, 1], np.float32)
        colours = total[..., :3] / np.maximum(total[..., 3:], 1e-2) * 255
        return np.asarray(np.round(np.concatenate([colours, np.minimum(total[..., 3:], 255)], 2)), np.uint8)

    def _fixed(self, loop: Points) -> NDArray[np.int32]:
        points = loop @ self._matrix[:, :2].T + self._matrix[:, 2]
        return np.asarray(np.round((points - 0.5) * 2**_SHIFT), np.int32).reshape(-1, 1, 2)

    def _paint(self, draw: Callable[[NDArray[np.uint8], int], object], ink: Colour | None) -> None:
        if ink is not None and ink not in self._inks:
            self._inks[ink] = np.zeros((DRAWN, DRAWN), np.uint8)
        for colour, mask in self._inks.items():
            draw(mask, 255 if colour == ink else 0)


def ellipse(x: float, y: float, wide: float, high: float, start: float = 0, end: float = 360) -> Points:
    """Points on an ellipse (or, from `start` to `end` degrees, an arc of it) of half axes `wide` and `high`."""
    turns = np.radians(np.linspace(start, end, max(6, int(abs(end - start) / 9)), endpoint=end - start < 360))
    return np.stack([x + wide * np.cos(turns), y + high * np.sin(turns)], 1)


def box(x0: float, y0: float, x1: float, y1: float, corner: float = 0.0) -> Points:
    """A rectangle, its corners rounded by a radius."""
    if corner <= 0:
        return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)
    right, left, top, bottom = x1 - corner, x0 + corner, y1 - corner, y0 + corner
    middles = ((right, top), (left, top), (left, bottom), (right, bottom))
    return np.concatenate(
        [ellipse(x, y, corner, corner, 90 * quarter, 90 * quarter + 89.9) for quarter, (x, y) in enumerate(middles)]
    )


def curve(*points: tuple[float, float], steps: int = 24) -> Points:
    """A Bézier curve with any number of control points."""
    controls = np.array(points, float)
    t = np.linspace(0, 1, steps)[:, None]
    while len(controls) > 1:
        controls = np.array([(1 - t) * one + t * two for one, two in pairwise(controls)])
    return np.asarray(controls[0])


def star(points: int, inner: float, turn: float = 90.0) -> Points:
    """A star of radius 1 with `points` tips and notches at `inner`."""
    turns = np.radians(turn + np.arange(2 * points) * 180 / points)
    radii = np.where(np.arange(2 * points) % 2, inner, 1.0)
    return np.stack([np.cos(turns) * radii, np.sin(turns) * radii], 1)


def traced(mask: NDArray[np.uint8], unit: float, origin: tuple[float, float]) -> Loops:
    """Outlines of a drawn mask as loops: `unit` pixels are 1, `origin` is the pixel (x, y) that becomes 0, 0."""
    found, _ = cv2.findContours(np.asarray(mask > 127, np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    loops = []
    for contour in found:
        smooth = cv2.approxPolyDP(contour, 0.6, True).reshape(-1, 2).astype(float)
        if len(smooth) > 2:
            loops.append((smooth - origin) / unit * (1, -1))
    return tuple(loops)


def _as_loops(loops: Loops | Points) -> Loops:
    return (loops,) if isinstance(loops, np.ndarray) else loops
