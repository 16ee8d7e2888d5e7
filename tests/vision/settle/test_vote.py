import pytest

from vision.settle.vote import agree
from vision.sighting import Sighting


def die(x: float, face: str, confidence: float = 0.95, *, sure: bool = True, other: str = "2") -> Sighting:
    return Sighting(face, confidence, sure, (face, other), (x, 100.0, x + 40, 140.0))


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
