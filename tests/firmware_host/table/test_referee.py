"""What a throw counts for, and what stands in its way."""

from dataclasses import replace

import pytest

from firmware_host.game.commands import Place
from firmware_host.table.referee import (
    CountedRoll,
    NoRoll,
    judge,
)
from firmware_host.table.snapshot import QuestionView
from tests.firmware_host.table.lying_dice import FIRST, NEW, OLD, W, at, die, reading


def test_first_roll_counts_five_dice_that_moved() -> None:
    verdict = judge(FIRST, at([1, 1, 1, 1, 1]), reading(*at([3, 1, 6, 2, 2], NEW)))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (3, 1, 6, 2, 2)
    assert verdict.kept == (False,) * 5
    assert verdict.places == tuple(Place(x, y, W) for x, y in NEW)
    assert verdict.seen == (0, 1, 2, 3, 4)


def test_a_die_back_at_its_place_with_another_face_has_moved() -> None:
    verdict = judge(FIRST, at([1, 2, 3, 4, 5]), reading(*at([2, 3, 4, 5, 6])))
    assert isinstance(verdict, CountedRoll)


def test_a_die_with_its_face_a_little_further_than_the_threshold_has_moved() -> None:
    at_rest = at([4, 4, 4, 4, 4])
    near = reading(*(die(4, x + 0.34 * W, y) for x, y in OLD))
    far = reading(*(die(4, x + 0.36 * W, y) for x, y in OLD))
    assert judge(FIRST, at_rest, near) == NoRoll("at-rest")
    assert isinstance(judge(FIRST, at_rest, far), CountedRoll)


def test_dice_lying_at_the_start_are_no_roll() -> None:
    assert judge(FIRST, (), reading(*at([1, 2, 3, 4, 5]), thrown=False)) == NoRoll("at-start")


def test_dice_of_the_first_roll_that_still_lie_where_they_were_are_asked_about() -> None:
    at_rest = at([1, 2, 3, 4, 5])
    verdict = judge(FIRST, at_rest, reading(*at_rest[:2], *at([6, 6, 6], NEW[2:])))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.dice, verdict.can_accept) == ("not-thrown", (0, 1), True)
    assert verdict.text.startswith("Dice 1 and 2 did not move.")


def test_an_empty_tray_is_told_quietly() -> None:
    assert judge(FIRST, (), reading()) == NoRoll("incomplete", "There are no dice in the tray.")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "Only 1 of the 5 dice is in the tray. Are they under other dice, or outside the tray?"),
        (4, "Only 4 of the 5 dice are in the tray. Is it under another die, or outside the tray?"),
    ],
)
def test_dice_missing_from_a_throw_are_named(count: int, text: str) -> None:
    verdict = judge(FIRST, (), reading(*at([1, 2, 3, 4, 5][:count])))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept, verdict.can_enter) == ("missing", False, True)
    assert verdict.text == f"{text} Throw again, or enter the roll by hand."


def test_a_die_that_left_the_tray_is_named_where_it_is_seen_beside_it() -> None:
    seen = replace(reading(*at([1, 2, 3, 4])), outside=(die(6, 900.0, 240.0),))
    verdict = judge(FIRST, (), seen)
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept, verdict.can_enter) == ("outside", False, True)
    assert verdict.text.startswith("1 die is outside the tray.")


def test_as_many_dice_beside_the_tray_as_are_missing_or_none_of_them_is_named() -> None:
    seen = replace(reading(*at([1, 2, 3])), outside=(die(6, 900.0, 240.0),))
    verdict = judge(FIRST, (), seen)
    assert isinstance(verdict, QuestionView)
    assert verdict.kind == "missing"


def test_a_die_beside_the_tray_is_nothing_where_none_is_missing() -> None:
    seen = replace(reading(*at([1, 2, 3, 4, 5])), outside=(die(6, 900.0, 240.0),))
    assert isinstance(judge(FIRST, (), seen), CountedRoll)


def test_too_many_dice_are_a_question_that_cannot_be_accepted() -> None:
    verdict = judge(FIRST, (), reading(*at([1, 2, 3, 4, 5]), die(6, 800, 500)))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept) == ("too-many", False)
    assert verdict.text == "There are 6 dice in the tray. This game is played with 5 dice. Take out 1 die."


def test_an_unsure_die_is_asked_for() -> None:
    dice = (*at([1, 2, 3, 4]), die(6, *OLD[4], choices=(6, 5)))
    verdict = judge(FIRST, (), reading(*dice))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.dice, verdict.can_accept) == ("unsure", (4,), False)
    assert verdict.text == "What does die 5 from the left show?"
    assert judge(FIRST, (), reading(*dice), accept=True) == verdict


def test_a_named_die_counts_as_named() -> None:
    named = replace(die(6, *OLD[4], choices=(6, 5)), value=5, sure=True)
    verdict = judge(FIRST, (), reading(*at([1, 2, 3, 4]), named))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (1, 2, 3, 4, 5)


def test_what_cannot_be_read_is_named_and_may_be_overruled() -> None:
    seen = reading(*at([1, 2, 3, 4, 5]), problems=("A die leans.",))
    verdict = judge(FIRST, (), seen)
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept) == ("unclear", True)
    assert verdict.text.startswith("A die leans.")
    assert isinstance(judge(FIRST, (), seen, accept=True), CountedRoll)
