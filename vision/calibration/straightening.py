"""Finding what a lens bends, from photographs of the board on the printed sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

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


def find_lens(pictures: Sequence[Picture], thresholds: LensThresholds | None = None) -> Lens:
    """The lens that took photographs (BGR uint8, all of one size) of the board.

    Raises CalibrationError, saying why, where they tell none.
    """
    limits = thresholds or LensThresholds()
    sizes = {picture.shape[1::-1] for picture in pictures}
    if len(sizes) > 1:
        raise CalibrationError(say("The photos of the board have several sizes. Take all with one camera."))
    detector = cv2.aruco.CharucoDetector(BOARD)
    on_board, in_picture = [], []
    for picture in pictures:
        corners, ids, _, _ = detector.detectBoard(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        if ids is not None and len(ids) >= limits.corners:
            on_board.append(np.asarray(BOARD.getChessboardCorners(), np.float32)[np.asarray(ids).reshape(-1)])
            # OpenCV counts from the middle of the first pixel, this program from its edge.
            in_picture.append(np.asarray(corners, np.float32).reshape(-1, 2) + np.float32(0.5))
    if len(on_board) < limits.pictures:
        raise CalibrationError(
            say(
                "The board is seen well in {seen} of {given} photos; {needed} are needed. Take them sharp and near, "
                "with most of the board in each.",
                seen=len(on_board),
                given=len(pictures),
                needed=limits.pictures,
            )
        )
    (size,) = sizes
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
