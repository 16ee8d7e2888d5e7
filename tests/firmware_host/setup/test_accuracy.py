"""What is said of five throws, and what is advised."""

import pytest

from firmware_host.setup import Finding
from firmware_host.setup.accuracy import NO_DIE, DieRead, ThrowRead, accuracy, as_result, from_result, judged


def die(read: str, truth: str | None = None, *, sure: bool = True) -> DieRead:
    return DieRead(read, 0.98 if sure else 0.6, sure, read if truth is None else truth)


def throw(*dice: DieRead, missed: int = 0) -> ThrowRead:
    return ThrowRead(dice, missed)


ALL_RIGHT = [throw(*(die(face) for face in "12345"))] * 5
ONE_WRONG = [*ALL_RIGHT[:4], throw(*(die(face) for face in "1234"), die("5", "6"))]


def test_every_die_is_counted_once() -> None:
    throws = [
        throw(die("1"), die("2", "3"), die("4", sure=False), die("5", "6", sure=False), die("6", NO_DIE), missed=1),
        throw(die("1"), die("2", "3"), die("6", NO_DIE, sure=False)),
    ]

    found = accuracy(throws)

    assert (found.right, found.doubtful, found.wrong, found.missed, found.no_dice) == (2, 2, 2, 1, 2)
    assert found.dice == 7
    assert found.silent == 5
    assert found.mistaken == (("3", "2"),)
    assert {face.face: (face.right, face.doubtful, face.wrong) for face in found.faces} == {
        "1": (2, 0, 0),
        "3": (0, 0, 2),
        "4": (0, 1, 0),
        "6": (0, 1, 0),
    }
    assert [face.face for face in found.faces] == ["1", "3", "4", "6"]


def test_one_doubt_in_five_throws_is_good_and_two_are_not() -> None:
    once = [*ALL_RIGHT[:4], throw(*(die(face) for face in "1234"), die("5", sure=False))]
    twice = [*once[1:], once[-1]]

    assert accuracy(ALL_RIGHT).good
    assert accuracy(once).good
    assert not accuracy(twice).good
    assert not accuracy([]).good


@pytest.mark.parametrize("spoilt", [ONE_WRONG, [*ALL_RIGHT, throw(missed=1)], [*ALL_RIGHT, throw(die("6", NO_DIE))]])
def test_a_fault_that_nobody_is_asked_about_is_never_good(spoilt: list[ThrowRead]) -> None:
    assert not accuracy(spoilt).good
    assert judged(accuracy(spoilt))[0].grade == "bad"


def test_all_right_is_said_in_one_sentence() -> None:
    (told,) = judged(accuracy(ALL_RIGHT))

    assert told == Finding("25 of 25 dice were read correctly and with certainty.", "ok", 100.0, "%", "accuracy")


def test_what_was_mistaken_is_named_and_light_comes_before_teaching() -> None:
    dark = Finding("It is too dark here: 20. Bring a lamp.", "bad", 20.0, "grey", "light")

    told = judged(accuracy(ONE_WRONG), [Finding("The picture is sharp.", "ok"), dark])

    assert [(finding.grade, str(finding.sentence)) for finding in told] == [
        ("bad", "24 of 25 dice were read correctly and with certainty."),
        ("bad", "1 die was read wrong without a doubt: 6 as 5."),
        ("bad", "It is too dark here: 20. Bring a lamp."),
        ("warn", "Teach the dice: show these faces ten times each: 6."),
    ]


def test_dice_that_were_not_seen_are_no_matter_of_teaching() -> None:
    told = judged(accuracy([*ALL_RIGHT, throw(die("6", NO_DIE), missed=2)]))

    assert [str(finding.sentence) for finding in told[1:]] == [
        "2 dice were not seen.",
        "1 thing in the tray was taken for a die.",
        "Mark the tray again so that all of it is inside, and clear away what is not a die.",
    ]


def test_figures_are_kept_and_found_again() -> None:
    found = accuracy([*ONE_WRONG, throw(die("K", sure=False), missed=1)])

    assert from_result(as_result(found)) == found


@pytest.mark.parametrize("spoilt", [{}, {"right": None}, {"faces": 3}, {"faces": [[1]]}, {"mistaken": ["abc"]}])
def test_figures_that_are_none_are_passed_over(spoilt: dict[str, object]) -> None:
    whole = as_result(accuracy(ALL_RIGHT))

    assert from_result({**whole, **spoilt} if spoilt else {}) is None
