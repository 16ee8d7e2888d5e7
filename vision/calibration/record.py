"""What is known of a tray in a picture: its outline, its measures, and its keep rail."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.corners import tray_corners, tray_outline
from vision.calibration.lens import Lens
from vision.camera_pose import CameraPose
from vision.errors import CalibrationError
from vision.geometry import WHOLE, Outline, Points, mapped

Matrix = tuple[tuple[float, float, float], ...]
"""A homography, three rows of three."""

SAME = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""The homography that leaves everything where it is."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where a tray lies in the pictures of its source.

    `outline` is its inner edge, clockwise, in fractions of the picture. `view` takes places of the picture (in
    fractions, straightened where a `lens` is known) to the tray seen from above: in mm where `millimetres`, else in
    parts of whatever is known (0-1). `rail` is the keep rail, three or more (x, y) in that view. Raises
    CalibrationError with all faults by field.
    """

    outline: Outline
    view: Matrix = SAME
    millimetres: bool = False
    rail: Outline | None = None
    lens: Lens | None = None

    def __post_init__(self) -> None:
        faults = dict(self._faults())
        if faults:
            named = "; ".join(f"{field}: {what}" for field, what in faults.items())
            raise CalibrationError(f"This is no tray. {named}", faults=faults)

    @classmethod
    def of_corners(cls, corners: Sequence[Sequence[float]]) -> Self:
        """A four-sided tray whose measures nobody knows: its view is a square of side 1, from the first corner on."""
        checked = tray_corners(corners)
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        return cls(
            checked,
            as_matrix(np.asarray(cv2.getPerspectiveTransform(np.asarray(checked, np.float32), square), np.float64)),
        )

    def to_tray(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """Places (N, 2) of the picture, in fractions, as places of the tray."""
        seen = np.asarray(points, np.float64)
        return mapped(self.lens.straightened(seen) if self.lens else seen, np.asarray(self.view))

    def to_picture(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """Places (N, 2) of the tray as places of the picture, in fractions."""
        straight = mapped(points, np.linalg.inv(np.asarray(self.view)))
        return self.lens.bent(straight) if self.lens else straight

    def camera_pose(self, size: tuple[int, int]) -> CameraPose | None:
        """Where pictures of a size (width, height) are taken from; None where no plane of the tray is known.

        The focal length is the lens's where that was measured, else the usual one.
        """
        if self.outline == WHOLE or self.view == SAME:
            return None
        aspect = size[1] / size[0]
        if self.lens is None:
            return CameraPose.of_plane(np.asarray(self.view), aspect)
        x, y = np.divide(self.lens.centre, self.lens.size).tolist()
        return CameraPose.of_plane(np.asarray(self.view), aspect, self.lens.focal[0] / self.lens.size[0], (x, y))

    def with_rail(self, rail: Sequence[Sequence[float]] | None) -> Self:
        """The same tray with a keep rail, corners in tray coordinates; None takes it away."""
        return replace(self, rail=None if rail is None else _plain(rail))

    def moved(self, motion: NDArray[np.floating]) -> Self:
        """The same tray in a picture that shows everything moved by a homography (3, 3) of fractions.

        A corner that left the picture is brought back to its edge.
        """
        outline = np.clip(mapped(self.outline, motion), 0, 1)
        view = np.asarray(self.view) @ np.linalg.inv(motion)
        return replace(self, outline=_plain(outline), view=as_matrix(view))

    def _faults(self) -> Sequence[tuple[str, str]]:
        faults = []
        try:
            object.__setattr__(self, "outline", tray_outline(self.outline))
        except CalibrationError as error:
            faults.append(("outline", error.sentence))
        view = np.asarray(self.view, np.float64)
        sound = view.shape == (3, 3) and bool(np.isfinite(view).all()) and abs(np.linalg.det(view)) > 1e-12
        if not sound:
            faults.append(("view", "It is no homography: three rows of three numbers that can be undone."))
        if self.lens is not None and (fault := self.lens.fault()):
            faults.append(("lens", f"It is no lens: {fault}."))
        if self.rail is not None and not faults and (rail := self._rail_fault(self.rail)):
            faults.append(("rail", rail))
        return faults

    def _rail_fault(self, rail: Outline) -> str | None:
        if len(rail) < 3 or not all(math.isfinite(part) for point in rail for part in point):
            return "A keep rail has three or more corners, pairs of numbers."
        middle = self.to_picture([np.mean(rail, axis=0)])[0]
        around = np.asarray(self.outline, np.float32).reshape(-1, 1, 2)
        if cv2.pointPolygonTest(around, (float(middle[0]), float(middle[1])), False) < 0:
            return "The keep rail's middle lies outside of the tray. Mark a strip of the tray."
        return None


def as_matrix(matrix: NDArray[np.floating]) -> Matrix:
    """A homography as plain numbers, its last one 1."""
    first, second, third = (np.asarray(matrix, np.float64) / matrix[2, 2]).tolist()
    return (tuple(first), tuple(second), tuple(third))


def _plain(points: Sequence[Sequence[float]] | Points) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)
