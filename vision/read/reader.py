"""Reading dice in a picture: every die found is cropped, read in several turns, and given a calibrated confidence."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.crop import crop
from vision.locate.locator import Located, Locator
from vision.network import MOST_THREADS, Floats, Network, load_network
from vision.sighting import Sighting

Image = NDArray[np.uint8]

UNREADABLE = "unreadable"


class FaceReader:
    """Reads the top face of located dice."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.labels: tuple[str, ...] = tuple(network.card["labels"])
        self.side = int(network.card["side"])
        self.temperature = float(network.card["temperature"])

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS) -> "FaceReader":
        """Load the project's face reader, or the one in `folder`; raises ModelError."""
        return cls(load_network("faces", folder, threads))

    def probabilities(self, image: Image, dice: Sequence[Located]) -> Floats:
        """How likely each label is for each die, shape (dice, labels).

        A die has no upright: each is read in four quarter turns and their logits averaged before the softmax.
        """
        return softmax(self.logits(image, dice) / np.float32(self.temperature))

    def logits(self, image: Image, dice: Sequence[Located]) -> Floats:
        """The network's outputs averaged over four quarter turns, shape (dice, labels)."""
        if not dice:
            return np.zeros((0, len(self.labels)), np.float32)
        crops = np.stack([crop(image, die.box, self.side) for die in dice])
        turned = np.concatenate([np.rot90(crops, turns, (1, 2)) for turns in range(4)])
        batch = turned.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
        return np.asarray(self.network(np.ascontiguousarray(batch)).reshape(4, len(dice), -1).mean(0), np.float32)


def softmax(logits: Floats) -> Floats:
    """Logits (N, labels) to probabilities (N, labels)."""
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)


class DiceReader:
    """Finds and reads every die of a picture."""

    def __init__(self, locator: Locator, faces: FaceReader) -> None:
        self.locator, self.faces = locator, faces
        card = faces.network.card
        self.sure = float(card["sure"])
        self.no_die = float(card["no_die"])

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS) -> "DiceReader":
        """Load the project's networks, or those in `folder`; raises ModelError."""
        return cls(Locator.load(folder, threads), FaceReader.load(folder, threads))

    def warm_up(self) -> None:
        """Run both networks once on the shapes that cameras give (4:3), so that the first roll is not the slowest."""
        blank = np.zeros((480, 640, 3), np.uint8)
        self.locator.locate(blank)
        self.faces.logits(blank, [Located((0.0, 0.0, 64.0, 64.0), 1.0)])

    def read(self, image: Image, outline: NDArray[np.floating] | None = None) -> tuple[Sighting, ...]:
        """Dice of a BGR uint8 picture (H, W, 3), left to right.

        With an `outline`, a polygon (N, 2) in pixels, only dice whose middle lies inside it count.
        """
        located = [die for die in self.locator.locate(image) if outline is None or _inside(die, outline)]
        chances = self.faces.probabilities(image, located)
        blank = self.faces.labels.index(UNREADABLE)
        sightings = []
        for die, chance in zip(located, chances, strict=True):
            if float(chance[blank]) * (1 - die.score) > self.no_die:
                continue
            sightings.append(self._sighting(die, chance, blank))
        return tuple(sightings)

    def _sighting(self, die: Located, chance: Floats, blank: int) -> Sighting:
        """The best face; its confidence is that of the label itself, so doubt that it can be read counts too."""
        order = [int(index) for index in np.argsort(-chance) if index != blank]
        confidence = float(chance[order[0]])
        labels = self.faces.labels
        likely = tuple(labels[index] for index in order[:3])
        return Sighting(likely[0], confidence, confidence >= self.sure, likely, die.box)


def _inside(die: Located, outline: NDArray[np.floating]) -> bool:
    x0, y0, x1, y1 = die.box
    polygon = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(polygon, ((x0 + x1) / 2, (y0 + y1) / 2), False) >= 0


def problems(sightings: Sequence[Sighting]) -> tuple[str, ...]:
    """What a person should look at again, a sentence a die."""
    return tuple(
        f"Die {number} from the left is not sure: {die.likely[0]} or {die.likely[1]} ({die.confidence:.0%})."
        for number, die in enumerate(sightings, 1)
        if not die.sure
    )
