"""Reading dice in a picture: every die found is cropped, read in several turns, and given a calibrated confidence."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import USUAL_FOCAL, CameraPose
from vision.detection import UNKNOWN, Detection, Trouble
from vision.geometry import lies_inside
from vision.locate.locator import Located, Locator, overlap
from vision.network import MOST_THREADS, Floats, ModelError
from vision.read.cocked import CockedClassifier
from vision.read.dice_set import SURE, TaughtSet
from vision.read.faces import UNREADABLE, FaceOutputs, FaceReader, softmax
from vision.read.kinds import KINDS

Image = NDArray[np.uint8]

UNREADABLE_FROM = 0.5
"""How likely nothing readable must be seen of a die for it to count as cocked, where the model card does not say."""

STACKED_OVERLAP = 0.1
"""Part of the smaller box shared with another die from which one that cannot be read leans against it or lies on it:
dice that lie flat beside each other share up to a quarter, but are read."""


class DiceReader:
    """Finds and reads every die of a picture; only the faces of one kind, or those of a set that was taught."""

    def __init__(
        self,
        locator: Locator,
        faces: FaceReader,
        cocked_classifier: CockedClassifier,
        kind: str = "any",
        taught_set: TaughtSet | None = None,
    ) -> None:
        """`kind` is a key of KINDS. Raises ModelError when the network knows none of its faces."""
        self.locator, self.faces, self.taught_set = locator, faces, taught_set
        self.cocked_classifier = cocked_classifier
        self._blank = faces.labels.index(UNREADABLE)
        self._known = [index for index, label in enumerate(faces.labels) if label in KINDS[kind]]
        if not self._known:
            raise ModelError(f"The face reader's network knows no face of the kind {kind!r}; teach it your dice.")
        card = faces.network.card
        self.sure = SURE if taught_set else float(card["sure"][kind])
        self.no_die = float(card["no_die"])
        self.unreadable_from = float(card.get("cocked", UNREADABLE_FROM))
        self.labels = taught_set.faces if taught_set else tuple(faces.labels[index] for index in self._known)

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS, kind: str = "any") -> "DiceReader":
        """Load the project's networks, or those in `folder`; raises ModelError."""
        networks = (
            Locator.load(folder, threads),
            FaceReader.load(folder, threads),
            CockedClassifier.load(folder, threads),
        )
        return cls(*networks, kind)

    def for_kind(self, kind: str) -> "DiceReader":
        """The same networks for the faces of one kind; raises ModelError where they know none of them."""
        return DiceReader(self.locator, self.faces, self.cocked_classifier, kind)

    def for_set(self, taught_set: TaughtSet) -> "DiceReader":
        """The same networks for the dice of a set that was taught."""
        return DiceReader(self.locator, self.faces, self.cocked_classifier, taught_set=taught_set)

    def warm_up(self) -> None:
        """Run the networks once on the shapes that cameras give (4:3), so that the first roll is not the slowest."""
        blank = np.zeros((480, 640, 3), np.uint8)
        dice = [Located((0.0, 0.0, 64.0, 64.0), 1.0)]
        self.locator.locate(blank)
        self.faces.predict(blank, dice)
        self.cocked_classifier.probabilities(blank, dice, CameraPose((0.0, 0.0, -1.0), USUAL_FOCAL))

    def read(
        self, image: Image, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        """Dice of a BGR uint8 picture (H, W, 3), left to right.

        With an `outline`, a polygon (N, 2) in pixels, only dice whose middle lies inside it count. One that the
        picture's edge cuts off is never sure. Where it is known from where the tray is looked at, each die is judged by
        that, too: one that does not lie flat is in trouble.
        """
        located = [die for die in self.locator.locate(image) if lies_inside(*_middle(die), outline)]
        if not located:
            return ()
        blank, chances = self.probabilities(self.faces.predict(image, located))
        cocked = (
            np.zeros(len(located))
            if camera_pose is None
            else self.cocked_classifier.probabilities(image, located, camera_pose)
        )
        return tuple(
            self._detection(
                die,
                chance,
                float(unreadable),
                float(tilted),
                [other for other in located if other is not die],
                whole=not die.is_cut_off(image),
            )
            for die, unreadable, chance, tilted in zip(located, blank, chances, cocked, strict=True)
            if float(unreadable) * (1 - die.score) <= self.no_die
        )

    def probabilities(self, outputs: FaceOutputs) -> tuple[Floats, Floats]:
        """How likely each die (N) shows nothing readable, (N,), and each of `labels`, (N, labels); they add to 1."""
        logits = outputs.logits[:, [*self._known, self._blank]] / np.float32(self.faces.temperature)
        chances = softmax(logits)
        blank, known = chances[:, -1], chances[:, :-1]
        if self.taught_set is not None and outputs.embeddings is not None:
            known = self.taught_set.probabilities(outputs.embeddings) * (1 - blank[:, None])
        return blank, known

    def _detection(
        self, die: Located, chance: Floats, blank: float, cocked: float, others: Sequence[Located], *, whole: bool
    ) -> Detection:
        """The best face; its confidence is that the die lies flat and shows it, so doubt that it can be read counts."""
        order = np.argsort(-chance)
        likely = tuple(self.labels[index] for index in order[:3])
        best = float(chance[order[0]])
        confidence = best * (1 - cocked)
        if blank < self.unreadable_from and cocked < self.cocked_classifier.threshold:
            return Detection(likely[0], confidence, whole and confidence >= self.sure, likely, die.box)
        leans = any(overlap(die.box, other.box) >= STACKED_OVERLAP for other in others)
        trouble: Trouble = "stacked" if leans else "cocked"
        clear = best > self.sure * (1 - blank)
        return Detection(likely[0], confidence, sure=False, likely=likely, box=die.box, trouble=trouble, clear=clear)


class AskingReader:
    """Finds the dice of a kind whose faces its network does not know, and leaves it to people what they show."""

    def __init__(self, reader: DiceReader, kind: str) -> None:
        self.kind = kind
        self._reader = reader

    def read(
        self, image: Image, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        """Dice of a BGR uint8 picture (H, W, 3), left to right, each UNKNOWN; the rest as in `DiceReader.read`."""
        return tuple(
            Detection(UNKNOWN, 0.0, sure=False, likely=(), box=die.box)
            for die in self._reader.read(image, outline, camera_pose)
        )


def restricted(reader: DiceReader, kind: str) -> DiceReader | AskingReader:
    """A reader for dice of one kind (a key of KINDS): one that asks about them where its network knows none of them."""
    try:
        return reader.for_kind(kind)
    except ModelError:
        return AskingReader(reader, kind)


def _middle(die: Located) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def problems(detections: Sequence[Detection]) -> tuple[str, ...]:
    """What a person should look at again, a sentence a die."""
    return tuple(
        f"Die {number} from the left is not sure: {die.likely[0]} or {die.likely[1]} ({die.confidence:.0%})."
        for number, die in enumerate(detections, 1)
        if not die.sure
    )
