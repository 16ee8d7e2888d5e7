import numpy as np
import pytest

from tests.vision.read.conftest import CODE, tray
from vision.frame import Picture
from vision.read import DiceReader, DiceSet, DiceSetError, Enrolment, fit_set
from vision.read.enrolment import EnrolledExamples
from vision.read.kinds import POKER


def show(lesson: Enrolment, reader: DiceReader, face: str, picture: Picture) -> EnrolledExamples:
    return lesson.add_examples(face, picture, [die.box for die in reader.read(picture)])


def shot_again(picture: Picture, seed: int) -> Picture:
    """The same dice, untouched, in another picture: its noise and a breath of light apart."""
    rng = np.random.default_rng(seed)
    again = picture * rng.uniform(0.97, 1.03) + rng.normal(0, 4, picture.shape)
    return np.asarray(np.clip(again, 0, 255).astype(np.uint8))


def test_a_lesson_asks_for_each_face_until_the_set_can_be_learnt(reader: DiceReader) -> None:
    lesson = Enrolment(DiceSet("odd"), POKER)
    asked = []

    while (face := lesson.next_face) is not None:
        asked.append(face)
        value = next(value for value, shown in CODE.items() if shown == face)
        assert lesson.ready == (len(asked) > 2)  # two faces make a set
        assert show(lesson, reader, face, tray((value,) * 4, 100 + value)) == EnrolledExamples(new=4, known=0)

    assert asked == list(POKER)
    assert lesson.example_counts == dict.fromkeys(POKER, 4)
    assert lesson.ready
    assert fit_set(lesson.dice_set, reader.faces).estimate >= 0.9


def test_dice_that_nobody_touched_teach_nothing_twice(reader: DiceReader) -> None:
    lesson = Enrolment(DiceSet("odd"), POKER)
    picture = tray((3, 3, 3), 8)
    show(lesson, reader, "J", picture)

    assert show(lesson, reader, "J", shot_again(picture, 1)) == EnrolledExamples(new=0, known=3)

    assert lesson.example_counts["J"] == 3
    assert lesson.undoable == 1


def test_a_look_called_wrongly_is_called_anew(reader: DiceReader) -> None:
    lesson = Enrolment(DiceSet("odd"), POKER)
    picture = tray((3, 3, 3), 8)
    show(lesson, reader, "Q", picture)

    assert show(lesson, reader, "J", shot_again(picture, 2)).new == 3

    assert (lesson.example_counts["J"], lesson.example_counts["Q"]) == (3, 0)


def test_showings_are_taken_back_one_by_one(reader: DiceReader) -> None:
    lesson = Enrolment(DiceSet("odd"), POKER)
    show(lesson, reader, "9", tray((1, 1), 4))
    show(lesson, reader, "10", tray((2, 2), 5))

    lesson.undo()
    assert (lesson.example_counts["9"], lesson.example_counts["10"]) == (2, 0)
    lesson.undo()
    assert lesson.dice_set.labels == ()
    with pytest.raises(DiceSetError, match="nothing to undo"):
        lesson.undo()


def test_a_set_is_taught_more_and_keeps_what_it_knows(reader: DiceReader) -> None:
    first = Enrolment(DiceSet("odd"))
    show(first, reader, "K", tray((5, 5, 5), 6))

    more = Enrolment(first.dice_set, ("K", "A"))
    show(more, reader, "A", tray((6, 6, 6), 7))

    assert more.example_counts == {"K": 3, "A": 3}
    assert more.ready


def test_a_face_that_no_die_shows_is_refused_and_nothing_taken(reader: DiceReader) -> None:
    lesson = Enrolment(DiceSet("odd"), POKER)

    with pytest.raises(DiceSetError, match="Z"):
        show(lesson, reader, "Z", tray((1, 1), 4))

    assert lesson.undoable == 0
