"""What reading otherwise would change: `python -m models.training.tries`. The held-back photographs, a line a try.

Each try alters one thing of the reader that plays; none of them was kept.
"""

from collections.abc import Iterator, Sequence

import click
import numpy as np
from numpy.typing import NDArray

from models.training.evaluate import HELD_BACK, PHOTOGRAPHED, evaluate
from models.training.examination import false_dice_on_bare_ground
from vision.frame import Picture
from vision.locate.crop import MARGIN, Box, crop
from vision.locate.locator import Located, Locator
from vision.network import load_network
from vision.read import DiceReader, FaceReader
from vision.read.cocked import CockedClassifier
from vision.read.faces import FaceOutputs, unit

BELIEFS = (0.2, 0.5)
"""Chances of a die's centre from which on there is one, instead of the card's."""


class SeenOtherwise(FaceReader):
    """Looks at each die in four quarter turns, in crops of several margins and shifts, and averages all."""

    def __init__(self, margins: Sequence[float] = (MARGIN,), shifts: Sequence[tuple[float, float]] = ((0, 0),)) -> None:
        super().__init__(load_network("faces"))
        self.margins, self.shifts = margins, shifts

    def predict(self, image: Picture, dice: Sequence[Located]) -> FaceOutputs:
        """See FaceReader; `margins` are in widths of the die, as are `shifts`."""
        sums = [
            self._summed(np.stack(crops), range(4))
            for margin in self.margins
            for shift in self.shifts
            if (crops := [self._crop(image, die, margin, shift) for die in dice])
        ]
        if not sums:
            return self.predict_crops(np.zeros((0, self.side, self.side, 3), np.uint8))
        logits, embeddings = (np.mean(outputs, axis=0) / 4 for outputs in zip(*sums, strict=True))
        return FaceOutputs(logits, unit(embeddings))

    def _crop(self, image: Picture, die: Located, margin: float, shift: tuple[float, float]) -> NDArray[np.uint8]:
        moved = np.array(die.box) + np.tile(shift, 2) * die.width
        box: Box = (float(moved[0]), float(moved[1]), float(moved[2]), float(moved[3]))
        return crop(image, box, self.side, margin)


def tries() -> Iterator[tuple[str, DiceReader]]:
    """The reader as it plays, and others that differ in one thing, each with what that is."""
    locator, faces, cocked = Locator.load(), FaceReader.load(), CockedClassifier.load()
    around = [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)]
    yield "as it plays", DiceReader(locator, faces, cocked, PHOTOGRAPHED)
    for label, other in (
        ("every die in four turns", SeenOtherwise()),
        ("crops of 1.2 widths", SeenOtherwise((1.2,))),
        ("crops of 1.4 widths", SeenOtherwise((1.4,))),
        ("crops of 1.2, 1.3 and 1.4 widths", SeenOtherwise((1.2, 1.3, 1.4))),
        ("crops shifted four ways", SeenOtherwise(shifts=around)),
    ):
        yield label, DiceReader(locator, other, cocked, PHOTOGRAPHED)
    for belief in BELIEFS:
        believing = Locator(locator.network)
        believing.score = belief
        yield f"dice from belief {belief}", DiceReader(believing, faces, cocked, PHOTOGRAPHED)


@click.command()
def main() -> None:
    """Print, for each try, what the first three sets' figures would be, and the false dice where none lies."""
    click.echo(
        "| try | " + " | ".join(f"{name}: found, right, sure, silently wrong" for name in HELD_BACK) + " | bare |"
    )
    click.echo("|---" * (len(HELD_BACK) + 2) + "|")
    for label, reader in tries():
        figures = [tally.figures() for tally in evaluate(reader, HELD_BACK).values()]
        parts = [
            f"{one['found']:.2%}, {one['right_of_found']:.2%}, {one['sure']:.2%}, {one['silently_wrong']}"
            for one in figures
        ]
        click.echo(f"| {label} | " + " | ".join(parts) + f" | {false_dice_on_bare_ground(reader).split()[0]} |")


if __name__ == "__main__":
    main()
