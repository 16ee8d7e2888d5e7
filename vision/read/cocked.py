"""The classifier of cocked dice: whether each die lies flat and free, given the camera pose.

Cut out of its picture, a die that leans looks like one that lies flat and is seen aslant. Hence each crop is turned so
that upright things point up in it, and the network is told how aslant the place is seen.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import CameraPose
from vision.locate.crop import crop
from vision.locate.locator import Located
from vision.network import MOST_THREADS, Floats, Network, load_network

Image = NDArray[np.uint8]

MARGIN = 1.5
"""Side of the crop in widths of the die's box: the foot of the die and its shadow beside it are seen."""

AT_A_TABLE = 0.04
"""Part of the dice thrown at a table that does not lie flat and free: far less than of those trained on."""

STEEPEST = 45.0
"""Degrees that stand for 1 in the network's fourth input."""


class CockedClassifier:
    """Tells dice that are cocked, stacked or covered from those that lie flat and free."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.side = int(network.card["side"])
        self.temperature = float(network.card["temperature"])
        self.training_share = float(network.card["shown"])
        self.threshold = float(network.card["leans"])

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS) -> "CockedClassifier":
        """Load the project's classifier, or the one in `folder`; raises ModelError."""
        return cls(load_network("cocked", folder, threads))

    def probabilities(self, image: Image, dice: Sequence[Located], camera_pose: CameraPose) -> Floats:
        """How likely each die (N) of a BGR uint8 picture (H, W, 3) does not lie flat and free, (N,) 0-1."""
        if not dice:
            return np.zeros(0, np.float32)
        middles = np.array([die.box for die in dice]).reshape(-1, 2, 2).mean(1)
        viewing_angles = camera_pose.viewing_angles(middles, (image.shape[1], image.shape[0]))
        crops = [
            crop(image, die.box, self.side, MARGIN, upward(*slant))
            for die, slant in zip(dice, viewing_angles.tolist(), strict=True)
        ]
        return self.calibrated(self.logits(np.stack(crops), np.hypot(*viewing_angles.T)))

    def calibrated(self, logits: Floats) -> Floats:
        """What logits (N,) mean at a table: calibrated, and as rare as cocked dice are there."""
        seldom = np.log(AT_A_TABLE / (1 - AT_A_TABLE) * (1 - self.training_share) / self.training_share)
        return np.asarray(1 / (1 + np.exp(-(logits / self.temperature + seldom))), np.float32)

    def logits(self, crops: NDArray[np.uint8], viewing_angles: NDArray[np.floating]) -> Floats:
        """What the network says of upright crops (N, side, side, 3) seen under slants (N,) in degrees, (N,).

        Each is seen as it is and in a mirror. Above 0 more such dice leaned than lay flat among those trained on.
        """
        return np.asarray(self.network(cocked_batch(crops, viewing_angles)).reshape(2, -1).mean(0), np.float32)


def upward(right: float, down: float) -> float:
    """By how many degrees a crop is turned clockwise so that a slant of the picture points up in it."""
    return float(-np.degrees(np.arctan2(right, -down)))


def cocked_batch(crops: NDArray[np.uint8], viewing_angles: NDArray[np.floating]) -> Floats:
    """What the network is shown of upright crops (N, S, S, 3) seen under slants (N,) in degrees: (2 N, 4, S, S).

    BGR 0-1 and the slant as a plane; first the crops as they are, then as in a mirror.
    """
    count, side = len(crops), crops.shape[1]
    batch = np.empty((2 * count, 4, side, side), np.float32)
    batch[:count, :3] = crops.transpose(0, 3, 1, 2)
    batch[:count, :3] *= np.float32(1 / 255)
    batch[count:, :3] = batch[:count, :3, :, ::-1]
    batch[:, 3] = np.tile(np.asarray(viewing_angles, np.float32) / np.float32(STEEPEST), 2)[:, None, None]
    return batch
