"""Whatever lies in the tray: no roll is invented, and every question has a way out."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.game.commands import COCKED
from firmware_host.table.referee import (
    THRESHOLDS,
    CountedRoll,
    LyingDie,
    Reading,
    TrayTurn,
    exchanged,
    judge,
    still_at_rest,
)
from firmware_host.table.snapshot import QuestionView
from tests.firmware_host.table.lying_dice import NEW, OLD, W, at, cocked, die, later, reading


@st.composite
def _situations(draw: st.DrawFn) -> tuple[TrayTurn, tuple[LyingDie, ...], Reading]:
    """A later roll of five dice, and anything lying in the tray: old dice, near ones, far ones, unsure ones."""
    values = draw(st.lists(st.integers(1, 6), min_size=5, max_size=5))
    held = draw(st.sets(st.integers(0, 4), max_size=4))
    turn, at_rest = later(values, sorted(held), rolls_left=draw(st.integers(0, 2)))
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
    return turn, at_rest, replace(reading(*dice), outside=beside)


@given(_situations(), st.booleans())
def test_a_counted_roll_is_never_invented(
    situation: tuple[TrayTurn, tuple[LyingDie, ...], Reading], accept: bool
) -> None:
    turn, at_rest, seen = situation
    verdict = judge(turn, at_rest, seen, accept=accept)
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
                twin = lies.sure and still_at_rest(at_rest, [lies])
                assert twin or widths <= (THRESHOLDS.nudged if lies.sure else THRESHOLDS.same_place)
    if not accept:
        assert sum(verdict.kept) == len(turn.held)
        for i in (i for i, was in zip(verdict.seen, verdict.was, strict=True) if was is None and i is not None):
            lies = seen.dice[i]
            assert not any(
                abs(old.place.x - lies.place.x) <= 0.35 * W and old.place.y == lies.place.y and old.value == lies.value
                for old in at_rest
            )


@given(_situations(), st.booleans())
def test_every_question_has_a_way_out_and_points_at_dice_that_lie(
    situation: tuple[TrayTurn, tuple[LyingDie, ...], Reading], accept: bool
) -> None:
    turn, at_rest, seen = situation
    verdict = judge(turn, at_rest, seen, accept=accept)
    if not isinstance(verdict, QuestionView):
        return
    assert verdict.text
    assert set(verdict.rethrow) <= set(verdict.dice) <= set(range(len(seen.dice)))
    assert verdict.can_accept or verdict.can_enter or verdict.can_name or verdict.rethrow
    if verdict.can_accept:
        accepted = judge(turn, at_rest, seen, accept=True)
        assert not isinstance(accepted, QuestionView) or accepted.kind == "unsure"


@given(_situations())
def test_swapping_is_never_seen_where_faces_differ(situation: tuple[TrayTurn, tuple[LyingDie, ...], Reading]) -> None:
    turn, at_rest, seen = situation
    dice, after = exchanged(turn, at_rest, seen)
    assert sorted(old.value for old in after) == sorted(old.value for old in at_rest)
    assert [(one.value, one.held) for one in dice] == [(one.value, one.held) for one in turn.dice]
    for one in dice:
        assert one.place is not None
        assert any(old.place == one.place for old in (*after, *at([1] * 5)))
