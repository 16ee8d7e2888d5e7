"""Pictures of a tray that never was: dice drawn on green felt, the same for the same values."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

WIDE = (640, 480)
"""Pixels of a picture of the whole tray."""
DIE = 70
"""Pixels of a die's side."""


def centres(values: Sequence[int]) -> list[tuple[int, int]]:
    """Where the dice of a tray picture lie, in pixels."""
    step = (WIDE[0] - 140) / max(4, len(values) - 1)
    return [(round(70 + step * index), 120 + (value * 97 + index * 61) % 240) for index, value in enumerate(values)]


@cache
def drawn(values: tuple[int, ...], wide: bool = False) -> bytes:
    """A JPEG of dice lying on green felt: one die a 120-pixel square, or a WIDE picture of a whole tray."""
    random = np.random.default_rng(sum(value * 7**index for index, value in enumerate(values)))
    width, height = WIDE if wide or len(values) > 1 else (120, 120)
    felt = np.full((height, width, 3), (58, 92, 34), np.float32) + random.normal(0, 7, (height, width, 1))
    canvas = np.clip(felt, 0, 255).astype(np.uint8)
    for value, centre in zip(values, [(60, 60)] if len(values) == 1 else centres(values), strict=True):
        _draw_die(canvas, centre, value, float(random.uniform(-40, 40)))
    done, data = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return bytes(data)


def _draw_die(canvas: np.ndarray, centre: tuple[int, int], value: int, angle: float) -> None:
    low, high = -17, 17
    pips = {
        1: [(0, 0)],
        2: [(low, high), (high, low)],
        3: [(low, high), (0, 0), (high, low)],
        4: [(low, low), (low, high), (high, low), (high, high)],
        5: [(low, low), (low, high), (0, 0), (high, low), (high, high)],
        6: [(low, low), (low, 0), (low, high), (high, low), (high, 0), (high, high)],
    }[value]
    shadow = cv2.boxPoints(((centre[0] + 5, centre[1] + 7), (DIE, DIE), angle)).astype(np.int32)
    body = cv2.boxPoints((centre, (DIE, DIE), angle)).astype(np.int32)
    cv2.fillConvexPoly(canvas, shadow, (30, 48, 18), cv2.LINE_AA)
    cv2.fillConvexPoly(canvas, body, (222, 236, 244), cv2.LINE_AA)
    turn = np.deg2rad(angle)
    for x, y in pips:
        at = (
            int(centre[0] + x * np.cos(turn) - y * np.sin(turn)),
            int(centre[1] + x * np.sin(turn) + y * np.cos(turn)),
        )
        cv2.circle(canvas, at, 7, (28, 22, 26), -1, cv2.LINE_AA)
