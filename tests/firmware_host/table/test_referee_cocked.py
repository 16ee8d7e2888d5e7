"""Dice that do not lie flat, by each rule that a table may have for them."""

from dataclasses import replace

import pytest

from firmware_host.table.referee import (
    CountedRoll,
    NoRoll,
    TrayTurn,
    Trouble,
    judge,
)
from firmware_host.table.snapshot import QuestionView
from tests.firmware_host.table.lying_dice import FIRST, NEW, OLD, at, cocked, die, later, reading

FLAT = at([3, 1, 6, 2], NEW)
ASKS, THROWS, READS = (replace(FIRST, cocked=rule) for rule in ("ask", "throw", "read"))


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        ("cocked", "Die 5 is not flat, or something is covering it."),
        ("stacked", "Die 5 is leaning on another die, or lying on top of it."),
    ],
)
def test_a_die_that_does_not_lie_flat_is_named_with_its_three_ways_out(trouble: Trouble, text: str) -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4], trouble=trouble))
    verdict = judge(ASKS, (), seen)
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.dice, verdict.rethrow) == (trouble, (4,), (4,))
    assert (verdict.can_accept, verdict.can_name) == (True, True)
    assert verdict.text == f"{text} Throw it again, say what it shows, or count these dice."
    accepted = judge(ASKS, (), seen, accept=True)
    assert isinstance(accepted, CountedRoll)
    assert accepted.values == (3, 1, 6, 2, 4)


def test_several_dice_that_do_not_lie_flat_are_one_question() -> None:
    verdict = judge(ASKS, (), reading(*FLAT[:3], cocked(2, *NEW[3]), cocked(4, *NEW[4])))
    assert isinstance(verdict, QuestionView)
    assert verdict.rethrow == (3, 4)
    assert verdict.text.startswith("Dice 4 and 5 are not flat")


@pytest.mark.parametrize("turn", [ASKS, READS])
def test_a_cocked_die_whose_face_is_not_clear_is_never_counted_as_it_lies(turn: TrayTurn) -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4], clear=False))
    for accept in (False, True):
        verdict = judge(turn, (), seen, accept=accept)
        assert isinstance(verdict, QuestionView)
        assert (verdict.kind, verdict.can_accept, verdict.can_name) == ("cocked", False, True)


def test_where_cocked_dice_count_as_read_a_clear_one_is_not_asked_about() -> None:
    verdict = judge(READS, (), reading(*FLAT, cocked(4, *NEW[4])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (3, 1, 6, 2, 4)


def test_where_cocked_dice_are_thrown_again_nothing_else_settles_it() -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4]))
    for accept in (False, True):
        verdict = judge(THROWS, (), seen, accept=accept)
        assert isinstance(verdict, QuestionView)
        assert (verdict.can_accept, verdict.can_enter, verdict.can_name) == (False, False, False)
        assert verdict.text.endswith("Throw it again and leave the others where they are.")


def test_dice_that_stay_while_a_cocked_one_is_thrown_again_count_with_it() -> None:
    gathered = judge(THROWS, (), reading(*FLAT), staying=FLAT)
    assert isinstance(gathered, NoRoll)
    assert gathered.text.startswith("Throw only the die that was not flat.")
    verdict = judge(THROWS, (), reading(*FLAT, die(5, 800.0, 400.0)), staying=FLAT)
    assert isinstance(verdict, CountedRoll)
    assert sorted(verdict.values) == [1, 2, 3, 5, 6]


def test_a_die_that_was_to_stay_and_has_changed_is_asked_about() -> None:
    turned = (die(4, *NEW[0]), *FLAT[1:], die(5, 800.0, 400.0))
    verdict = judge(THROWS, (), reading(*turned), staying=FLAT)
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept) == ("not-kept", True)
    assert verdict.text.startswith("The die that showed 3 has changed; it should have stayed as it was.")
    assert isinstance(judge(THROWS, (), reading(*turned), staying=FLAT, accept=True), CountedRoll)


def test_a_held_die_that_leans_where_it_lay_keeps_its_face() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    verdict = judge(turn, at_rest, reading(cocked(5, *OLD[2]), *at([1, 1, 2, 2], [NEW[0], NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.was.count(2) == 1
