"""The face reader: what the network says of each die's crop, seen from several sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.locate.crop import crop
from vision.locate.locator import Located
from vision.network import MOST_THREADS, Floats, Network, load_network

Image = NDArray[np.uint8]

UNREADABLE = "unreadable"

CLEAR = 3.0
"""Logits by which the best label must lead after two views to save the other two: labels smoothed by a twentieth in
training make four to five of what could not be clearer."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceOutputs:
    """What the network says of N dice: logits (N, labels) and, where it gives one, an embedding (N, E) of length 1.

    Dice of one face of one set lie close together in the embedding, other faces of that set far off.
    """

    logits: Floats
    embeddings: Floats | None


class FaceReader:
    """Reads the top face of located dice."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.labels: tuple[str, ...] = tuple(network.card["labels"])
        self.side = int(network.card["side"])
        self.temperature = float(network.card["temperature"])
        self.hash = str(network.card["sha256"])

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS) -> "FaceReader":
        """Load the project's face reader, or the one in `folder`; raises ModelError."""
        return cls(load_network("faces", folder, threads))

    @property
    def embeds(self) -> bool:
        """Whether the network gives embeddings, without which no set can be taught."""
        return "embedding" in self.network.card

    def predict(self, image: Image, dice: Sequence[Located]) -> FaceOutputs:
        """The network's outputs for each die of a BGR uint8 picture (H, W, 3)."""
        crops = [crop(image, die.box, self.side) for die in dice]
        return self.predict_crops(np.stack(crops) if crops else np.zeros((0, self.side, self.side, 3), np.uint8))

    def predict_crops(self, crops: NDArray[np.uint8]) -> FaceOutputs:
        """The network's outputs for crops (N, side, side, 3), BGR uint8.

        A die has no upright: each is seen turned by 0 and 90 degrees and the outputs averaged; where these leave a
        doubt, by 180 and 270 degrees, too.
        """
        if not len(crops):
            return FaceOutputs(np.zeros((0, len(self.labels)), np.float32), None)
        sums = list(self._summed(crops, (0, 1)))
        best = np.sort(sums[0] / 2, axis=1)
        doubtful = best[:, -1] - best[:, -2] < CLEAR
        views = np.where(doubtful, 4, 2).astype(np.float32)[:, None]
        if doubtful.any():
            for total, more in zip(sums, self._summed(crops[doubtful], (2, 3)), strict=True):
                total[doubtful] += more
        if not self.embeds:
            return FaceOutputs(sums[0] / views, None)
        return FaceOutputs(sums[0] / views, unit(sums[1]))

    def _summed(self, crops: NDArray[np.uint8], turns: Sequence[int]) -> tuple[Floats, ...]:
        """Each output of the network summed over the quarter turns, (N, ...)."""
        turned = np.concatenate([np.rot90(crops, turn, (1, 2)) for turn in turns])
        batch = np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32)
        batch *= np.float32(1 / 255)
        return tuple(
            np.asarray(output.reshape(len(turns), len(crops), -1).sum(0), np.float32)
            for output in self.network.outputs(batch)
        )


def unit(vectors: Floats) -> Floats:
    """Vectors (N, E) scaled to length 1."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), np.float32)


def softmax(logits: Floats) -> Floats:
    """Logits (N, labels) to probabilities (N, labels)."""
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)
