"""The floor that the networks are measured against: pips counted as blobs by OpenCV, without any learning.

Not used in play. `models.training.evaluate` shows how well it reads, `vision.benchmarks.pipeline` how long it takes.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.frame import Picture

LARGEST = 0.004
"""Greatest area of a blob as a part of the picture's."""


@dataclass(frozen=True, slots=True)
class BlobSettings:
    """Chosen by `python -m models.training.floor` on the photographs that the networks were trained on."""

    side: int = 640
    """Long side in pixels of the picture in which blobs are looked for."""
    circularity: float = 0.85
    """Least roundness of a blob, 1 for a disc."""
    smallest: float = 50.0
    """Least area of a blob in pixels."""
    steps: int = 2
    """Levels of grey, ten apart, at which a blob must stand out: more leave out more of the ground's grain."""
    reach: float = 3.5
    """Blobs nearer to each other than this many of their diameters are pips of one die."""


class BlobReader:
    """Reads dice by counting round blobs that lie close together; the same port as DiceReader."""

    def __init__(self, settings: BlobSettings | None = None) -> None:
        self.settings = settings or BlobSettings()

    def read(
        self,
        image: Picture,
        outline: NDArray[np.floating] | None = None,
        camera_pose: CameraPose | None = None,  # noqa: ARG002 - every reader has the same shape
    ) -> tuple[Detection, ...]:
        """Dice of a BGR uint8 picture (H, W, 3), left to right, inside the `outline` (N, 2) where one is given.

        It knows no doubt: every reading is sure.
        """
        scale = min(1.0, self.settings.side / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        blobs = self._detector(grey.size).detect(grey)
        seen = []
        for group in self._groups(np.array([(*blob.pt, blob.size) for blob in blobs]).reshape(-1, 3)):
            if len(group) > 6:
                continue
            middle = (group[:, :2].min(0) + group[:, :2].max(0)) / 2
            half = max(float(np.ptp(group[:, :2], axis=0).max()) / 2 * 1.8, float(group[:, 2].mean()) * 2)
            box = np.concatenate([middle - half, middle + half]) / scale
            if (
                outline is None
                or cv2.pointPolygonTest(
                    np.asarray(outline, np.float32).reshape(-1, 1, 2), (middle / scale).tolist(), False
                )
                >= 0
            ):
                face = str(len(group))
                seen.append(
                    Detection(face, 1.0, True, (face,), (float(box[0]), float(box[1]), float(box[2]), float(box[3])))
                )
        return tuple(sorted(seen, key=lambda die: die.centre))

    def _detector(self, pixels: int) -> cv2.SimpleBlobDetector:
        chosen = cv2.SimpleBlobDetector.Params()
        chosen.filterByColor = False  # pips are darker or lighter than their die
        chosen.filterByCircularity, chosen.minCircularity = True, self.settings.circularity
        chosen.filterByInertia, chosen.minInertiaRatio = True, 0.4
        chosen.filterByConvexity, chosen.minConvexity = True, 0.8
        chosen.filterByArea, chosen.minArea = True, self.settings.smallest
        chosen.maxArea = LARGEST * pixels
        chosen.minRepeatability = self.settings.steps
        return cv2.SimpleBlobDetector.create(chosen)

    def _groups(self, blobs: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Blobs (N, 3: x, y, diameter) in groups whose members reach each other, each (M, 3)."""
        apart = np.hypot(*(blobs[:, None, :2] - blobs[None, :, :2]).transpose(2, 0, 1))
        near = apart < self.settings.reach * (blobs[:, None, 2] + blobs[None, :, 2]) / 2
        left, groups = set(range(len(blobs))), []
        while left:
            group, edge = set(), {left.pop()}
            while edge:
                one = edge.pop()
                group.add(one)
                fresh = left & set(np.flatnonzero(near[one]).tolist())
                left -= fresh
                edge |= fresh
            groups.append(blobs[sorted(group)])
        return groups
