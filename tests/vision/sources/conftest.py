from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.pace import FrameClock


class FakeClock:
    """Time that passes only when someone waits."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def clock() -> FrameClock:
    return FakeClock()


def shade(level: int, width: int = 320, height: int = 240) -> np.ndarray:
    """A picture that is told from others by its grey level."""
    picture = np.full((height, width, 3), level, np.uint8)
    cv2.circle(picture, (width // 2, height // 2), 30, (255 - level, 90, 40), -1)
    return picture


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three photographs, in order of their names 40, 120 and 200 grey, one of them upright."""
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "b.JPG"), shade(120))
    cv2.imwrite(str(photos / "a.png"), shade(40))
    cv2.imwrite(str(photos / "c.png"), shade(200, 240, 320))
    (photos / "notes.txt").write_text("not a photograph")
    return photos


@pytest.fixture
def film(tmp_path: Path) -> Callable[[int, float], Path]:
    """Writes a recording whose n-th picture is 10 n grey."""

    def write(pictures: int, rate: float) -> Path:
        path = tmp_path / "roll.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (320, 240))
        for number in range(pictures):
            writer.write(shade(10 * number))
        writer.release()
        return path

    return write
