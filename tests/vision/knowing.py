"""The project's networks as if they had been trained with the faces of one kind of dice alone."""

from typing import cast

from vision.locate.locator import Locator
from vision.network import Floats, Network
from vision.read import KINDS, DiceReader, FaceReader
from vision.read.cocked import CockedClassifier
from vision.read.faces import UNREADABLE


class Knowing:
    """A face network that knows one kind of dice: what the real one takes for pips it calls by that kind's faces."""

    def __init__(self, network: Network, kind: str) -> None:
        labels: list[str] = network.card["labels"]
        sure = dict.fromkeys(KINDS, network.card["sure"]["any"])
        self.card = {**network.card, "labels": [*KINDS[kind], UNREADABLE], "sure": sure}
        self._network = network
        self._columns = [labels.index(label) for label in (*KINDS["pips"], UNREADABLE)]

    def outputs(self, batch: Floats) -> tuple[Floats, ...]:
        """Every output for a batch (B, 3, H, W), of the first only the columns of what it knows."""
        logits, *others = self._network.outputs(batch)
        return (logits[:, self._columns], *others)


def knowing(kind: str) -> DiceReader:
    """Give a reader whose network knows dice of this kind and nothing else."""
    faces = FaceReader(cast(Network, Knowing(FaceReader.load().network, kind)))
    return DiceReader(Locator.load(), faces, CockedClassifier.load())
