from pathlib import Path

import numpy as np
import pytest

from models.training.tally import GroundTruth, Tally, by_boxes, by_values, matched, table
from vision.detection import Detection

PHOTO = Path("throw.jpg")


def seen(face: str, x: float, sure: bool = True) -> Detection:
    return Detection(face, 0.9, sure, (face,), (x - 10, 0, x + 10, 20))


def truth(
    faces: list[str], counted: list[bool] | None = None, ignored: list[tuple[float, float]] | None = None
) -> GroundTruth:
    """Dice of 20 pixels, 100 apart, the first in the middle of x = 10."""
    boxes = np.array([(100 * i, 0, 100 * i + 20, 20) for i in range(len(faces))], np.float32)
    points = np.array(ignored or [], np.float32).reshape(-1, 2)
    return GroundTruth(PHOTO, boxes, faces, np.array(counted or [True] * len(faces)), points)


def test_each_die_is_found_right_sure_or_silently_wrong() -> None:
    tally = Tally()

    by_boxes(tally, truth(["1", "2", "3", "4"]), [seen("1", 11), seen("5", 109), seen("3", 210, sure=False)], 7.0)

    figures = tally.figures()
    assert (figures["dice"], figures["found"], figures["right_of_found"]) == (4, 0.75, 0.6667)
    assert (figures["sure"], figures["silently_wrong"], figures["exact"]) == (0.6667, 1, 0)
    assert figures["milliseconds"] == 7
    assert [str(one) for one in tally.mistakes] == ["throw.jpg: 2 read as 5 (sure)", "throw.jpg: 4 read as nothing"]


def test_what_is_read_where_nothing_is_labelled_is_a_false_die_and_spoils_the_photo() -> None:
    tally = Tally()

    by_boxes(tally, truth(["1"]), [seen("1", 10), seen("6", 60)], 0)

    assert tally.figures()["false_dice"] == 1
    assert tally.figures()["exact"] == 0


def test_doubtful_labels_are_neither_right_nor_wrong() -> None:
    tally = Tally()

    by_boxes(tally, truth(["1", "2"], [True, False], [(300, 10)]), [seen("1", 10), seen("6", 110), seen("4", 300)], 0)

    figures = tally.figures()
    assert (figures["dice"], figures["found"], figures["right_of_found"]) == (1, 1, 1)
    assert (figures["false_dice"], figures["silently_wrong"], figures["exact"]) == (0, 0, 1)


def test_a_reading_is_of_one_die_only_and_of_none_beyond_half_a_die() -> None:
    boxes = np.array([(0, 0, 20, 20), (8, 0, 28, 20), (100, 0, 120, 20)], np.float32)

    pairs, left = matched([seen("1", 12), seen("2", 121)], boxes)

    assert [None if pair is None else pair.face for pair in pairs] == ["1", None, None]
    assert [die.face for die in left] == ["2"]


def test_photographs_with_values_only_are_counted_as_bags() -> None:
    tally = Tally()

    by_values(tally, PHOTO, [seen("1", 0), seen("5", 50), seen("5", 90, sure=False)], ["1", "5", "6"], 0)

    figures = tally.figures()
    assert (figures["dice"], figures["found"], figures["right_of_found"]) == (3, 1, 0.6667)
    assert figures["exact"] == 0
    assert figures["silently_wrong"] == 0


def test_intervals_hold_the_figure_and_are_narrow_where_photographs_agree() -> None:
    mixed, alike = Tally(), Tally()
    for number in range(40):
        by_boxes(mixed, truth(["1"]), [seen("1" if number % 4 else "2", 10)], 0)
        by_boxes(alike, truth(["1"]), [seen("1", 10)], 0)

    low, high = mixed.figures()["intervals"]["right_of_found"]
    assert 0.55 < low < 0.75 < high < 0.95
    assert alike.figures()["intervals"]["right_of_found"] == [pytest.approx(0.9124, abs=1e-4), 1]


def test_intervals_are_wide_where_dice_of_a_photograph_are_wrong_together() -> None:
    together, apart = Tally(), Tally()
    for number in range(20):
        wrong = "2" if number % 4 else "1"
        by_boxes(together, truth(["1"] * 4), [seen(wrong, 100 * die + 10) for die in range(4)], 0)
        by_boxes(apart, truth(["1"] * 4), [seen("2" if die else "1", 100 * die + 10) for die in range(4)], 0)

    wide, narrow = (tally.figures()["intervals"]["right_of_found"] for tally in (together, apart))
    assert together.figures()["right_of_found"] == apart.figures()["right_of_found"] == 0.25
    assert wide[0] < narrow[0] < 0.25 < narrow[1] < wide[1]


def test_the_table_shows_every_figure_with_its_interval() -> None:
    tally = Tally()
    by_boxes(tally, truth(["1"]), [seen("1", 10)], 12.34)

    head, _, line = table({"mine": tally.figures()}).splitlines()

    assert head.startswith("| set | photos | exact | dice | found | right of found |")
    assert line == (
        "| mine | 1 | 1 (20.6% to 100.0%) | 1 | 100.00% (20.6% to 100.0%) | 100.00% (20.6% to 100.0%) "
        "| 0 | 100.00% (20.6% to 100.0%) | 0 (0.0% to 79.3%) | 12.3 |"
    )


@pytest.mark.parametrize("count", [0, 1])
def test_an_empty_set_has_figures(count: int) -> None:
    tally = Tally()
    for _ in range(count):
        by_boxes(tally, truth([]), [], 0)

    assert tally.figures()["found"] == 0
