"""A named set of dice that its owner taught: examples of each face, and what is learnt from them."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.network import Floats
from vision.read.discriminant import Discriminant, confusable, fit, leave_one_out
from vision.read.example import SIDE, TURNS, turned
from vision.read.faces import FaceReader, softmax, unit
from vision.read.kinds import KINDS

Image = NDArray[np.uint8]

MIN_FACES = 2
MIN_EXAMPLES = 3
"""Examples of each face that a set needs before it is used."""

MAX_EXAMPLES = 40
"""Examples kept of a face that was taught; from then on a new one takes the oldest one's place."""

MAX_CORRECTIONS = 12
"""Corrections kept of a face beside these, so that what was taught is never outweighed by what was doubtful."""

SURE = 0.9
"""Chance of a face from which on a taught set is sure of it, whatever its network's card asks of the network itself: a
chance that few examples have calibrated never comes near to 1. Of 240 simulated poker dice, of six sets taught by four
or eight looks a face, 204 were sure then, and none of these wrong."""

ALIKE = 0.1
"""Chance of being taken for another from which on two faces are called alike."""


class DiceSetError(VisionError, ValueError):
    """A dice set that is unknown, cannot be understood or cannot be taught; every fault in a line of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceSet:
    """A set's name and its examples, oldest first: the face of each, and its crop (SIDE, SIDE, 3) BGR uint8.

    `corrected` tells which of them were not taught but corrected in play; left out, none was.
    """

    name: str
    labels: tuple[str, ...] = ()
    crops: tuple[Image, ...] = ()
    corrected: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not self.corrected:
            object.__setattr__(self, "corrected", (False,) * len(self.labels))
        unknown = sorted(set(self.labels) - set(KINDS["any"]))
        if unknown:
            known = ", ".join(KINDS["any"])
            raise DiceSetError(f"Dice show no {', '.join(unknown)}; known are {known}.")
        if not len(self.labels) == len(self.crops) == len(self.corrected) or any(
            crop.shape != (SIDE, SIDE, 3) or crop.dtype != np.uint8 for crop in self.crops
        ):
            raise DiceSetError(f"The examples of {self.name} are not one crop for each face shown.")

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that have examples, in the usual order."""
        return tuple(face for face in KINDS["any"] if face in self.labels)

    @property
    def example_counts(self) -> dict[str, int]:
        """How many examples each face has."""
        counted = Counter(self.labels)
        return {face: counted[face] for face in self.faces}

    def with_example(self, face: str, crop: Image) -> "DiceSet":
        """The set with one example more; beyond MAX_EXAMPLES the oldest goes that was taught of the face."""
        return self._with(face, crop, MAX_EXAMPLES, corrected=False)

    def with_correction(self, face: str, crop: Image) -> "DiceSet":
        """The set with one corrected example more; beyond MAX_CORRECTIONS the face's oldest correction goes."""
        return self._with(face, crop, MAX_CORRECTIONS, corrected=True)

    def of_faces(self, faces: Collection[str]) -> "DiceSet":
        """The set with only the examples of these faces; itself where it has no others."""
        if set(self.labels) <= set(faces):
            return self
        return self._of([index for index, face in enumerate(self.labels) if face in faces])

    def without(self, index: int) -> "DiceSet":
        """The set without one of its examples."""
        return self._of([other for other in range(len(self.labels)) if other != index])

    def lacking(self, faces: Sequence[str]) -> tuple[str, ...]:
        """Those of the faces at which the set has too few looks to be read by."""
        return tuple(face for face in faces if self.labels.count(face) < MIN_EXAMPLES)

    def _with(self, face: str, crop: Image, most: int, *, corrected: bool) -> "DiceSet":
        grown = replace(
            self,
            labels=(*self.labels, face),
            crops=(*self.crops, crop),
            corrected=(*self.corrected, corrected),
        )
        known = zip(grown.labels, grown.corrected, strict=True)
        alike = [index for index, one in enumerate(known) if one == (face, corrected)]
        return grown.without(alike[0]) if len(alike) > most else grown

    def _of(self, stays: Sequence[int]) -> "DiceSet":
        return replace(
            self,
            labels=tuple(self.labels[index] for index in stays),
            crops=tuple(self.crops[index] for index in stays),
            corrected=tuple(self.corrected[index] for index in stays),
        )


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """What was learnt of a set, how well it reads its own examples (0-1), and which of its faces look alike."""

    name: str
    faces: tuple[str, ...]
    discriminant: Discriminant
    temperature: float
    estimate: float
    by_face: dict[str, float]
    alike: tuple[tuple[str, str], ...]

    def probabilities(self, embeddings: Floats) -> Floats:
        """How likely each of the set's faces is for embeddings (N, E): (N, faces)."""
        return softmax(self.discriminant.scores(embeddings) / np.float32(self.temperature))

    def warnings(self) -> tuple[str, ...]:
        """Which faces look alike, a sentence for each pair."""
        return tuple(f"Your {one} and {other} look alike from above." for one, other in self.alike)


def fit_set(dice_set: DiceSet, faces: FaceReader) -> TaughtSet:
    """Learn a set from its examples; raises DiceSetError as `check` does."""
    check_set(dice_set, faces)
    return fit_views(dice_set, embed_views(dice_set.crops, faces))


def check_set(dice_set: DiceSet, faces: FaceReader) -> None:
    """Raise DiceSetError when a set's examples are too few or the reader's network cannot be taught."""
    if not faces.embeds:
        raise DiceSetError("This face reader cannot be taught: its network gives no embedding.")
    faults = [
        f"{dice_set.name} has {count} of the {MIN_EXAMPLES} looks needed at the face {face}; show it some more."
        for face, count in dice_set.example_counts.items()
        if count < MIN_EXAMPLES
    ]
    if len(dice_set.faces) < MIN_FACES:
        faults.append(f"{dice_set.name} needs examples of at least two faces.")
    if faults:
        raise DiceSetError("\n".join(faults))


def fit_views(dice_set: DiceSet, views: Floats) -> TaughtSet:
    """Learn a set that has examples enough from the views (TURNS, N, E) that `embed_views` gives of them."""
    classes = np.array([dice_set.faces.index(face) for face in dice_set.labels])
    count = len(dice_set.faces)
    left_out = leave_one_out(views, classes, count)
    right = left_out.chances.argmax(1) == classes
    return TaughtSet(
        dice_set.name,
        dice_set.faces,
        fit(views.reshape(-1, views.shape[2]), np.tile(classes, len(views)), count),
        left_out.temperature,
        float(right.mean()),
        {face: float(right[classes == index].mean()) for index, face in enumerate(dice_set.faces)},
        tuple(confusable(left_out, dice_set.faces, ALIKE)),
    )


def embed_views(crops: Sequence[Image], faces: FaceReader) -> Floats:
    """Embeddings (TURNS, N, E) of the examples in every way round, each averaged with its quarter turn.

    In play a die is seen in two quarter turns at least, and the average of two looks is steadier than one.
    """
    batch = np.ascontiguousarray(turned(crops, faces.side).transpose(0, 3, 1, 2), np.float32) * np.float32(1 / 255)
    parts = [faces.network.outputs(part)[1] for part in np.array_split(batch, max(1, len(batch) // 64))]
    single = np.concatenate(parts).reshape(TURNS, len(crops), -1)
    both = single + np.roll(single, TURNS // 4, axis=0)
    return unit(both.reshape(TURNS * len(crops), -1)).reshape(both.shape)
