import numpy as np
import pytest

from tests.vision.read.conftest import CODE, tray
from vision.frame import Picture
from vision.read import DiceReader, DiceSet, DiceSetError, Lesson, taught
from vision.read.kinds import POKER
from vision.read.lesson import Showing


def show(lesson: Lesson, reader: DiceReader, face: str, picture: Picture) -> Showing:
    return lesson.show(face, picture, [die.box for die in reader.read(picture)])


def shot_again(picture: Picture, seed: int) -> Picture:
    """The same dice, untouched, in another picture: its noise and a breath of light apart."""
    rng = np.random.default_rng(seed)
    again = picture * rng.uniform(0.97, 1.03) + rng.normal(0, 4, picture.shape)
    return np.asarray(np.clip(again, 0, 255).astype(np.uint8))


def test_a_lesson_asks_for_each_face_until_the_set_can_be_learnt(reader: DiceReader) -> None:
    lesson = Lesson(DiceSet("odd"), POKER)
    asked = []

    while (face := lesson.next_face) is not None:
        asked.append(face)
        value = next(value for value, shown in CODE.items() if shown == face)
        assert lesson.ready == (len(asked) > 2)  # two faces make a set
        assert show(lesson, reader, face, tray((value,) * 4, 100 + value)) == Showing(new=4, known=0)

    assert asked == list(POKER)
    assert lesson.looks == dict.fromkeys(POKER, 4)
    assert lesson.ready
    assert taught(lesson.dice_set, reader.faces).estimate >= 0.9


def test_dice_that_nobody_touched_teach_nothing_twice(reader: DiceReader) -> None:
    lesson = Lesson(DiceSet("odd"), POKER)
    picture = tray((3, 3, 3), 8)
    show(lesson, reader, "J", picture)

    assert show(lesson, reader, "J", shot_again(picture, 1)) == Showing(new=0, known=3)

    assert lesson.looks["J"] == 3
    assert lesson.showings == 1


def test_a_look_called_wrongly_is_called_anew(reader: DiceReader) -> None:
    lesson = Lesson(DiceSet("odd"), POKER)
    picture = tray((3, 3, 3), 8)
    show(lesson, reader, "Q", picture)

    assert show(lesson, reader, "J", shot_again(picture, 2)).new == 3

    assert (lesson.looks["J"], lesson.looks["Q"]) == (3, 0)


def test_showings_are_taken_back_one_by_one(reader: DiceReader) -> None:
    lesson = Lesson(DiceSet("odd"), POKER)
    show(lesson, reader, "9", tray((1, 1), 4))
    show(lesson, reader, "10", tray((2, 2), 5))

    lesson.take_back()
    assert (lesson.looks["9"], lesson.looks["10"]) == (2, 0)
    lesson.take_back()
    assert lesson.dice_set.shown == ()
    with pytest.raises(DiceSetError, match="nothing can be taken back"):
        lesson.take_back()


def test_a_set_is_taught_more_and_keeps_what_it_knows(reader: DiceReader) -> None:
    first = Lesson(DiceSet("odd"))
    show(first, reader, "K", tray((5, 5, 5), 6))

    more = Lesson(first.dice_set, ("K", "A"))
    show(more, reader, "A", tray((6, 6, 6), 7))

    assert more.looks == {"K": 3, "A": 3}
    assert more.ready


def test_a_face_that_no_die_shows_is_refused_and_nothing_taken(reader: DiceReader) -> None:
    lesson = Lesson(DiceSet("odd"), POKER)

    with pytest.raises(DiceSetError, match="Z"):
        show(lesson, reader, "Z", tray((1, 1), 4))

    assert lesson.showings == 0
