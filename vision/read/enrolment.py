"""Enrolment: teaching a set of dice face by face, from photographs or from the tray."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.locate.crop import Box
from vision.read.dice_set import MIN_EXAMPLES, MIN_FACES, DiceSet, DiceSetError
from vision.read.example import example
from vision.read.kinds import KINDS
from vision.sentence import say

Image = NDArray[np.uint8]

ENOUGH_EXAMPLES = 10
"""Looks at a face after which no more are asked for: ten more make the estimate better by less than it is good for."""

GRAIN = 32
"""Side in pixels of the small grey pictures by which two looks are compared."""

SAME_EXAMPLE = 4.0
"""Grey levels by which two pictures of one die differ that nobody touched; turned a little, it differs by 7 to 20."""


@dataclass(frozen=True, slots=True)
class EnrolledExamples:
    """What came of showing dice: how many `new` looks, and how many dice that lay as at an earlier one."""

    new: int
    known: int


class Enrolment:
    """Teaches the faces `wanted`, in their order, to a set; what the set knows already stays.

    Every showing can be taken back, the last one first.
    """

    def __init__(self, dice_set: DiceSet, wanted: Sequence[str] = ()) -> None:
        self.dice_set = dice_set
        self.wanted = tuple(face for face in KINDS["any"] if face in wanted or face in dice_set.faces)
        self._before: list[DiceSet] = []

    @property
    def example_counts(self) -> dict[str, int]:
        """How many looks each face has that is wanted."""
        known = self.dice_set.example_counts
        return {face: known.get(face, 0) for face in self.wanted}

    @property
    def next_face(self) -> str | None:
        """The face to show now: the first that has too few looks; None where all have enough."""
        return next((face for face, count in self.example_counts.items() if count < MIN_EXAMPLES), None)

    @property
    def ready(self) -> bool:
        """Whether the set can be learnt: every face that was shown has enough looks, and there are two at least."""
        known = self.dice_set.example_counts
        return len(known) >= MIN_FACES and all(count >= MIN_EXAMPLES for count in known.values())

    @property
    def undoable(self) -> int:
        """How many showings can be taken back."""
        return len(self._before)

    def add_examples(self, face: str, picture: Picture, boxes: Sequence[Box]) -> EnrolledExamples:
        """Take the dice in these boxes of a BGR uint8 picture (H, W, 3) as looks at a face.

        A die that lies just as it lay at an earlier look teaches nothing new; where it was then called by another
        face, this one takes that look over. Raises DiceSetError for a face that dice do not show.
        """
        if face not in KINDS["any"]:
            raise DiceSetError(f"Dice show no {face}; known are {', '.join(KINDS['any'])}.")
        before, new, known = self.dice_set, 0, 0
        kept = [_small(crop) for crop in before.crops]
        for box in boxes:
            look = example(picture, box)
            same = _same(kept, _small(look))
            if same is None:
                self.dice_set = self.dice_set.with_example(face, look)
                new += 1
            elif before.labels[same] == face:
                known += 1
            else:
                self.dice_set = _without(self.dice_set, before.crops[same]).with_example(face, look)
                new += 1
        if new:
            self._before.append(before)
        if face not in self.wanted:
            self.wanted = tuple(one for one in KINDS["any"] if one in (*self.wanted, face))
        return EnrolledExamples(new, known)

    def undo(self) -> None:
        """Forget the last showing; DiceSetError where there is none."""
        if not self._before:
            raise DiceSetError(say("There is nothing to undo."))
        self.dice_set = self._before.pop()


def _small(crop: Image) -> NDArray[np.float32]:
    """A crop in grey, small, and without its brightness."""
    grey = cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (GRAIN, GRAIN), interpolation=cv2.INTER_AREA)
    floats = np.asarray(grey, np.float32)
    return np.asarray(floats - floats.mean(), np.float32)


def _same(kept: Sequence[NDArray[np.float32]], look: NDArray[np.float32]) -> int | None:
    """Which of the kept looks is the same one as `look`."""
    if not kept:
        return None
    apart = np.abs(np.stack(kept) - look).mean((1, 2))
    nearest = int(apart.argmin())
    return nearest if apart[nearest] < SAME_EXAMPLE else None


def _without(dice_set: DiceSet, crop: Image) -> DiceSet:
    """The set without one of its examples."""
    found = next((index for index, one in enumerate(dice_set.crops) if one is crop), None)
    return dice_set if found is None else dice_set.without(found)
