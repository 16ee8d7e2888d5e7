"""Readings drawn over the picture they were read from."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import UNKNOWN, Detection
from vision.frame import Picture

SURE = (120, 220, 90)
UNSURE = (40, 150, 255)
OUTLINE = (230, 200, 90)
INK = (20, 20, 20)


def draw_readings(
    picture: Picture,
    detections: Sequence[Detection],
    outline: NDArray[np.floating] | None = None,
    rail: NDArray[np.floating] | None = None,
) -> Picture:
    """A copy of a BGR picture with each die's box, face and confidence, and the tray's outline (N, 2) in pixels.

    The keep rail (N, 2) is a brighter strip.

    What the reader is not sure of is orange and carries a question mark.
    """
    drawn = picture.copy()
    stroke = max(1, round(max(picture.shape[:2]) / 500))
    if rail is not None:
        strip = np.asarray(rail).reshape(-1, 1, 2).astype(np.int32)
        brighter = cv2.fillPoly(drawn.copy(), [strip], OUTLINE)
        drawn = np.asarray(cv2.addWeighted(drawn, 0.75, brighter, 0.25, 0), np.uint8)
        cv2.polylines(drawn, [strip], True, OUTLINE, stroke, cv2.LINE_AA)
    if outline is not None:
        corners = np.asarray(outline).reshape(-1, 1, 2).astype(np.int32)
        cv2.polylines(drawn, [corners], True, OUTLINE, stroke, cv2.LINE_AA)
    for seen in detections:
        colour = SURE if seen.sure else UNSURE
        x0, y0, x1, y1 = (round(v) for v in seen.box)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), colour, stroke, cv2.LINE_AA)
        text = UNKNOWN if seen.face == UNKNOWN else f"{seen.face}{'' if seen.sure else '?'} {seen.confidence:.0%}"
        scale = float(np.clip(seen.width / 70, 0.4, 1.6))
        (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, stroke)
        top = y0 - high - below - stroke if y0 > high + below + stroke else y1
        cv2.rectangle(drawn, (x0, top), (x0 + wide, top + high + below), colour, -1)
        cv2.putText(drawn, text, (x0, top + high), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, stroke, cv2.LINE_AA)
    return drawn
