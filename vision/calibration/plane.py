"""The plane that equal squares lie in, measured from how a camera sees them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, mapped

STEPS = 60
"""Steps of the fit at most; most take ten."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """`homography` (3, 3) takes mm of the plane to the picture.

    `poses` (K, 3) are each square's middle in mm and its turn in radians; `error` is the deviation, in the picture's
    units, of where the corners are seen from where they would be.
    """

    homography: NDArray[np.float64]
    poses: NDArray[np.float64]
    error: float

    def placed(self, square: int, points: Points) -> Points:
        """Points (N, 2) in mm from the middle of a square, in its own directions, as places of the plane in mm."""
        return _placed(self.poses[square], points)


def fit_plane(seen: NDArray[np.float64], corners: Points) -> Plane:
    """The plane in which squares lie that are seen at `seen` (K, 4, 2), in pixels.

    All have the same `corners` (4, 2), in mm from their middle; how they lie to one another is not known. Seeing one
    square alone would do, but the farther apart they lie the better the plane is known.
    """
    # Pixels are brought near to 1, and millimetres to a square's side, so that all unknowns are of a size.
    middle, spread = seen.reshape(-1, 2).mean(axis=0), float(np.ptp(seen.reshape(-1, 2), axis=0).max())
    side = float(np.ptp(corners[:, 0]))
    targets, unit = (seen - middle) / spread, corners / side
    unknowns = _first_guess(targets, unit)
    damping = 1e-3
    error = _residuals(unknowns, targets, unit)
    for _ in range(STEPS):
        slopes = _slopes(unknowns, targets, unit, error)
        pull = slopes.T @ slopes
        step = np.linalg.solve(pull + damping * np.diag(np.diag(pull) + 1e-9), -slopes.T @ error)
        tried = _residuals(unknowns + step, targets, unit)
        if tried @ tried < error @ error:
            small = float(error @ error - tried @ tried) < 1e-12 * float(error @ error)
            unknowns, error, damping = unknowns + step, tried, damping / 5
            if small:
                break
        else:
            damping *= 5
    to_pixels = np.array([[spread, 0, middle[0]], [0, spread, middle[1]], [0, 0, 1]])
    homography = to_pixels @ _homography(unknowns) @ np.diag([1 / side, 1 / side, 1])
    poses = unknowns[8:].reshape(-1, 3) * (side, side, 1)
    return Plane(homography, poses, float(np.sqrt(np.mean(error**2) * 2)) * spread)


def _first_guess(targets: NDArray[np.float64], unit: Points) -> NDArray[np.float64]:
    """The plane without any tilt: every square as large and as turned as it is seen in the mean."""
    sides = np.linalg.norm(targets - np.roll(targets, 1, axis=1), axis=2)
    scale = float(sides.mean())
    middles = targets.mean(axis=1) / scale
    along = targets[:, 1] + targets[:, 2] - targets[:, 0] - targets[:, 3]
    turns = np.arctan2(along[:, 1], along[:, 0])
    poses = np.column_stack([middles, turns])
    placed = np.concatenate([_placed(pose, unit) for pose in poses])
    homography, _ = cv2.findHomography(placed, targets.reshape(-1, 2))
    flat = np.asarray(homography, np.float64).reshape(-1)
    return np.concatenate([flat[:8] / flat[8], poses.reshape(-1)])


def _homography(unknowns: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(unknowns[:8], 1.0).reshape(3, 3)


def _residuals(unknowns: NDArray[np.float64], targets: NDArray[np.float64], unit: Points) -> NDArray[np.float64]:
    placed = np.concatenate([_placed(pose, unit) for pose in unknowns[8:].reshape(-1, 3)])
    return (mapped(placed, _homography(unknowns)) - targets.reshape(-1, 2)).reshape(-1)


def _slopes(
    unknowns: NDArray[np.float64], targets: NDArray[np.float64], unit: Points, here: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How each residual changes with each unknown, by small steps."""
    step = 1e-6
    columns = [(_residuals(unknowns + step * one, targets, unit) - here) / step for one in np.eye(len(unknowns))]
    return np.column_stack(columns)


def _placed(pose: NDArray[np.float64], points: Points) -> Points:
    x, y, turn = pose
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(points @ along.T + (x, y), np.float64)
