"""Letters and numerals: typefaces that OpenCV brings, and letters drawn with a pen from skeletons, serifs and all."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulate.artwork.canvas import Canvas, Loops, Points, curve, ellipse, traced
from vision.simulate.material import Colour

_HEIGHT = 150
"""Pixels of a capital while it is drawn."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How letters look.

    `face` is "pen" for letters drawn here, else a typeface of OpenCV: "sans", "italic" or "uni"; `weight` runs from
    100 to 900. For the pen, `contrast` thins the strokes across the nib (0 even, 0.8 hair lines), `serif` is the
    feet's length in stroke widths (0 none), `slant` leans the letters. `wide` stretches them, `outline` leaves them
    hollow.
    """

    face: str = "sans"
    weight: int = 700
    contrast: float = 0.5
    serif: float = 1.0
    slant: float = 0.0
    wide: float = 1.0
    outline: bool = False

    def centred(self, text: str, height: float) -> Loops:
        """A word's outlines around 0, 0, capitals `height` high."""
        loops = self._loops(text)
        points = np.concatenate(loops)
        middle = (points.min(0) + points.max(0)) / 2
        return tuple((loop - middle) * (self.wide * height, height) for loop in loops)

    def write(self, canvas: Canvas, text: str, height: float, ink: Colour | None) -> None:
        """Write a word around the canvas's middle, capitals `height` high."""
        placed = self.centred(text, height)
        if self.outline:
            canvas.stroke(placed, 0.07 * height, ink)
        else:
            canvas.fill(placed, ink)

    def width(self, text: str) -> float:
        """Width of a word whose capitals are 1 high."""
        return float(np.ptp(np.concatenate(self._loops(text))[:, 0])) * self.wide

    def _loops(self, text: str) -> Loops:
        key = (self.weight, self.contrast, self.serif, self.slant)
        return _word(text, self.face, *(key if self.face == "pen" else (self.weight, 0.0, 0.0, 0.0)))


@lru_cache(maxsize=4096)
def _word(text: str, face: str, weight: int, contrast: float, serif: float, slant: float) -> Loops:
    """Outlines of a word, capitals 1 high and standing on y = 0."""
    if face != "pen":
        return _typeset(text, face, weight)
    loops: list[Points] = []
    left = 0.0
    for letter in text:
        drawn = _penned(letter, weight, contrast, serif)
        points = np.concatenate(drawn)
        start = points[:, 0].min()
        loops += [loop + np.array([left - start, 0]) for loop in drawn]
        left += float(points[:, 0].max() - start) + 0.07
    lean = np.array([[1, 0], [slant, 1]])
    return tuple(loop @ lean for loop in loops)


def _typeset(text: str, face: str, weight: int) -> Loops:
    mask = np.zeros((3 * _HEIGHT, (len(text) + 2) * 2 * _HEIGHT), np.uint8)
    base = (_HEIGHT, 2 * _HEIGHT)
    size = round(_HEIGHT / 0.7)  # capitals are about seven tenths of the size
    cv2.putText(mask, text, base, 255, cv2.FontFace(face), size, weight)
    return traced(mask, _HEIGHT, base)


# Skeletons: strokes of points in a box 0..1; "-" closes no shape, feet at the ends marked by True.
_Stroke = tuple[Points, bool, bool]


def _line(*points: tuple[float, float], first: bool = False, last: bool = False) -> _Stroke:
    return np.array(points, float), first, last


def _bent(path: Points, first: bool = False, last: bool = False) -> _Stroke:
    return path, first, last


def _stem(x: float) -> _Stroke:
    return _line((x, 1), (x, 0), first=True, last=True)


def _bowl(x: float, top: float, bottom: float, reach: float) -> _Stroke:
    middle, half = (top + bottom) / 2, (top - bottom) / 2
    arc = ellipse(x + reach * 0.35, middle, reach * 0.65, half, 90, -90)
    return _bent(np.concatenate([[(x, top)], arc, [(x, bottom)]]))


