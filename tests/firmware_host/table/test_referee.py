from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.game.commands import COCKED, Place
from firmware_host.table.referee import (
    THRESHOLDS,
    CountedRoll,
    LyingDie,
    NoRoll,
    Reading,
    Trouble,
    Turn,
    TurnDie,
    adopt,
    count_by_hand,
    exchanged,
    follow_held,
    judge,
    placed,
    resting_after,
    still_resting,
)
from firmware_host.table.snapshot import QuestionShown

W = 60.0
OLD = [(100.0, 200.0), (250.0, 120.0), (400.0, 300.0), (550.0, 180.0), (700.0, 240.0)]
NEW = [(130.0, 400.0), (290.0, 420.0), (430.0, 90.0), (590.0, 380.0), (760.0, 60.0)]


def die(value: int, x: float, y: float, *, choices: tuple[int, ...] = ()) -> LyingDie:
    return LyingDie(Place(x, y, W), value, sure=not choices, choices=choices)


def at(values: Sequence[int], spots: Sequence[tuple[float, float]] = OLD) -> tuple[LyingDie, ...]:
    return tuple(die(value, x, y) for value, (x, y) in zip(values, spots, strict=False))


def reading(*dice: LyingDie, thrown: bool = True, problems: tuple[str, ...] = ()) -> Reading:
    return Reading(tuple(sorted(dice, key=lambda one: one.place.x)), thrown, problems)


FIRST = Turn(5, 3)


def later(values: Sequence[int], held: Sequence[int], rolls_left: int = 2) -> tuple[Turn, tuple[LyingDie, ...]]:
    """A turn whose roll lies at the old spots, with some dice held, and the dice at rest there."""
    dice = at(values)
    turn = Turn(5, rolls_left, tuple(TurnDie(one.value, i in held, one.place) for i, one in enumerate(dice)))
    return turn, dice


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
    resting = at([4, 4, 4, 4, 4])
    near = reading(*(die(4, x + 0.34 * W, y) for x, y in OLD))
    far = reading(*(die(4, x + 0.36 * W, y) for x, y in OLD))
    assert judge(FIRST, resting, near) == NoRoll("unmoved")
    assert isinstance(judge(FIRST, resting, far), CountedRoll)


def test_dice_lying_at_the_start_are_no_roll() -> None:
    assert judge(FIRST, (), reading(*at([1, 2, 3, 4, 5]), thrown=False)) == NoRoll("at-start")


def test_dice_of_the_first_roll_that_still_lie_where_they_were_are_asked_about() -> None:
    resting = at([1, 2, 3, 4, 5])
    verdict = judge(FIRST, resting, reading(*resting[:2], *at([6, 6, 6], NEW[2:])))
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.dice, verdict.can_accept) == ("not-thrown", (0, 1), True)
    assert verdict.text.startswith("Dice 1 and 2 still lie where they were.")


def test_an_empty_tray_is_told_quietly() -> None:
    assert judge(FIRST, (), reading()) == NoRoll("incomplete", "No dice lie in the tray.")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "Only 1 of the 5 dice lies in the tray. Do they lie under other ones, or beside the tray?"),
        (4, "Only 4 of the 5 dice lie in the tray. Does it lie under another one, or beside the tray?"),
    ],
)
def test_dice_missing_from_a_throw_are_named(count: int, text: str) -> None:
    verdict = judge(FIRST, (), reading(*at([1, 2, 3, 4, 5][:count])))
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept, verdict.can_enter) == ("missing", False, True)
    assert verdict.text == f"{text} Throw again, or tap the faces in."


def test_a_die_that_left_the_tray_is_named_where_it_is_seen_beside_it() -> None:
    seen = replace(reading(*at([1, 2, 3, 4])), outside=(die(6, 900.0, 240.0),))
    verdict = judge(FIRST, (), seen)
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept, verdict.can_enter) == ("outside", False, True)
    assert verdict.text.startswith("1 die lies outside the tray.")


def test_as_many_dice_beside_the_tray_as_are_missing_or_none_of_them_is_named() -> None:
    seen = replace(reading(*at([1, 2, 3])), outside=(die(6, 900.0, 240.0),))
    verdict = judge(FIRST, (), seen)
    assert isinstance(verdict, QuestionShown)
    assert verdict.kind == "missing"


