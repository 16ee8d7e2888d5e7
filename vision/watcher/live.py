"""The live picture, drawn on request."""

import threading
import time

import numpy as np

from vision.calibration import Calibration
from vision.calibration.rail import in_picture
from vision.detection import Detection
from vision.geometry import outline_in_pixels
from vision.overlay import draw_readings
from vision.pipeline import jpeg
from vision.sources.capture import Capture

LIVE_STEP = 0.2
"""Seconds for which a live picture is good: five a second look alive and cost a Pi little."""


class LivePicture:
    """Draws the live picture on request, at most once every LIVE_STEP."""

    def __init__(self) -> None:
        self._drawing = threading.Lock()
        self._shown: tuple[object, ...] = ()
        self._drawn_at = 0.0
        self._jpeg: bytes | None = None

    def drawn(self, capture: Capture, tray: Calibration, seen: tuple[Detection, ...]) -> bytes | None:
        """The newest picture of `capture` as JPEG, with the tray, its keep rail and the readings drawn over it."""
        with self._drawing:
            taken = capture.newest
            if taken is None:
                return None
            now = time.monotonic()
            shown = (taken.number, tray, seen, id(capture))
            fresh = self._shown[1:] == shown[1:] and (now - self._drawn_at < LIVE_STEP or self._shown[0] == shown[0])
            if self._jpeg is None or not fresh:
                frame = taken.frame
                outline = outline_in_pixels(tray.outline, frame.size)
                rail = None if tray.rail is None else np.asarray(in_picture(tray, tray.rail)) * frame.size
                self._jpeg = jpeg(draw_readings(frame.image, seen, outline, rail))
                self._shown, self._drawn_at = shown, now
            return self._jpeg
