"""The four suits and other small signs, each as loops in a box of about -1..1."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulate.artwork.canvas import Loops, Points, curve, ellipse, star, traced

SUITS = ("spade", "heart", "diamond", "club")
MAKES = 5
"""How many ways there are to draw a suit; the last is kept for the designs that nobody trains on."""

_PIXELS = 160


@lru_cache(maxsize=64)
def sign(name: str, make: int = 0) -> Loops:
    """A suit (`spade`, `heart`, `diamond`, `club`) or another sign of SIGNS, drawn in one of MAKES ways."""
    mask = np.zeros((3 * _PIXELS, 3 * _PIXELS), np.uint8)
    for part in SIGNS[name](make):
        fixed = np.round((part * (1, -1) + 1.5) * _PIXELS * 16).astype(np.int32)
        cv2.fillPoly(mask, [fixed.reshape(-1, 1, 2)], 255, cv2.LINE_AA, 4)
    return traced(mask, _PIXELS, (1.5 * _PIXELS, 1.5 * _PIXELS))


def _mirrored(half: Points) -> Points:
    """A closed path from its right half, which runs along the middle line's ends."""
    return np.concatenate([half, half[::-1] * (-1, 1)])


def _heart(make: int) -> list[Points]:
    if make == 0:
        t = np.linspace(0, np.pi, 40)
        x = 16 * np.sin(t) ** 3
        y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
        return [_mirrored(np.stack([x / 17, (y + 2.5) / 16.5], 1))]
    notch, shoulder, waist = ((0.5, 1.25, 0.1), (0.62, 1.1, -0.25), (0.4, 1.35, 0.25), (0.75, 1.0, -0.4))[make - 1]
    top = curve((0, notch), (0.15, 1.15), (0.95, 1.15), (0.97, 0.42))
    side = curve((0.97, 0.42), (shoulder - 0.15, waist), (0.3, -0.55), (0, -1))
    return [_mirrored(np.concatenate([top, side]))]


def _stem(make: int) -> Points:
    wide = (0.42, 0.3, 0.55, 0.36, 0.5)[make]
    return _mirrored(curve((0, -0.1), (0.08, -0.6), (wide * 0.5, -0.95), (wide, -1)))


def _spade(make: int) -> list[Points]:
    return [*(part * (1, -0.83) + (0, 0.17) for part in _heart(make)), _stem(make)]


def _diamond(make: int) -> list[Points]:
    wide, bend = ((0.75, 0.0), (0.8, 0.12), (0.66, -0.03), (0.9, 0.2), (0.6, 0.08))[make]
    inner = 0.5 - bend
    half = np.concatenate(
        [curve((0, 1), (wide * inner, inner), (wide, 0)), curve((wide, 0), (wide * inner, -inner), (0, -1))]
    )
    return [_mirrored(half)]


def _club(make: int) -> list[Points]:
    radius, apart, high = (
        (0.44, 0.5, 0.5),
        (0.4, 0.54, 0.56),
        (0.47, 0.45, 0.48),
        (0.42, 0.5, 0.54),
        (0.36, 0.56, 0.6),
    )[make]
    leaves = [ellipse(0, high, radius, radius), ellipse(-apart, -0.16, radius, radius)]
    leaves += [ellipse(apart, -0.16, radius, radius), ellipse(0, 0, 0.25, 0.4)]
    return [*leaves, _stem(make)]


def _crown(make: int) -> list[Points]:
    tips = (3, 5, 3, 5, 4)[make]
    xs = np.linspace(-1, 1, 2 * tips - 1)
    tops = np.where(np.arange(2 * tips - 1) % 2, 0.05, 0.75 - 0.15 * np.abs(xs))
    path = np.concatenate([[(-0.75, -0.8)], np.stack([xs, tops], 1), [(0.75, -0.8)]])
    balls = [ellipse(float(x), float(y) + 0.06, 0.13, 0.13) for x, y in path[1:-1:2]] if make % 2 == 0 else []
    return [np.asarray(path), *balls]


def _star(make: int) -> list[Points]:
    return [star((5, 6, 8, 5, 7)[make], (0.4, 0.55, 0.5, 0.5, 0.45)[make])]


def _lily(_: int) -> list[Points]:
    """A fleur-de-lis."""
    middle = _mirrored(curve((0, 1), (0.45, 0.3), (0.1, -0.05), (0.0, -0.25)))
    petal = np.concatenate(
        [
            curve((0.08, -0.2), (0.3, 0.9), (1.0, 0.65), (0.85, 0.0)),
            curve((0.85, 0.0), (0.62, 0.45), (0.3, 0.2), (0.2, -0.3)),
        ]
    )
    band = np.array([(-0.5, -0.3), (0.5, -0.3), (0.5, -0.15), (-0.5, -0.15)])
    foot = _mirrored(curve((0, -0.3), (0.4, -0.6), (0.1, -0.7), (0, -1)))
    return [middle, petal, petal * (-1, 1), band, foot]


def _sun(make: int) -> list[Points]:
    return [star(12, 0.62), ellipse(0, 0, 0.55 + 0.03 * make, 0.55)]


def _chess(kind: str) -> Callable[[int], list[Points]]:
    def piece(_: int) -> list[Points]:
        foot = np.array([(-0.62, -1), (0.62, -1), (0.55, -0.75), (-0.55, -0.75)])
        body = _mirrored(curve((0.0, 0.3), (0.35, 0.25), (0.12, -0.45), (0.5, -0.78)))
        if kind == "king":
            top = [_mirrored(np.array([(0, 0.62), (0.42, 0.6), (0.3, 0.2), (0, 0.2)]))]
            return [foot, body, *top, _bar(0, 0.8, 0.08, 0.28), _bar(0, 0.84, 0.22, 0.08)]
        if kind == "queen":
            tips = np.array(
                [(-0.55, 0.75), (-0.3, 0.4), (0, 0.85), (0.3, 0.4), (0.55, 0.75), (0.33, 0.15), (-0.33, 0.15)]
            )
            return [foot, body, tips, *(ellipse(x, y, 0.1, 0.1) for x, y in ((-0.55, 0.78), (0, 0.9), (0.55, 0.78)))]
        neck = curve((-0.45, -0.78), (-0.5, 0.2), (-0.3, 0.6), (0.0, 0.75))
        ear, mouth = np.array([(0.05, 0.98), (0.2, 0.75)]), np.array([(0.5, -0.05), (0.3, 0.15)])
        brow = curve((0.2, 0.75), (0.6, 0.5), (0.75, 0.2), (0.7, 0.0))
        breast = curve((0.15, 0.1), (0.0, -0.2), (0.45, -0.5), (0.5, -0.78))
        return [foot, np.concatenate([neck, ear, brow, mouth, breast])]

    return piece


def _bar(x: float, y: float, wide: float, high: float) -> Points:
    return np.array([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)])


SIGNS: dict[str, Callable[[int], list[NDArray[np.float64]]]] = {
    "spade": _spade,
    "heart": _heart,
    "diamond": _diamond,
    "club": _club,
    "crown": _crown,
    "star": _star,
    "lily": _lily,
    "sun": _sun,
    "chess-king": _chess("king"),
    "chess-queen": _chess("queen"),
    "chess-jack": _chess("knight"),
}
"""Every sign by its name, each a function from the make to closed paths that together fill it."""
