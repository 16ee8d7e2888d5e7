"""Small pictures of the tray while dice roll: the newest frame each time, made once for everybody who looks."""

import threading

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.frame import Picture
from vision.geometry import outline_in_pixels
from vision.sources.capture import Capture

WIDTH = 480
"""Pixels: enough for dice that roll, and some 15 kB a picture."""

QUALITY = 60
"""Of the JPEG; what moves is never sharp."""

MARGIN = 0.03
"""Parts of the tray's width and height shown around it."""


class RollingPicture:
    """Makes the pictures. Nothing is queued: whoever asks seldom gets the newest frame and none of those between."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._made_of: tuple[int, int] | None = None
        self._jpeg = b""

    def newer(self, capture: Capture, tray: Calibration, after: int) -> tuple[int, bytes] | None:
        """Return the number of the newest frame of `capture` and its JPEG; None while it is still the one `after`."""
        with self._making:
            taken = capture.newest
            if taken is None or taken.number == after:
                return None
            if self._made_of != (id(capture), taken.number):
                self._jpeg = _small(_cut_to_tray(taken.frame.image, tray))
                self._made_of = id(capture), taken.number
            return taken.number, self._jpeg


def _cut_to_tray(picture: Picture, tray: Calibration) -> Picture:
    """The part of the picture in which the tray lies; all of it where no tray is marked."""
    height, width = picture.shape[:2]
    outline = outline_in_pixels(tray.outline, (width, height))
    if outline is None:
        return picture
    low, high = outline.min(axis=0), outline.max(axis=0)
    around = MARGIN * (high - low)
    x0, y0 = np.floor(np.maximum(low - around, 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(high + around, (width, height))).astype(int)
    return picture[y0:y1, x0:x1]


def _small(picture: Picture) -> bytes:
    height, width = picture.shape[:2]
    if width > WIDTH:
        picture = np.asarray(cv2.resize(picture, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA))
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
