"""A tray drawn in grey squares, a reader of it, and a camera over it that does what a test says."""

import threading
import time
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.errors import SourceLostError
from vision.frame import Frame, Picture
from vision.geometry import Kept
from vision.sources.base import ClosableSource, Report

Lying = Sequence[tuple[int, int, int]]
"""Dice as x, y in pixels and value."""


def tray_with(dice: Lying) -> Picture:
    """A dark tray of 320 x 240 with a square of 30 pixels for each die, the brighter the higher its value."""
    picture = np.full((240, 320, 3), 40, np.uint8)
    for x, y, value in dice:
        cv2.rectangle(picture, (x - 15, y - 15), (x + 14, y + 14), (100 + 24 * value,) * 3, -1)
    return picture


def covered(lying: Lying) -> Picture:
    """A tray into which a sleeve reaches from below, past the dice."""
    return np.asarray(cv2.line(tray_with(lying), (210, 260), (190, 120), (40, 50, 150), 50), np.uint8)


class SquareReader:
    """Reads the trays of `tray_with` by their brightness; counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(
        self,
        image: Picture,
        outline: NDArray[np.floating] | None = None,
        camera_pose: CameraPose | None = None,  # noqa: ARG002 - every reader has the same shape
    ) -> tuple[Detection, ...]:
        self.asked += 1
        grey = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 5)
        _, bright = cv2.threshold(grey, 100, 255, cv2.THRESH_BINARY)
        _, _, stats, centres = cv2.connectedComponentsWithStats(bright)
        seen = []
        for (x, y, width, height, area), (cx, cy) in list(zip(stats, centres, strict=True))[1:]:
            if area < 400 or (outline is not None and not _inside(outline, float(cx), float(cy))):
                continue
            level = (float(np.median(grey[y : y + height, x : x + width])) - 100) / 24
            value = min(max(round(level), 1), 6)
            confidence = 1 - abs(level - value)
            others = sorted("123456", key=lambda face: abs(int(face) - level))
            box = (float(x), float(y), float(x + width), float(y + height))
            seen.append(Detection(str(value), confidence, confidence > 0.7, tuple(others[:3]), box))
        return tuple(sorted(seen, key=lambda die: die.centre))


def _inside(outline: NDArray[np.floating], x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.asarray(outline, np.float32).reshape(-1, 1, 2), (x, y), False) >= 0


class ScriptedCamera(ClosableSource):
    """A source that shows what the test lays into it, at 50 frames a second, and can hang or be unplugged.

    A `sleeve` may reach into its tray.
    """

    is_live = True

    def __init__(self, spec: str = "usb:0", dice: Lying = ()) -> None:
        self._spec = spec
        self.dice = dice
        self.kept: list[Sequence[Kept]] = []
        self.counts: list[int] = []
        self.kinds: list[str | None] = []
        self.unplugged = False
        self.restless = False
        self.sleeve = False
        self.hanging = threading.Event()
        self.closed = threading.Event()
        self.shown = 0
        self._random = np.random.default_rng(1)

    @property
    def spec(self) -> str:
        return self._spec

    @property
    def can_throw(self) -> bool:
        return True

    @property
    def report(self) -> Report:
        return Report("Scripted camera", self._spec)

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        self.kinds.append(kind)
        self.kept.append(kept)
        self.counts.append(count)

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - every source has the same shape
        time.sleep(0.02)
        while self.hanging.is_set():
            time.sleep(0.01)
        if self.unplugged or self.closed.is_set():
            raise SourceLostError("somebody pulled the plug")
        noise = self._random.integers(-3, 4, (240, 320, 3))
        tray = covered(self._lying()) if self.sleeve else tray_with(self._lying())
        image: Picture = np.clip(tray + noise, 0, 255).astype(np.uint8)
        self.shown += 1
        return Frame(image, time.monotonic(), self.shown)

    def _lying(self) -> Lying:
        """The dice, shifted by chance from frame to frame when restless."""
        shift = 12 * int(self._random.integers(0, 4)) if self.restless else 0
        return [(x + shift, y, value) for x, y, value in self.dice]

    def wait_for(self, frames: int) -> None:
        """Wait until so many frames have been shown."""
        while self.shown < frames:
            time.sleep(0.01)

    def close(self) -> None:
        self.closed.set()
