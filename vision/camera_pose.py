"""Camera pose: where a camera sees the tray from, and at what angle it sees each point."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points

USUAL_FOCAL = 0.85
"""Focal length in picture widths where it is unknown: webcams and Pi cameras see 55 to 70 degrees across."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the camera is, relative to the tray.

    `normal` is the direction straight up from the tray, in the camera's axes right, down and forward; `focal` the
    focal length in picture widths. The line of sight meets the picture at `centre`, in fractions of it.
    """

    normal: tuple[float, float, float]
    focal: float
    centre: tuple[float, float] = (0.5, 0.5)

    @classmethod
    def of_plane(
        cls,
        view: NDArray[np.floating],
        aspect: float,
        focal: float = USUAL_FOCAL,
        centre: tuple[float, float] = (0.5, 0.5),
    ) -> Self:
        """The pose over a plane whose homography (3, 3) from the picture, in fractions, is known.

        Only the two directions of the plane's axes count, not its scale along them. `aspect` is the picture's height
        in widths.
        """
        x, y = centre
        to_rays = np.array([[1, 0, -x], [0, aspect, -y * aspect], [0, 0, focal]])
        along, across, _ = (to_rays @ np.linalg.inv(np.asarray(view, np.float64))).T
        normal = np.cross(along, across)
        normal /= -np.linalg.norm(normal) * (np.sign(normal[2]) or 1.0)  # it points to the camera
        right, down, forward = normal.tolist()
        return cls((right, down, forward), focal, centre)

    @classmethod
    def from_json(cls, record: Mapping[str, Any] | None) -> Self | None:
        """The pose whose fields were written as JSON; None for none."""
        if record is None:
            return None
        return cls(tuple(record["normal"]), record["focal"], tuple(record["centre"]))

    def viewing_angles(self, points: NDArray[np.floating], size: tuple[int, int]) -> Points:
        """Viewing angles at points (N, 2) of a picture, in pixels; `size` is its width and height.

        Each row (right, down) points to where the upper end of something upright is seen from its foot; its length is
        the angle in degrees between the line of sight and the upright: (0, 0) is seen from straight above.
        """
        reach = self.focal * size[0]
        across, along = (np.asarray(points, np.float64) - np.multiply(self.centre, size)).T / reach
        right, down, forward = self.normal
        lengths = np.sqrt(across**2 + along**2 + 1)
        cosines = -(right * across + down * along + forward) / lengths
        ways = np.stack([right - across * forward, down - along * forward], 1)
        ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
        return np.asarray(ways * np.degrees(np.arccos(np.clip(cosines, -1, 1)))[:, None], np.float64)
