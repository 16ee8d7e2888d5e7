from dataclasses import replace

import numpy as np
import pytest

from tests.vision.read.conftest import CODE, tray
from vision.read import DiceReader, DiceSet, DiceSetError, FaceReader, example, fit_set
from vision.read.dice_set import MAX_EXAMPLES, MIN_EXAMPLES
from vision.read.example import SIDE


def odd_set(reader: DiceReader, looks: int, values: tuple[int, ...] = tuple(CODE)) -> DiceSet:
    """Give a set of so many looks at each face; the faces are those that CODE makes of the pips."""
    dice_set = DiceSet("odd")
    for value in values:
        picture = tray((value,) * looks, 100 + value)
        seen = reader.read(picture)
        assert len(seen) == looks
        for die in seen:
            dice_set = dice_set.with_example(CODE[value], example(picture, die.box))
    return dice_set


@pytest.mark.parametrize("looks", [3, 5])
def test_a_set_of_faces_that_the_network_cannot_know_is_read_after_a_few_looks(reader: DiceReader, looks: int) -> None:
    learnt = fit_set(odd_set(reader, looks), reader.faces)
    odd = reader.for_set(learnt)

    wrong = 0
    for seed in range(5):
        values = np.random.default_rng(seed).integers(1, 7, 6).tolist()
        seen = odd.read(tray(values, seed))
        wrong += sum(die.face != CODE[value] for die, value in zip(seen, values, strict=True))
        assert all(set(die.likely) <= set(learnt.faces) for die in seen)

    assert wrong <= 1
    assert learnt.estimate >= 0.9


def test_a_set_is_sure_by_what_it_was_taught_whatever_the_network_asks_of_itself(reader: DiceReader) -> None:
    network = reader.faces.network
    faces = FaceReader(replace(network, card={**network.card, "sure": {"any": 0.9999}}))
    strict = DiceReader(reader.locator, faces, reader.cocked_classifier)
    odd = strict.for_set(fit_set(odd_set(reader, 8), strict.faces))

    seen = [die for seed in range(3) for die in odd.read(tray((1, 2, 3, 4, 5, 6), seed))]

    assert sum(die.sure for die in seen) > len(seen) / 2
    assert all(die.face == CODE[n % 6 + 1] for n, die in enumerate(seen) if die.sure)


def test_faces_that_nobody_could_tell_apart_are_named(reader: DiceReader) -> None:
    known = odd_set(reader, 4, (1, 2, 6))
    picture = tray((6,) * 4, 77)
    for die in reader.read(picture):
        known = known.with_example("A", example(picture, die.box))  # shows what CODE["6"], the ace, shows
    twice = DiceSet(
        "twice", tuple("Q" if face == "A" and i % 2 else face for i, face in enumerate(known.labels)), known.crops
    )

    learnt = fit_set(twice, reader.faces)

    assert learnt.alike == (("Q", "A"),)
    assert learnt.warnings() == ("Your Q and A look alike from above.",)
    assert learnt.by_face["9"] == 1
    assert learnt.estimate < 1


def test_too_few_looks_are_told_face_by_face(reader: DiceReader) -> None:
    crop = np.zeros((SIDE, SIDE, 3), np.uint8)
    thin = DiceSet("thin", ("K", "K", "9"), (crop,) * 3)

    with pytest.raises(DiceSetError, match=r"2 of the 3.*K") as refused:
        fit_set(thin, reader.faces)
    assert len(str(refused.value).splitlines()) == 2

    with pytest.raises(DiceSetError, match="at least two faces"):
        fit_set(DiceSet("one", ("K",) * MIN_EXAMPLES, (crop,) * MIN_EXAMPLES), reader.faces)


def test_a_face_keeps_its_newest_examples() -> None:
    dice_set = DiceSet("many")
    for number in range(MAX_EXAMPLES + 2):
        dice_set = dice_set.with_example("K", np.full((SIDE, SIDE, 3), number, np.uint8))

    assert dice_set.example_counts == {"K": MAX_EXAMPLES}
    assert dice_set.crops[0].max() == 2
    assert dice_set.crops[-1].max() == MAX_EXAMPLES + 1


def test_faces_that_no_die_shows_are_refused() -> None:
    with pytest.raises(DiceSetError, match="Z"):
        DiceSet("wrong").with_example("Z", np.zeros((SIDE, SIDE, 3), np.uint8))


def test_crops_of_another_shape_are_refused() -> None:
    with pytest.raises(DiceSetError, match="wrong"):
        DiceSet("wrong").with_example("K", np.zeros((SIDE, SIDE), np.uint8))
