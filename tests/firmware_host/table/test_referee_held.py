"""Held dice and dice at rest: found again, followed, asked about, never counted twice."""

from dataclasses import replace

import pytest

from firmware_host.game.commands import Place
from firmware_host.table.referee import (
    CountedRoll,
    LyingDie,
    NoRoll,
    TrayTurn,
    TurnDie,
    adopt,
    at_rest_after,
    count_by_hand,
    exchanged,
    judge,
    placed,
    still_at_rest,
    with_held_found,
)
from firmware_host.table.snapshot import QuestionView
from tests.firmware_host.table.lying_dice import FIRST, NEW, OLD, W, at, die, later, reading


def test_later_roll_keeps_held_dice_and_counts_the_others_left_to_right() -> None:
    turn, at_rest = later([6, 2, 6, 3, 1], held=[0, 2])
    verdict = judge(turn, at_rest, reading(at_rest[0], at_rest[2], *at([5, 4, 4], [NEW[1], NEW[0], NEW[4]])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (6, 4, 5, 6, 4)
    assert verdict.kept == (True, False, False, True, False)
    assert verdict.was == (0, None, None, 2, None)


def test_a_nudged_held_die_is_found_by_its_face() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    nudged = die(5, OLD[2][0] + 1.4 * W, OLD[2][1])
    verdict = judge(turn, at_rest, reading(nudged, *at([1, 1, 2, 2], NEW)))
    assert isinstance(verdict, CountedRoll)
    assert sorted(zip(verdict.values, verdict.kept, strict=True)) == [
        (1, False),
        (1, False),
        (2, False),
        (2, False),
        (5, True),
    ]


def test_a_held_die_pushed_too_far_in_a_throw_is_asked_about() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    pushed = die(5, OLD[2][0], OLD[2][1] + 3 * W)
    verdict = judge(turn, at_rest, reading(pushed, *at([1, 1, 2, 2], [NEW[0], NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, QuestionView)
    assert verdict.kind == "held-changed"


def test_a_held_die_that_shows_another_face_is_asked_about() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    seen = reading(at_rest[0], die(4, *OLD[2]), *at([1, 1, 2], [NEW[1], NEW[3], NEW[4]]))
    verdict = judge(turn, at_rest, seen)
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.can_accept) == ("held-changed", True)
    assert verdict.dice == (seen.dice.index(die(4, *OLD[2])),)
    assert verdict.text.startswith("Held die 3 showed 5 and now shows 4.")
    accepted = judge(turn, at_rest, seen, accept=True)
    assert isinstance(accepted, CountedRoll)
    assert accepted.was.count(None) == 4
    assert accepted.was[0] == 0


def test_a_held_die_that_is_not_where_it_lay_is_asked_about_by_its_face() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    turn = replace(turn, kind="poker")
    verdict = judge(turn, at_rest, reading(*at([1, 1, 2, 2, 3], [*NEW[:2], (60.0, 60.0), *NEW[3:]])))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.dice) == ("held-changed", ())
    assert verdict.text.startswith("Held die 3, which showed K, is not where it was.")


def test_a_thrown_die_beside_a_turned_held_one_is_not_taken_for_it() -> None:
    """The held 5 was turned to a 4 where it lay, and a thrown die shows a 5 next to it."""
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    beside = die(5, OLD[2][0] + 1.1 * W, OLD[2][1])
    verdict = judge(turn, at_rest, reading(die(4, *OLD[2]), beside, *at([1, 1, 2], [NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, QuestionView)
    assert verdict.kind == "held-changed"


def test_dice_that_a_hand_has_swapped_are_followed() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    swapped = reading(at_rest[0], die(5, *OLD[1]), die(2, *OLD[2]), *at_rest[3:])
    dice, at_rest = exchanged(turn, at_rest, swapped)
    turn = replace(turn, dice=dice)
    assert (turn.dice[2].place, turn.dice[1].place) == (Place(*OLD[1], W), Place(*OLD[2], W))
    assert judge(turn, at_rest, swapped) == NoRoll("at-rest")
    verdict = judge(turn, at_rest, reading(die(5, *OLD[1]), *at([4, 4, 4, 4], [NEW[0], *NEW[2:]])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.was.count(2) == 1
    assert sorted(verdict.values) == [4, 4, 4, 4, 5]


@pytest.mark.parametrize(
    ("held", "dice"),
    [
        ([0, 2, 3, 4], {1: die(5, *OLD[2]), 2: die(2, *OLD[1])}),  # the only die to be thrown may well have been
        ([2], {1: die(5, *OLD[1]), 2: die(1, *OLD[2])}),  # other faces
        ([2], {1: die(5, OLD[1][0] + 0.6 * W, OLD[1][1]), 2: die(2, *OLD[2])}),  # not at the other's place
        ([2], {1: die(5, *OLD[1], choices=(5, 6)), 2: die(2, *OLD[2])}),  # not sure
    ],
)
def test_what_may_be_a_throw_is_no_swap(held: list[int], dice: dict[int, LyingDie]) -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=held)
    seen = reading(*(dice.get(i, old) for i, old in enumerate(at_rest)))
    assert exchanged(turn, at_rest, seen) == (turn.dice, at_rest)


def test_of_two_equal_dice_either_may_stay() -> None:
    turn, at_rest = later([6, 2, 6, 3, 1], held=[0])
    verdict = judge(turn, at_rest, reading(at_rest[2], *at([4, 4, 4, 4], [*NEW[:2], *NEW[3:]])))
    assert isinstance(verdict, CountedRoll)
    assert sorted(zip(verdict.values, verdict.kept, strict=True)) == [(4, False)] * 4 + [(6, True)]
    assert verdict.was.count(0) == 1


def test_an_equal_die_left_lying_does_not_hide_that_the_held_one_was_turned() -> None:
    turn, at_rest = later([6, 2, 6, 3, 1], held=[0])
    seen = reading(die(5, *OLD[0]), at_rest[2], *at([4, 4, 4], [NEW[1], *NEW[3:]]))
    verdict = judge(turn, at_rest, seen)
    assert isinstance(verdict, QuestionView)
    assert verdict.kind == "held-changed"


def test_a_held_die_that_was_moved_far_is_none_of_its_equals_while_nothing_is_thrown() -> None:
    turn, at_rest = later([6, 2, 6, 3, 1], held=[0])
    assert judge(turn, at_rest, reading(die(6, 60.0, 460.0), *at_rest[1:])) == NoRoll("at-rest")


def test_dice_under_a_hand_are_at_rest_when_they_are_seen_again() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    covered = reading(at_rest[0], at_rest[3])
    at_rest = at_rest_after(turn, at_rest, covered)
    assert judge(turn, at_rest, reading(*at([6, 2, 5, 3, 1]))) == NoRoll("at-rest")


def test_dice_that_were_all_picked_up_are_at_rest_no_more() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    assert at_rest_after(turn, at_rest, reading(at_rest[2])) == (at_rest[2],)
    assert at_rest_after(FIRST, at_rest, reading()) == ()


def test_no_roll_while_the_dice_that_are_not_held_lie_as_they_did() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    moved_held = (die(6, 60.0, 460.0), *at_rest[1:])
    assert judge(turn, at_rest, reading(*at_rest)) == NoRoll("at-rest")
    assert judge(turn, at_rest, reading(*moved_held)) == NoRoll("at-rest")


def test_held_dice_pushed_far_are_followed_and_found_again_after_the_throw() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    aside = reading(die(6, 60.0, 460.0), die(5, 130.0, 460.0), at_rest[1], at_rest[3], at_rest[4])
    turn = replace(turn, dice=with_held_found(turn, at_rest, aside))
    assert [one.place for one in turn.dice][0:3:2] == [Place(60.0, 460.0, W), Place(130.0, 460.0, W)]
    at_rest = still_at_rest(at_rest, aside.dice)
    assert {one.value for one in at_rest} == {2, 3, 1}
    verdict = judge(turn, at_rest, reading(die(6, 60.0, 460.0), die(5, 130.0, 460.0), *at([4, 4, 4], NEW[2:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (6, 5, 4, 4, 4)
    assert verdict.kept == (True, True, False, False, False)


def test_held_dice_are_not_followed_into_a_throw() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    thrown = reading(*at([6, 5, 5, 6, 1], NEW))
    assert with_held_found(turn, at_rest, thrown) == turn.dice


def test_held_dice_put_aside_off_the_tray_keep_their_values_and_places() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, at_rest, reading(*at([4, 4, 1], NEW[2:])))
    assert isinstance(verdict, CountedRoll)
    assert sorted(zip(verdict.values, verdict.kept, strict=True)) == [
        (1, False),
        (4, False),
        (4, False),
        (5, True),
        (6, True),
    ]
    assert verdict.places[verdict.values.index(6)] == Place(*OLD[0], W)
    assert verdict.seen[verdict.values.index(6)] is None


def test_a_hand_that_takes_all_dice_out_loses_no_roll() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, at_rest, reading())
    assert isinstance(verdict, NoRoll)
    assert verdict.why == "taken-out"
    assert verdict.text == ("The dice are out of the tray, but the roll still counts. Throw again, or score a box.")


def test_dice_gathered_around_a_held_one_that_was_pushed_far_are_told_quietly() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    seen = reading(die(6, 60.0, 460.0), at_rest[1], at_rest[3], at_rest[4])
    assert judge(turn, at_rest, seen) == NoRoll("incomplete", "Only 4 of the 5 dice are in the tray.")


def test_taking_held_dice_off_the_tray_is_no_roll() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, at_rest, reading(at_rest[1], at_rest[3], at_rest[4]))
    assert verdict == NoRoll("incomplete", "Only 3 of the 5 dice are in the tray.")


def test_some_dice_that_are_not_held_lie_where_they_were() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, at_rest, reading(at_rest[0], at_rest[2], at_rest[1], *at([6, 6], NEW[3:])))
    assert isinstance(verdict, QuestionView)
    assert (verdict.kind, verdict.dice) == ("not-thrown", (1,))


def test_dice_thrown_one_after_the_other_make_one_roll() -> None:
    at_rest = at([1, 2, 3, 4, 5])
    two = reading(*at([6, 6], NEW))
    verdict = judge(FIRST, at_rest, two)
    assert isinstance(verdict, QuestionView)
    assert verdict.kind == "missing"
    at_rest = still_at_rest(at_rest, two.dice)
    assert at_rest == ()
    assert isinstance(judge(FIRST, at_rest, reading(*two.dice, *at([1, 1, 1], NEW[2:]))), CountedRoll)


def test_motion_with_no_rolls_left_is_ignored() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0], rolls_left=0)
    verdict = judge(turn, at_rest, reading(*at([1, 1, 1, 1, 1], NEW)))
    assert verdict == NoRoll("no-rolls-left", "No rolls are left in this turn. Score a box.")


def test_with_all_dice_held_nothing_is_a_roll() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=range(5))
    verdict = judge(turn, at_rest, reading(*at([1, 1, 1, 1, 1], NEW)))
    assert isinstance(verdict, NoRoll)
    assert verdict.why == "all-held"


def test_dice_of_the_current_roll_are_not_counted_twice() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, at_rest, reading(*at_rest), accept=True)
    assert isinstance(verdict, NoRoll)
    assert "already been counted" in verdict.text


def test_accepting_counts_dice_that_lie_there_before_the_first_roll() -> None:
    verdict = judge(FIRST, at([1, 2, 3, 4, 5]), reading(*at([1, 2, 3, 4, 5]), thrown=False), accept=True)
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (1, 2, 3, 4, 5)


def test_a_corrected_held_die_is_recognised_by_what_the_reader_calls_it() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0])
    misread = replace(turn.dice[0], value=5, read_as=frozenset({6}))
    turn = replace(turn, dice=(misread, *turn.dice[1:]))
    verdict = judge(turn, at_rest, reading(at_rest[0], *at([4, 4, 4, 4], NEW[1:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values[0] == 5
    assert verdict.kept[0]


def test_an_unsure_held_die_that_never_moved_needs_no_second_name() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, at_rest, reading(die(5, *OLD[0], choices=(5, 6)), *at([4, 4, 4, 4], NEW[1:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values[0] == 6


def test_values_by_hand_are_laid_on_the_dice_from_the_left_and_held_ones_stay() -> None:
    turn, at_rest = later([6, 2, 5, 3, 1], held=[2])
    seen = reading(*at([1, 1], NEW), at_rest[2], *at([1, 1], NEW[3:]))
    roll = count_by_hand(turn, seen, (4, 3, 5, 2, 1))
    assert roll is not None
    assert roll.values == (4, 3, 5, 2, 1)
    assert roll.kept == (False, False, True, False, False)
    assert roll.places == tuple(one.place for one in seen.dice)
    assert count_by_hand(turn, reading(*seen.dice[:4]), (4, 3, 5, 2, 1)) is None


def test_dice_entered_by_hand_are_where_one_surely_shows_their_face() -> None:
    dice = tuple(TurnDie(value, held=False, place=None) for value in (5, 1, 1, 6, 2))
    seen = reading(*at([1, 5, 1], NEW), die(2, *NEW[3], choices=(2, 3)))
    found = placed(dice, seen)
    places = [one.place for one in found]
    assert places[0] == Place(*NEW[1], W)
    assert {places[1], places[2]} == {Place(*NEW[0], W), Place(*NEW[2], W)}
    assert places[3:] == [None, None]
    assert placed(found, seen) == found


def test_dice_found_when_the_camera_comes_back_are_those_of_the_roll_if_they_show_it() -> None:
    turn = TrayTurn(5, 2, tuple(TurnDie(value, value == 5, None) for value in (5, 1, 1, 2, 6)))
    found = adopt(turn, reading(*at([1, 6, 5, 2, 1], NEW), thrown=False))
    assert [one.place for one in found] == [Place(*NEW[i], W) for i in (2, 0, 4, 3, 1)]
    assert adopt(turn, reading(*at([1, 6, 5, 2, 2], NEW), thrown=False)) == turn.dice
