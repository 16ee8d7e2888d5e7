from dataclasses import replace

import pytest

from vision.detection import Detection, Trouble
from vision.settle.vote import agree


def die(x: float, face: str, confidence: float = 0.95, *, sure: bool = True, other: str = "2") -> Detection:
    return Detection(face, confidence, sure, (face, other), (x, 100.0, x + 40, 140.0))


def test_alike_readings_make_one() -> None:
    agreed = agree(
        [(die(10, "4", 0.90), die(60, "6")), (die(12, "4", 0.96), die(61, "6")), (die(11, "4"), die(60, "6"))]
    )

    assert [(seen.face, seen.sure) for seen in agreed.dice] == [("4", True), ("6", True)]
    assert agreed.dice[0].box == (11, 100, 51, 140)
    assert agreed.dice[0].confidence == pytest.approx((0.90 + 0.96 + 0.95) / 3)
    assert agreed.unanimous
    assert not agreed.problems


def test_one_other_face_makes_a_die_unsure_and_is_offered() -> None:
    agreed = agree([(die(10, "5"),), (die(10, "6", other="4"),), (die(10, "5"),)])

    (seen,) = agreed.dice
    assert (seen.face, seen.sure, seen.likely) == ("5", False, ("5", "6", "2", "4"))
    assert seen.confidence == pytest.approx(0.95 * 2 / 3)
    assert not agreed.unanimous
    assert not agreed.problems


def test_where_votes_are_even_the_more_confident_face_comes_first() -> None:
    agreed = agree([(die(10, "5", 0.6),), (die(10, "6", 0.9),)])

    assert agreed.dice[0].likely[:2] == ("6", "5")
    assert not agreed.dice[0].sure


def test_a_die_is_sure_when_most_readings_are() -> None:
    hazy = die(10, "3", 0.5, sure=False)

    assert agree([(die(10, "3"),), (die(10, "3"),), (hazy,)]).dice[0].sure
    assert not agree([(die(10, "3"),), (hazy,), (hazy,)]).dice[0].sure


def test_what_one_reading_alone_saw_is_no_die_but_a_problem() -> None:
    agreed = agree([(die(10, "3"), die(200, "1")), (die(10, "3"),), (die(10, "3"),)])

    assert [seen.face for seen in agreed.dice] == ["3"]
    assert agreed.problems == ("Something in the tray looked like a die in some pictures and not in others.",)


def test_a_die_missed_once_still_counts() -> None:
    agreed = agree([(die(10, "3"), die(60, "1")), (die(60, "1"),), (die(10, "3"), die(60, "1"))])

    assert [seen.face for seen in agreed.dice] == ["3", "1"]
    assert not agreed.unanimous
    assert not agreed.problems


def test_touching_dice_are_kept_apart_even_where_one_was_missed() -> None:
    agreed = agree([(die(10, "3"), die(50, "1")), (die(50, "1"),), (die(10, "3"), die(50, "1"))])

    assert [(seen.face, seen.box[0]) for seen in agreed.dice] == [("3", 10), ("1", 50)]


def test_an_empty_tray_is_no_problem() -> None:
    agreed = agree([(), (), ()])

    assert agreed.dice == ()
    assert agreed.problems == ()


def leaning(x: float, face: str, *, clear: bool = True, trouble: Trouble = "cocked") -> Detection:
    return replace(die(x, face, 0.3, sure=False), trouble=trouble, clear=clear)


def test_a_die_that_half_of_the_readings_find_cocked_is_cocked() -> None:
    (seen,) = agree([(leaning(10, "3"),), (die(10, "3"),)]).dice

    assert (seen.trouble, seen.sure, seen.clear) == ("cocked", False, True)


def test_one_reading_of_three_that_finds_a_die_cocked_is_outvoted() -> None:
    (seen,) = agree([(leaning(10, "3"),), (die(10, "3"),), (die(10, "3"),)]).dice

    assert (seen.trouble, seen.sure, seen.clear) == ("", True, False)


@pytest.mark.parametrize("second", [leaning(10, "4"), leaning(10, "3", clear=False), die(10, "3", 0.4, sure=False)])
def test_a_cocked_die_is_clear_only_where_all_readings_are(second: Detection) -> None:
    (seen,) = agree([(leaning(10, "3"),), (second,)]).dice

    assert (seen.trouble, seen.clear) == ("cocked", False)


def test_readings_that_differ_in_why_a_die_cannot_be_read_are_not_unanimous() -> None:
    assert not agree([(leaning(10, "3"),), (die(10, "3"),)]).unanimous
    assert agree([(leaning(10, "3", trouble="stacked"),), (leaning(10, "3", trouble="stacked"),)]).unanimous