def test_a_die_beside_the_tray_is_nothing_where_none_is_missing() -> None:
    seen = replace(reading(*at([1, 2, 3, 4, 5])), outside=(die(6, 900.0, 240.0),))
    assert isinstance(judge(FIRST, (), seen), CountedRoll)


def test_too_many_dice_are_a_question_that_cannot_be_accepted() -> None:
    verdict = judge(FIRST, (), reading(*at([1, 2, 3, 4, 5]), die(6, 800, 500)))
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept) == ("too-many", False)
    assert verdict.text == "6 dice lie in the tray. This game is played with 5 dice. Take 1 die out."


def test_an_unsure_die_is_asked_for() -> None:
    dice = (*at([1, 2, 3, 4]), die(6, *OLD[4], choices=(6, 5)))
    verdict = judge(FIRST, (), reading(*dice))
    assert isinstance(verdict, QuestionShown)
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
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept) == ("unclear", True)
    assert verdict.text.startswith("A die leans.")
    assert isinstance(judge(FIRST, (), seen, accept=True), CountedRoll)


def test_later_roll_keeps_held_dice_and_counts_the_others_left_to_right() -> None:
    turn, resting = later([6, 2, 6, 3, 1], held=[0, 2])
    verdict = judge(turn, resting, reading(resting[0], resting[2], *at([5, 4, 4], [NEW[1], NEW[0], NEW[4]])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (6, 4, 5, 6, 4)
    assert verdict.kept == (True, False, False, True, False)
    assert verdict.was == (0, None, None, 2, None)


def test_a_nudged_held_die_is_found_by_its_face() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    nudged = die(5, OLD[2][0] + 1.4 * W, OLD[2][1])
    verdict = judge(turn, resting, reading(nudged, *at([1, 1, 2, 2], NEW)))
    assert isinstance(verdict, CountedRoll)
    assert sorted(zip(verdict.values, verdict.kept, strict=True)) == [
        (1, False),
        (1, False),
        (2, False),
        (2, False),
        (5, True),
    ]


def test_a_held_die_pushed_too_far_in_a_throw_is_asked_about() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    pushed = die(5, OLD[2][0], OLD[2][1] + 3 * W)
    verdict = judge(turn, resting, reading(pushed, *at([1, 1, 2, 2], [NEW[0], NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, QuestionShown)
    assert verdict.kind == "held-changed"


def test_a_held_die_that_shows_another_face_is_asked_about() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    seen = reading(resting[0], die(4, *OLD[2]), *at([1, 1, 2], [NEW[1], NEW[3], NEW[4]]))
    verdict = judge(turn, resting, seen)
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept) == ("held-changed", True)
    assert verdict.dice == (seen.dice.index(die(4, *OLD[2])),)
    assert verdict.text.startswith("The held die 3 showed 5, and now 4.")
    accepted = judge(turn, resting, seen, accept=True)
    assert isinstance(accepted, CountedRoll)
    assert accepted.was.count(None) == 4
    assert accepted.was[0] == 0


def test_a_held_die_that_is_not_where_it_lay_is_asked_about_by_its_face() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    turn = replace(turn, kind="poker")
    verdict = judge(turn, resting, reading(*at([1, 1, 2, 2, 3], [*NEW[:2], (60.0, 60.0), *NEW[3:]])))
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.dice) == ("held-changed", ())
    assert verdict.text.startswith("The held die 3, which showed K, is not where it lay.")


def test_a_thrown_die_beside_a_turned_held_one_is_not_taken_for_it() -> None:
    """The held 5 was turned to a 4 where it lay, and a thrown die shows a 5 next to it."""
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    beside = die(5, OLD[2][0] + 1.1 * W, OLD[2][1])
    verdict = judge(turn, resting, reading(die(4, *OLD[2]), beside, *at([1, 1, 2], [NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, QuestionShown)
    assert verdict.kind == "held-changed"


def test_dice_that_a_hand_has_swapped_are_followed() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    swapped = reading(resting[0], die(5, *OLD[1]), die(2, *OLD[2]), *resting[3:])
    dice, resting = exchanged(turn, resting, swapped)
    turn = replace(turn, dice=dice)
    assert (turn.dice[2].place, turn.dice[1].place) == (Place(*OLD[1], W), Place(*OLD[2], W))
    assert judge(turn, resting, swapped) == NoRoll("unmoved")
    verdict = judge(turn, resting, reading(die(5, *OLD[1]), *at([4, 4, 4, 4], [NEW[0], *NEW[2:]])))
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
    turn, resting = later([6, 2, 5, 3, 1], held=held)
    seen = reading(*(dice.get(i, old) for i, old in enumerate(resting)))
    assert exchanged(turn, resting, seen) == (turn.dice, resting)


def test_of_two_equal_dice_either_may_stay() -> None:
    turn, resting = later([6, 2, 6, 3, 1], held=[0])
    verdict = judge(turn, resting, reading(resting[2], *at([4, 4, 4, 4], [*NEW[:2], *NEW[3:]])))
    assert isinstance(verdict, CountedRoll)
    assert sorted(zip(verdict.values, verdict.kept, strict=True)) == [(4, False)] * 4 + [(6, True)]
    assert verdict.was.count(0) == 1


def test_an_equal_die_left_lying_does_not_hide_that_the_held_one_was_turned() -> None:
    turn, resting = later([6, 2, 6, 3, 1], held=[0])
    seen = reading(die(5, *OLD[0]), resting[2], *at([4, 4, 4], [NEW[1], *NEW[3:]]))
    verdict = judge(turn, resting, seen)
    assert isinstance(verdict, QuestionShown)
    assert verdict.kind == "held-changed"


def test_a_held_die_that_was_moved_far_is_none_of_its_equals_while_nothing_is_thrown() -> None:
    turn, resting = later([6, 2, 6, 3, 1], held=[0])
    assert judge(turn, resting, reading(die(6, 60.0, 460.0), *resting[1:])) == NoRoll("unmoved")


def test_dice_under_a_hand_are_at_rest_when_they_are_seen_again() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    covered = reading(resting[0], resting[3])
    resting = resting_after(turn, resting, covered)
    assert judge(turn, resting, reading(*at([6, 2, 5, 3, 1]))) == NoRoll("unmoved")


def test_dice_that_were_all_picked_up_are_at_rest_no_more() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    assert resting_after(turn, resting, reading(resting[2])) == (resting[2],)
    assert resting_after(FIRST, resting, reading()) == ()


def test_no_roll_while_the_dice_that_are_not_held_lie_as_they_did() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    moved_held = (die(6, 60.0, 460.0), *resting[1:])
    assert judge(turn, resting, reading(*resting)) == NoRoll("unmoved")
    assert judge(turn, resting, reading(*moved_held)) == NoRoll("unmoved")


def test_held_dice_pushed_far_are_followed_and_found_again_after_the_throw() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    aside = reading(die(6, 60.0, 460.0), die(5, 130.0, 460.0), resting[1], resting[3], resting[4])
    turn = replace(turn, dice=follow_held(turn, resting, aside))
    assert [one.place for one in turn.dice][0:3:2] == [Place(60.0, 460.0, W), Place(130.0, 460.0, W)]
    resting = still_resting(resting, aside.dice)
    assert {one.value for one in resting} == {2, 3, 1}
    verdict = judge(turn, resting, reading(die(6, 60.0, 460.0), die(5, 130.0, 460.0), *at([4, 4, 4], NEW[2:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (6, 5, 4, 4, 4)
    assert verdict.kept == (True, True, False, False, False)


def test_held_dice_are_not_followed_into_a_throw() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    thrown = reading(*at([6, 5, 5, 6, 1], NEW))
    assert follow_held(turn, resting, thrown) == turn.dice


def test_held_dice_put_aside_off_the_tray_keep_their_values_and_places() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, resting, reading(*at([4, 4, 1], NEW[2:])))
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
    turn, resting = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, resting, reading())
    assert isinstance(verdict, NoRoll)
    assert verdict.why == "taken-out"
    assert verdict.text == (
        "The dice were taken out of the tray. Their roll still counts. Throw again, or write a box."
    )


def test_dice_gathered_around_a_held_one_that_was_pushed_far_are_told_quietly() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    seen = reading(die(6, 60.0, 460.0), resting[1], resting[3], resting[4])
    assert judge(turn, resting, seen) == NoRoll("incomplete", "Only 4 of the 5 dice lie in the tray.")


def test_taking_held_dice_off_the_tray_is_no_roll() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, resting, reading(resting[1], resting[3], resting[4]))
    assert verdict == NoRoll("incomplete", "Only 3 of the 5 dice lie in the tray.")


def test_some_dice_that_are_not_held_lie_where_they_were() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0, 2])
    verdict = judge(turn, resting, reading(resting[0], resting[2], resting[1], *at([6, 6], NEW[3:])))
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.dice) == ("not-thrown", (1,))


def test_dice_thrown_one_after_the_other_make_one_roll() -> None:
    resting = at([1, 2, 3, 4, 5])
    two = reading(*at([6, 6], NEW))
    verdict = judge(FIRST, resting, two)
    assert isinstance(verdict, QuestionShown)
    assert verdict.kind == "missing"
    resting = still_resting(resting, two.dice)
    assert resting == ()
    assert isinstance(judge(FIRST, resting, reading(*two.dice, *at([1, 1, 1], NEW[2:]))), CountedRoll)


def test_motion_with_no_rolls_left_is_ignored() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0], rolls_left=0)
    verdict = judge(turn, resting, reading(*at([1, 1, 1, 1, 1], NEW)))
    assert verdict == NoRoll("no-rolls-left", "No rolls are left in this turn. Write a box.")


def test_with_all_dice_held_nothing_is_a_roll() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=range(5))
    verdict = judge(turn, resting, reading(*at([1, 1, 1, 1, 1], NEW)))
    assert isinstance(verdict, NoRoll)
    assert verdict.why == "all-held"


def test_dice_of_the_current_roll_are_not_counted_twice() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, resting, reading(*resting), accept=True)
    assert isinstance(verdict, NoRoll)
    assert "counted already" in verdict.text


