"""The printed sheet as a camera sees it: its cards laid into a simulated tray, its board held before a lens."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.markers import (
    CARD_SIDE,
    card_modules,
)
from vision.frame import Picture
from vision.simulate.dice import VirtualCamera

FINE = 12
"""Pixels of paper for each module."""

Pose = tuple[float, float, float]
"""Where a card's middle lies in mm, y away from the player, and how many degrees it is turned."""


def paper(black: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Modules as printed: 20 or 240, with a white border of one module, FINE pixels each."""
    cells = np.pad(np.where(black, 20, 240).astype(np.uint8), 1, constant_values=240)
    return cells.repeat(FINE, 0).repeat(FINE, 1)


def laid(
    picture: Picture, camera: VirtualCamera, poses: Sequence[Pose], cards: Sequence[int] = (0, 1, 2, 3)
) -> Picture:
    """The picture with cards (0-3) lying flat on the ground, seen by the camera as sharp as its pixels allow."""
    for card, (x, y, degrees) in zip(cards, poses, strict=True):
        turn, half = np.radians(degrees), CARD_SIDE / 2
        corners = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        seen = camera.project(np.column_stack([turned, np.zeros(4)]))
        picture = pasted(picture, paper(card_modules(card)), seen)
    return picture


def pasted(picture: Picture, drawn: NDArray[np.uint8], corners: NDArray[np.floating]) -> Picture:
    """The picture with a grey drawing whose corners are at these pixels; averaged from a twofold picture."""
    height, width = picture.shape[:2]
    rows, columns = drawn.shape
    edge = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(edge, np.asarray(corners, np.float32) * 2)
    # Pixel middles, not corners, are what OpenCV moves.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = np.linalg.inv(half) @ matrix @ half
    both = cv2.merge([drawn, np.full_like(drawn, 255)])
    large = cv2.warpPerspective(both, matrix, (width * 2, height * 2), flags=cv2.INTER_AREA)
    small = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = small[..., 1:] / 255
    return np.asarray(picture * (1 - cover) + small[..., :1], np.uint8)


def in_corners(width: float, depth: float) -> list[Pose]:
    """Cards 1 to 4 in the corners of a tray of half sides `width` and `depth` mm."""
    x, y = width - CARD_SIDE / 2, depth - CARD_SIDE / 2
    return [(-x, y, 0.0), (x, y, 0.0), (x, -y, 0.0), (-x, -y, 0.0)]
