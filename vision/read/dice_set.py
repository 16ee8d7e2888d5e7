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
from vision.sentence import Sentence, say

Image = NDArray[np.uint8]

FEWEST_FACES = 2
FEWEST_LOOKS = 3
"""Examples of each face that a set needs before it is used."""

MOST_LOOKS = 40
"""Examples kept of a face that was taught; from then on a new one takes the oldest one's place."""

MOST_CORRECTIONS = 12
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
    shown: tuple[str, ...] = ()
    crops: tuple[Image, ...] = ()
    corrected: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not self.corrected:
            object.__setattr__(self, "corrected", (False,) * len(self.shown))
        unknown = sorted(set(self.shown) - set(KINDS["any"]))
        if unknown:
            known = ", ".join(KINDS["any"])
            raise DiceSetError(say("Dice show no {faces}; known are {known}.", faces=", ".join(unknown), known=known))
        if not len(self.shown) == len(self.crops) == len(self.corrected) or any(
            crop.shape != (SIDE, SIDE, 3) or crop.dtype != np.uint8 for crop in self.crops
        ):
            raise DiceSetError(say("The examples of {name} are not one crop for each face shown.", name=self.name))

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that have examples, in the usual order."""
        return tuple(face for face in KINDS["any"] if face in self.shown)

    @property
    def looks(self) -> dict[str, int]:
        """How many examples each face has."""
        counted = Counter(self.shown)
        return {face: counted[face] for face in self.faces}

    def with_example(self, face: str, crop: Image) -> "DiceSet":
        """The set with one example more; beyond MOST_LOOKS the oldest goes that was taught of the face."""
        return self._with(face, crop, MOST_LOOKS, corrected=False)

    def with_correction(self, face: str, crop: Image) -> "DiceSet":
        """The set with one corrected example more; beyond MOST_CORRECTIONS the face's oldest correction goes."""
        return self._with(face, crop, MOST_CORRECTIONS, corrected=True)

    def of_faces(self, faces: Collection[str]) -> "DiceSet":
        """The set with only the examples of these faces; itself where it has no others."""
        if set(self.shown) <= set(faces):
            return self
        return self._of([index for index, face in enumerate(self.shown) if face in faces])

    def without(self, index: int) -> "DiceSet":
        """The set without one of its examples."""
        return self._of([other for other in range(len(self.shown)) if other != index])

    def lacking(self, faces: Sequence[str]) -> tuple[str, ...]:
        """Those of the faces at which the set has too few looks to be read by."""
        return tuple(face for face in faces if self.shown.count(face) < FEWEST_LOOKS)

    def _with(self, face: str, crop: Image, most: int, *, corrected: bool) -> "DiceSet":
        grown = replace(
            self,
            shown=(*self.shown, face),
            crops=(*self.crops, crop),
            corrected=(*self.corrected, corrected),
        )
        known = zip(grown.shown, grown.corrected, strict=True)
        alike = [index for index, one in enumerate(known) if one == (face, corrected)]
        return grown.without(alike[0]) if len(alike) > most else grown

    def _of(self, stays: Sequence[int]) -> "DiceSet":
        return replace(
            self,
            shown=tuple(self.shown[index] for index in stays),
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

    def warnings(self) -> tuple[Sentence, ...]:
        """Which faces look alike, a sentence for each pair."""
        return tuple(
            say("Your {one} and {other} look alike from above.", one=one, other=other) for one, other in self.alike
        )


def taught(dice_set: DiceSet, faces: FaceReader) -> TaughtSet:
    """Learn a set from its examples; raises DiceSetError as `check` does."""
    check(dice_set, faces)
    return taught_by(dice_set, views_of(dice_set.crops, faces))


def check(dice_set: DiceSet, faces: FaceReader) -> None:
    """Raise DiceSetError when a set's examples are too few or the reader's network cannot be taught."""
    if not faces.embeds:
        raise DiceSetError(say("This face reader cannot be taught: its network gives no embedding."))
    faults = [
        say(
            "{name} has {count} of the {needed} looks needed at the face {face}; show it some more.",
            name=dice_set.name,
            count=count,
            needed=FEWEST_LOOKS,
            face=face,
        )
        for face, count in dice_set.looks.items()
        if count < FEWEST_LOOKS
    ]
    if len(dice_set.faces) < FEWEST_FACES:
        faults.append(say("{name} needs examples of at least two faces.", name=dice_set.name))
    if faults:
        raise DiceSetError("\n".join(faults))


def taught_by(dice_set: DiceSet, views: Floats) -> TaughtSet:
    """Learn a set that has examples enough from the views (TURNS, N, E) that `views_of` gives of them."""
    classes = np.array([dice_set.faces.index(face) for face in dice_set.shown])
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


def views_of(crops: Sequence[Image], faces: FaceReader) -> Floats:
    """Embeddings (TURNS, N, E) of the examples in every way round, each averaged with its quarter turn.

    In play a die is seen in two quarter turns at least, and the average of two looks is steadier than one.
    """
    batch = np.ascontiguousarray(turned(crops, faces.side).transpose(0, 3, 1, 2), np.float32) * np.float32(1 / 255)
    parts = [faces.network.outputs(part)[1] for part in np.array_split(batch, max(1, len(batch) // 64))]
    single = np.concatenate(parts).reshape(TURNS, len(crops), -1)
    both = single + np.roll(single, TURNS // 4, axis=0)
    return unit(both.reshape(TURNS * len(crops), -1)).reshape(both.shape)
