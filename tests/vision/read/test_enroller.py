from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.read.conftest import CODE, tray
from vision.read import DiceReader, DiceSet, DiceSetError, Enroller, example, fit_set
from vision.read.dice_set import MAX_CORRECTIONS, MAX_EXAMPLES
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
    learner = Enroller(reader.faces)
    learner.fit(known.without(3))

    anew, at_once = learner.fit(known), fit_set(known, reader.faces)

    assert np.allclose(anew.discriminant.weights, at_once.discriminant.weights, atol=1e-3)
    assert (anew.faces, anew.estimate, anew.by_face) == (at_once.faces, at_once.estimate, at_once.by_face)


def test_corrections_join_the_set(reader: DiceReader, known: DiceSet) -> None:
    learner = Enroller(reader.faces)
    grown = known

    for face in CODE.values():
        for crop in looks_at(reader, face, 1, 300 + VALUE_OF[face], blur=1.5):
            grown = learner.add_correction(grown, face, crop)

    assert grown.example_counts == dict.fromkeys(known.faces, 6)
    assert grown.corrected.count(True) == 6
    assert [crop for crop, corrected in zip(grown.crops, grown.corrected, strict=True) if not corrected] == list(
        known.crops
    )


def test_wrong_taps_do_not_join_the_set(reader: DiceReader, known: DiceSet, caplog: pytest.LogCaptureFixture) -> None:
    learner = Enroller(reader.faces)
    taps = [
        (face, crop)
        for shown in CODE.values()
        for face in CODE.values()
        if face != shown
        for crop in looks_at(reader, shown, 1, 500 + 10 * VALUE_OF[shown] + VALUE_OF[face])
    ]

    grown = known
    for face, crop in taps:
        grown = learner.add_correction(grown, face, crop)

    assert len(taps) == 30
    assert grown.corrected.count(True) <= 1
    assert learner.fit(grown).estimate >= 0.95
    assert "is not learnt" in caplog.text


def test_a_correction_that_another_one_bears_out_is_learnt_with_it(reader: DiceReader, known: DiceSet) -> None:
    """Dice that look like aces to the set, though people say twice that they are nines."""
    learner = Enroller(reader.faces)
    (first,) = looks_at(reader, "A", 1, 700)
    second = np.asarray(cv2.GaussianBlur(first, (0, 0), 0.5), np.uint8)

    assert learner.add_correction(known, "9", first) is known
    grown = learner.add_correction(known, "9", second)

    assert grown.example_counts == known.example_counts | {"9": known.example_counts["9"] + 2}
    assert learner.add_correction(known, "9", second) is known, "what was borne out is doubted no more"


def test_a_face_that_was_never_taught_is_not_begun_by_a_correction(reader: DiceReader, known: DiceSet) -> None:
    (crop,) = looks_at(reader, "A", 1, 900)

    assert Enroller(reader.faces).add_correction(known, "1", crop) is known


def test_too_few_looks_are_told_as_in_teaching(reader: DiceReader, known: DiceSet) -> None:
    with pytest.raises(DiceSetError, match="3 looks needed"):
        Enroller(reader.faces).fit(known.of_faces(("K", "9")).without(0).without(0).without(0))


def numbered(number: int) -> Image:
    return np.full((SIDE, SIDE, 3), number, np.uint8)


def test_corrections_are_bounded_and_never_take_a_taught_looks_place() -> None:
    dice_set = DiceSet("many")
    for number in range(MAX_EXAMPLES):
        dice_set = dice_set.with_example("K", numbered(number))
    for number in range(100, 100 + MAX_CORRECTIONS + 3):
        dice_set = dice_set.with_correction("K", numbered(number))

    assert dice_set.example_counts == {"K": MAX_EXAMPLES + MAX_CORRECTIONS}
    kept = [(int(crop.max()), corrected) for crop, corrected in zip(dice_set.crops, dice_set.corrected, strict=True)]
    assert kept == [(n, False) for n in range(MAX_EXAMPLES)] + [(n, True) for n in range(103, 103 + MAX_CORRECTIONS)]
    newer = dice_set.with_example("K", numbered(50))
    assert newer.example_counts == dice_set.example_counts
    assert (newer.crops[0].max(), newer.crops[-1].max(), newer.corrected[-1]) == (1, 50, False)