def test_accepting_counts_dice_that_lie_there_before_the_first_roll() -> None:
    verdict = judge(FIRST, at([1, 2, 3, 4, 5]), reading(*at([1, 2, 3, 4, 5]), thrown=False), accept=True)
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (1, 2, 3, 4, 5)


def test_a_corrected_held_die_is_recognised_by_what_the_reader_calls_it() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0])
    misread = replace(turn.dice[0], value=5, read_as=frozenset({6}))
    turn = replace(turn, dice=(misread, *turn.dice[1:]))
    verdict = judge(turn, resting, reading(resting[0], *at([4, 4, 4, 4], NEW[1:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values[0] == 5
    assert verdict.kept[0]


def test_an_unsure_held_die_that_never_moved_needs_no_second_name() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[0])
    verdict = judge(turn, resting, reading(die(5, *OLD[0], choices=(5, 6)), *at([4, 4, 4, 4], NEW[1:])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values[0] == 6


def test_values_by_hand_are_laid_on_the_dice_from_the_left_and_held_ones_stay() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    seen = reading(*at([1, 1], NEW), resting[2], *at([1, 1], NEW[3:]))
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
    turn = Turn(5, 2, tuple(TurnDie(value, value == 5, None) for value in (5, 1, 1, 2, 6)))
    found = adopt(turn, reading(*at([1, 6, 5, 2, 1], NEW), thrown=False))
    assert [one.place for one in found] == [Place(*NEW[i], W) for i in (2, 0, 4, 3, 1)]
    assert adopt(turn, reading(*at([1, 6, 5, 2, 2], NEW), thrown=False)) == turn.dice


def cocked(value: int, x: float, y: float, *, trouble: Trouble = "cocked", clear: bool = True) -> LyingDie:
    return LyingDie(Place(x, y, W), value, sure=False, choices=(value, value % 6 + 1), trouble=trouble, clear=clear)


FLAT = at([3, 1, 6, 2], NEW)
ASKS, THROWS, READS = (replace(FIRST, cocked=rule) for rule in ("ask", "throw", "read"))


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        ("cocked", "Die 5 does not lie flat, or something covers it."),
        ("stacked", "Die 5 leans against another one, or lies on it."),
    ],
)
def test_a_die_that_does_not_lie_flat_is_named_with_its_three_ways_out(trouble: Trouble, text: str) -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4], trouble=trouble))
    verdict = judge(ASKS, (), seen)
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.dice, verdict.rethrow) == (trouble, (4,), (4,))
    assert (verdict.can_accept, verdict.can_name) == (True, True)
    assert verdict.text == f"{text} Throw it again, say what it shows, or count the dice as they lie."
    accepted = judge(ASKS, (), seen, accept=True)
    assert isinstance(accepted, CountedRoll)
    assert accepted.values == (3, 1, 6, 2, 4)


