from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.read.conftest import CODE, tray
from vision.read import DiceReader, DiceSet, DiceSetError, Learner, example, taught
from vision.read.dice_set import MOST_CORRECTIONS, MOST_LOOKS
from vision.read.example import SIDE

Image = NDArray[np.uint8]
VALUE_OF = {face: value for value, face in CODE.items()}


def looks_at(reader: DiceReader, face: str, count: int, seed: int, blur: float = 0.0) -> Iterator[Image]:
    """Crops of dice that show the number of pips which stands for a face."""
    picture = tray((VALUE_OF[face],) * count, seed)
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    for die in reader.read(tray((VALUE_OF[face],) * count, seed)):
        yield example(picture, die.box)


@pytest.fixture(scope="module")
def known(reader: DiceReader) -> DiceSet:
    """Give a set of five looks at each face."""
    dice_set = DiceSet("odd")
    for face in CODE.values():
        for crop in looks_at(reader, face, 5, 100 + VALUE_OF[face]):
            dice_set = dice_set.with_example(face, crop)
    return dice_set


def test_what_is_learnt_is_what_is_taught_at_once(reader: DiceReader, known: DiceSet) -> None:
    learner = Learner(reader.faces)
    learner.taught(known.without(3))

    anew, at_once = learner.taught(known), taught(known, reader.faces)

    assert np.allclose(anew.discriminant.weights, at_once.discriminant.weights, atol=1e-3)
    assert (anew.faces, anew.estimate, anew.by_face) == (at_once.faces, at_once.estimate, at_once.by_face)


def test_corrections_join_the_set(reader: DiceReader, known: DiceSet) -> None:
    learner = Learner(reader.faces)
    grown = known

    for face in CODE.values():
        for crop in looks_at(reader, face, 1, 300 + VALUE_OF[face], blur=1.5):
            grown = learner.corrected(grown, face, crop)

    assert grown.looks == dict.fromkeys(known.faces, 6)
    assert grown.corrected.count(True) == 6
    assert [crop for crop, corrected in zip(grown.crops, grown.corrected, strict=True) if not corrected] == list(
        known.crops
    )


def test_wrong_taps_do_not_join_the_set(reader: DiceReader, known: DiceSet, caplog: pytest.LogCaptureFixture) -> None:
    learner = Learner(reader.faces)
    taps = [
        (face, crop)
        for shown in CODE.values()
        for face in CODE.values()
        if face != shown
        for crop in looks_at(reader, shown, 1, 500 + 10 * VALUE_OF[shown] + VALUE_OF[face])
    ]

    grown = known
    for face, crop in taps:
        grown = learner.corrected(grown, face, crop)

    assert len(taps) == 30
    assert grown.corrected.count(True) <= 1
    assert learner.taught(grown).estimate >= 0.95
    assert "is not learnt" in caplog.text


def test_a_correction_that_another_one_bears_out_is_learnt_with_it(reader: DiceReader, known: DiceSet) -> None:
    """Dice that look like aces to the set, though people say twice that they are nines."""
    learner = Learner(reader.faces)
    (first,) = looks_at(reader, "A", 1, 700)
    second = np.asarray(cv2.GaussianBlur(first, (0, 0), 0.5), np.uint8)

    assert learner.corrected(known, "9", first) is known
    grown = learner.corrected(known, "9", second)

    assert grown.looks == known.looks | {"9": known.looks["9"] + 2}
    assert learner.corrected(known, "9", second) is known, "what was borne out is doubted no more"


def test_a_face_that_was_never_taught_is_not_begun_by_a_correction(reader: DiceReader, known: DiceSet) -> None:
    (crop,) = looks_at(reader, "A", 1, 900)

    assert Learner(reader.faces).corrected(known, "1", crop) is known


def test_too_few_looks_are_told_as_in_teaching(reader: DiceReader, known: DiceSet) -> None:
    with pytest.raises(DiceSetError, match="3 looks needed"):
        Learner(reader.faces).taught(known.of_faces(("K", "9")).without(0).without(0).without(0))


def numbered(number: int) -> Image:
    return np.full((SIDE, SIDE, 3), number, np.uint8)


def test_corrections_are_bounded_and_never_take_a_taught_looks_place() -> None:
    dice_set = DiceSet("many")
    for number in range(MOST_LOOKS):
        dice_set = dice_set.with_example("K", numbered(number))
    for number in range(100, 100 + MOST_CORRECTIONS + 3):
        dice_set = dice_set.with_correction("K", numbered(number))

    assert dice_set.looks == {"K": MOST_LOOKS + MOST_CORRECTIONS}
    kept = [(int(crop.max()), corrected) for crop, corrected in zip(dice_set.crops, dice_set.corrected, strict=True)]
    assert kept == [(n, False) for n in range(MOST_LOOKS)] + [(n, True) for n in range(103, 103 + MOST_CORRECTIONS)]
    newer = dice_set.with_example("K", numbered(50))
    assert newer.looks == dice_set.looks
    assert (newer.crops[0].max(), newer.crops[-1].max(), newer.corrected[-1]) == (1, 50, False)
