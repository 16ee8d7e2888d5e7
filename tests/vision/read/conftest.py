"""Rendered dice whose pips stand for other faces: no network can know such a set, it has to be taught."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.read import DiceReader
from vision.read.kinds import POKER
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, lying, render

CODE = dict(zip(range(1, 7), POKER, strict=True))
"""The face of the odd set that each number of pips stands for."""

ABOVE = VirtualCamera((0.0, -20.0, 420.0), (0.0, 0.0, 0.0), 1200.0, (640, 480))
"""The camera that looks at the tray."""


def tray(values: Sequence[int], seed: int) -> Picture:
    """Give a picture (480 x 640) of ivory dice with these values from left to right, on green cloth."""
    rng = np.random.default_rng(seed)
    cloth: Picture = np.clip(np.array([60, 105, 45]) + rng.normal(0, 4, (480, 640, 1)), 0, 255).astype(np.uint8)
    spots = np.linspace(-75, 75, len(values))
    dice = [
        DiePose((float(x), float(rng.uniform(-40, 40)), 8.0), lying(value, float(rng.uniform(0, 360))))
        for x, value in zip(spots, values, strict=True)
    ]
    picture = render(dice, ABOVE, LightSource(), cloth)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8)


@pytest.fixture(scope="session")
def reader() -> DiceReader:
    """Give the project's own reader."""
    return DiceReader.load()
