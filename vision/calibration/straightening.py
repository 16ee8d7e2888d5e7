"""Calibrating lens distortion from photographs of the board on the printed sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.lens import Lens
from vision.calibration.markers import BOARD
from vision.errors import CalibrationError
from vision.frame import Picture
from vision.sentence import say


@dataclass(frozen=True, slots=True)
class LensThresholds:
    """When photographs of the board are good enough."""

    corners: int = 8
    """Corners of the board in a photograph, of 24: fewer say little, and lie all in one place of the picture."""

    pictures: int = 4
    """Photographs: two would do in theory, four survive one that is blurred."""

    error: float = 0.0015
    """Parts of the picture's longer side, deviation: ten times that of sharp photographs of a flat board."""


Board = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Corners of the board that are seen: where they are on it, in mm (N, 3), and in the picture, in pixels (N, 2)."""


def sees_board(picture: Picture, thresholds: LensThresholds | None = None) -> bool:
    """Whether enough of the board is seen in a picture for it to tell something of the lens."""
    return _board(picture, thresholds or LensThresholds()) is not None


def find_lens(pictures: Sequence[Picture], thresholds: LensThresholds | None = None) -> Lens:
    """The lens that took photographs (BGR uint8, all of one size) of the board.

    Raises CalibrationError, saying why, where they tell none.
    """
    limits = thresholds or LensThresholds()
    sizes = {picture.shape[1::-1] for picture in pictures}
    if len(sizes) > 1:
        raise CalibrationError(say("The photos of the board differ in size. Take them all with one camera."))
    seen = [board for picture in pictures if (board := _board(picture, limits)) is not None]
    if len(seen) < limits.pictures:
        raise CalibrationError(
            say(
                "The board is clear in {seen} of {given} photos; {needed} are needed. Take sharp photos from close up, "
                "with most of the board in each.",
                seen=len(seen),
                given=len(pictures),
                needed=limits.pictures,
            )
        )
    (size,) = sizes
    on_board, in_picture = zip(*seen, strict=True)
    # Tangential and sixth-power terms are smaller than what such photographs can tell.
    flags = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    error, matrix, bends, _, _ = cv2.calibrateCamera(on_board, in_picture, size, np.eye(3), np.zeros(5), flags=flags)
    if error > limits.error * max(size):
        raise CalibrationError(
            say(
                "The photos of the board do not fit together: its corners are {error} pixels off. Keep it flat on "
                "cardboard, and leave the camera's focus and zoom as they are.",
                error=f"{error:.1f}",
            )
        )
    numbers = np.asarray(bends, np.float64).reshape(-1).tolist()
    return Lens(
        (int(size[0]), int(size[1])),
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (numbers[0], numbers[1]),
        float(error),
    )


def _board(picture: Picture, limits: LensThresholds) -> Board | None:
    detector = cv2.aruco.CharucoDetector(BOARD)
    corners, ids, _, _ = detector.detectBoard(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if ids is None or len(ids) < limits.corners:
        return None
    on_board = np.asarray(BOARD.getChessboardCorners(), np.float32)[np.asarray(ids).reshape(-1)]
    # OpenCV counts from the middle of the first pixel, this program from its edge.
    return on_board, np.asarray(corners, np.float32).reshape(-1, 2) + np.float32(0.5)