_SKELETONS: dict[str, tuple[_Stroke, ...]] = {
    "A": (_line((0, 0), (0.4, 1), first=True), _line((0.4, 1), (0.8, 0), last=True), _line((0.15, 0.35), (0.65, 0.35))),
    "B": (_stem(0.08), _bowl(0.08, 1, 0.54, 0.55), _bowl(0.08, 0.54, 0, 0.62)),
    "C": (_bent(ellipse(0.42, 0.5, 0.42, 0.5, 50, 310)),),
    "D": (_stem(0.08), _bowl(0.08, 1, 0, 0.7)),
    "F": (_stem(0.08), _line((0.08, 1), (0.6, 1)), _line((0.08, 0.52), (0.5, 0.52))),
    "H": (_stem(0.08), _stem(0.7), _line((0.08, 0.5), (0.7, 0.5))),
    "I": (_stem(0.1),),
    "J": (_bent(np.concatenate([[(0.5, 1)], curve((0.5, 0.35), (0.5, -0.1), (0.08, -0.1), (0.05, 0.25))]), True),),
    "K": (_stem(0.08), _line((0.68, 1), (0.08, 0.4), first=True), _line((0.28, 0.58), (0.74, 0), last=True)),
    "P": (_stem(0.08), _bowl(0.08, 1, 0.45, 0.6)),
    "Q": (_bent(ellipse(0.45, 0.5, 0.45, 0.5)), _bent(curve((0.45, 0.25), (0.65, 0.2), (0.7, -0.1), (0.95, -0.12)))),
    "R": (_stem(0.08), _bowl(0.08, 1, 0.48, 0.58), _line((0.38, 0.48), (0.74, 0), last=True)),
    "S": (
        _bent(
            curve((0.6, 0.8), (0.45, 1.15), (-0.3, 1.0), (0.1, 0.6), (0.95, 0.35), (0.5, -0.2), (0.02, 0.2), steps=40)
        ),
    ),
    "T": (_line((0.4, 1), (0.4, 0), last=True), _line((0, 1), (0.8, 1))),
    "V": (_line((0, 1), (0.38, 0), first=True), _line((0.38, 0), (0.76, 1), last=True)),
    "W": (
        _line((0, 1), (0.27, 0), first=True),
        _line((0.27, 0), (0.5, 0.85)),
        _line((0.5, 0.85), (0.73, 0)),
        _line((0.73, 0), (1, 1), last=True),
    ),
    "X": (_line((0.02, 1), (0.72, 0), first=True, last=True), _line((0.7, 1), (0.04, 0), first=True, last=True)),
    "Д": (
        _line((0.2, 0.12), (0.3, 1)),
        _line((0.3, 1), (0.72, 1)),
        _line((0.7, 1), (0.7, 0.12)),
        _line((0, 0.1), (0.9, 0.1)),
        _line((0.02, 0.1), (0.02, -0.12)),
        _line((0.88, 0.1), (0.88, -0.12)),
    ),
    "0": (_bent(ellipse(0.33, 0.5, 0.33, 0.5)),),
    "1": (_line((0.3, 1), (0.3, 0), last=True), _line((0.3, 1), (0.08, 0.78))),
    "9": (_bent(ellipse(0.33, 0.67, 0.32, 0.33)), _bent(curve((0.65, 0.67), (0.66, 0.2), (0.4, -0.05), (0.12, 0.06)))),
}

NIB = np.radians(20)
"""The pen's edge lies this far from level: upright strokes come out broad, level ones thin."""


def _penned(letter: str, weight: int, contrast: float, serif: float) -> Loops:
    """A letter's outlines, drawn along its skeleton by a broad nib."""
    mask = np.zeros((2 * _HEIGHT, 3 * _HEIGHT), np.uint8)
    broad = 0.05 + 0.24 * weight / 900
    for path, first, last in _SKELETONS[letter]:
        _draw_stroke(mask, path, broad, contrast)
        for end, wanted in ((path[0], first), (path[-1], last)):
            if wanted and serif > 0:
                thin = broad * max(0.25, 0.8 - contrast) / 2
                foot = np.array([(-1, -thin), (1, -thin), (1, thin), (-1, thin)]) * (broad * (0.5 + 0.5 * serif), 1)
                inward = thin if end[1] < 0.5 else -thin
                cv2.fillPoly(mask, [_fixed(end + foot + (0, inward))], 255, cv2.LINE_AA, 4)
    return traced(mask, _HEIGHT, (0.5 * _HEIGHT, 1.5 * _HEIGHT))


def _draw_stroke(mask: NDArray[np.uint8], path: Points, broad: float, contrast: float) -> None:
    fine = np.concatenate([np.linspace(a, b, 8, endpoint=False) for a, b in pairwise(path)] + [path[-1:]])
    if len(path) > 8 and np.hypot(*(path[0] - path[-1])) < 0.2 and np.ptp(path[:, 0]) > 0.5:
        fine = np.concatenate([fine, fine[:2]])
    steps = np.gradient(fine, axis=0)
    along = np.arctan2(steps[:, 1], steps[:, 0])
    widths = broad * (1 - contrast * (1 - np.abs(np.sin(along - NIB))))
    across = np.stack([-np.sin(along), np.cos(along)], 1) * widths[:, None] / 2
    for start in range(len(fine) - 1):
        piece = [fine[start] + across[start], fine[start + 1] + across[start + 1]]
        piece += [fine[start + 1] - across[start + 1], fine[start] - across[start]]
        cv2.fillConvexPoly(mask, _fixed(np.array(piece)), 255, cv2.LINE_AA, 4)


def _fixed(points: Points) -> NDArray[np.int32]:
    pixels = points * (1, -1) * _HEIGHT + (0.5 * _HEIGHT, 1.5 * _HEIGHT)
    return np.asarray(np.round(pixels * 16), np.int32).reshape(-1, 1, 2)