def test_several_dice_that_do_not_lie_flat_are_one_question() -> None:
    verdict = judge(ASKS, (), reading(*FLAT[:3], cocked(2, *NEW[3]), cocked(4, *NEW[4])))
    assert isinstance(verdict, QuestionShown)
    assert verdict.rethrow == (3, 4)
    assert verdict.text.startswith("Dice 4 and 5 do not lie flat")


@pytest.mark.parametrize("turn", [ASKS, READS])
def test_a_cocked_die_whose_face_is_not_clear_is_never_counted_as_it_lies(turn: Turn) -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4], clear=False))
    for accept in (False, True):
        verdict = judge(turn, (), seen, accept=accept)
        assert isinstance(verdict, QuestionShown)
        assert (verdict.kind, verdict.can_accept, verdict.can_name) == ("cocked", False, True)


def test_where_cocked_dice_count_as_read_a_clear_one_is_not_asked_about() -> None:
    verdict = judge(READS, (), reading(*FLAT, cocked(4, *NEW[4])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.values == (3, 1, 6, 2, 4)


def test_where_cocked_dice_are_thrown_again_nothing_else_settles_it() -> None:
    seen = reading(*FLAT, cocked(4, *NEW[4]))
    for accept in (False, True):
        verdict = judge(THROWS, (), seen, accept=accept)
        assert isinstance(verdict, QuestionShown)
        assert (verdict.can_accept, verdict.can_enter, verdict.can_name) == (False, False, False)
        assert verdict.text.endswith("Throw it again; the others stay as they lie.")


def test_dice_that_stay_while_a_cocked_one_is_thrown_again_count_with_it() -> None:
    gathered = judge(THROWS, (), reading(*FLAT), staying=FLAT)
    assert isinstance(gathered, NoRoll)
    assert gathered.text.startswith("Throw the die again that did not lie flat.")
    verdict = judge(THROWS, (), reading(*FLAT, die(5, 800.0, 400.0)), staying=FLAT)
    assert isinstance(verdict, CountedRoll)
    assert sorted(verdict.values) == [1, 2, 3, 5, 6]


def test_a_die_that_was_to_stay_and_has_changed_is_asked_about() -> None:
    turned = (die(4, *NEW[0]), *FLAT[1:], die(5, 800.0, 400.0))
    verdict = judge(THROWS, (), reading(*turned), staying=FLAT)
    assert isinstance(verdict, QuestionShown)
    assert (verdict.kind, verdict.can_accept) == ("not-kept", True)
    assert verdict.text.startswith("The die that showed 3 was to stay as it lay, and has changed.")
    assert isinstance(judge(THROWS, (), reading(*turned), staying=FLAT, accept=True), CountedRoll)


def test_a_held_die_that_leans_where_it_lay_keeps_its_face() -> None:
    turn, resting = later([6, 2, 5, 3, 1], held=[2])
    verdict = judge(turn, resting, reading(cocked(5, *OLD[2]), *at([1, 1, 2, 2], [NEW[0], NEW[1], NEW[3], NEW[4]])))
    assert isinstance(verdict, CountedRoll)
    assert verdict.was.count(2) == 1


@st.composite
def _situations(draw: st.DrawFn) -> tuple[Turn, tuple[LyingDie, ...], Reading]:
    """A later roll of five dice, and anything lying in the tray: old dice, near ones, far ones, unsure ones."""
    values = draw(st.lists(st.integers(1, 6), min_size=5, max_size=5))
    held = draw(st.sets(st.integers(0, 4), max_size=4))
    turn, resting = later(values, sorted(held), rolls_left=draw(st.integers(0, 2)))
    spots = draw(st.lists(st.sampled_from(OLD + NEW), unique=True, min_size=3, max_size=6))
    dice = []
    for x, y in spots:
        shift = draw(st.sampled_from([0.0, 0.2, 0.5, 1.2])) * W
        value = draw(st.integers(1, 6))
        other = draw(st.sampled_from([None] * 20 + [1, 2]))
        choices = () if other is None or other == value else (value, other)
        leaning = cocked(value, x + shift, y, clear=draw(st.booleans())) if draw(st.integers(0, 20)) == 0 else None
        dice.append(leaning or die(value, x + shift, y, choices=choices))
    beside = tuple(die(1, 900.0, 90.0 * n) for n in range(draw(st.integers(0, 2))))
    turn = replace(turn, cocked=draw(st.sampled_from(COCKED)))
    return turn, resting, replace(reading(*dice), outside=beside)


@given(_situations(), st.booleans())
def test_a_counted_roll_is_never_invented(situation: tuple[Turn, tuple[LyingDie, ...], Reading], accept: bool) -> None:
    turn, resting, seen = situation
    verdict = judge(turn, resting, seen, accept=accept)
    if not isinstance(verdict, CountedRoll):
        return
    assert turn.rolls_left > 0
    assert len(verdict.values) == turn.count
    assert len(seen.dice) in {turn.count, turn.count - len(turn.held)}
    assert sorted(i for i in verdict.seen if i is not None) == list(range(len(seen.dice)))
    assert not all(verdict.kept)
    for value, kept, at_index, was in zip(verdict.values, verdict.kept, verdict.seen, verdict.was, strict=True):
        assert kept == (was is not None)
        lies = None if at_index is None else seen.dice[at_index]
        if was is None:
            assert lies is not None
            assert lies.sure or (lies.clear and turn.cocked != "throw" and (accept or turn.cocked == "read"))
            assert value == lies.value
        else:
            before = turn.dice[was]
            assert before.held
            assert before.place is not None
            assert value == before.value
            if lies is not None:
                assert value in lies.faces
                widths = ((lies.place.x - before.place.x) ** 2 + (lies.place.y - before.place.y) ** 2) ** 0.5 / W
                twin = lies.sure and still_resting(resting, [lies])
                assert twin or widths <= (THRESHOLDS.nudged if lies.sure else THRESHOLDS.same_place)
    if not accept:
        assert sum(verdict.kept) == len(turn.held)
        for i in (i for i, was in zip(verdict.seen, verdict.was, strict=True) if was is None and i is not None):
            lies = seen.dice[i]
            assert not any(
                abs(old.place.x - lies.place.x) <= 0.35 * W and old.place.y == lies.place.y and old.value == lies.value
                for old in resting
            )


@given(_situations(), st.booleans())
def test_every_question_has_a_way_out_and_points_at_dice_that_lie(
    situation: tuple[Turn, tuple[LyingDie, ...], Reading], accept: bool
) -> None:
    turn, resting, seen = situation
    verdict = judge(turn, resting, seen, accept=accept)
    if not isinstance(verdict, QuestionShown):
        return
    assert verdict.text
    assert set(verdict.rethrow) <= set(verdict.dice) <= set(range(len(seen.dice)))
    assert verdict.can_accept or verdict.can_enter or verdict.can_name or verdict.rethrow
    if verdict.can_accept:
        accepted = judge(turn, resting, seen, accept=True)
        assert not isinstance(accepted, QuestionShown) or accepted.kind == "unsure"


@given(_situations())
def test_swapping_is_never_seen_where_faces_differ(situation: tuple[Turn, tuple[LyingDie, ...], Reading]) -> None:
    turn, resting, seen = situation
    dice, after = exchanged(turn, resting, seen)
    assert sorted(old.value for old in after) == sorted(old.value for old in resting)
    assert [(one.value, one.held) for one in dice] == [(one.value, one.held) for one in turn.dice]
    for one in dice:
        assert one.place is not None
        assert any(old.place == one.place for old in (*after, *at([1] * 5)))
