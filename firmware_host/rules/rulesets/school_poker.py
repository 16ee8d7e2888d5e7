"""School poker: the Ukrainian text's own game, with a school, its penalty, and doubles from the hand."""

from dataclasses import replace

from firmware_host.rules.boxes import UPPER, fixed_box, lower_box, upper_boxes, upper_sum
from firmware_host.rules.dice import Roll
from firmware_host.rules.figures import group_boxes, higher_counts_lower
from firmware_host.rules.memory import sum_of_points
from firmware_host.rules.options import Options
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation, Written, upper_hint
from firmware_host.rules.scoring import Score, full_house, of_a_kind, shows, sum_and, sum_of_all, sum_when
from firmware_host.words import joined, say

_PAIR, _TWO_PAIRS, _THREE, _FOUR = group_boxes(exactly=True)
PENALTY = 50


def _mark(value: int) -> Score:
    """Return the school's score: three dice of the value are a cross (0), more are plus the value, fewer minus."""

    def score(roll: Roll) -> int:
        count = roll.values.count(value)
        return value * ((count > 3) - (count < 3))

    return score


_SCHOOL = tuple(
    replace(box, score=_mark(value), hint=upper_hint(value, str(value), school=True), school=True)
    for value, box in enumerate(upper_boxes("never"), start=1)
)
_BOXES = (
    *_SCHOOL,
    _PAIR,
    _TWO_PAIRS,
    _THREE,
    fixed_box("low-straight", "Straight 1-5", 15, shows(1, 2, 3, 4, 5), "any"),
    fixed_box("high-straight", "Straight 2-6", 20, shows(2, 3, 4, 5, 6), "any"),
    lower_box("full-house", "Full house", sum_when(full_house), "Sum of all dice", "any"),
    _FOUR,
    lower_box("five-of-a-kind", "5 of a kind", sum_and(50, of_a_kind(5)), "Sum of all dice + 50", "any"),
    lower_box("chance", "Chance", sum_of_all, "Sum of all dice", "any"),
)


def _forbids(box: Box, situation: Situation) -> str:
    """Forbid a school box whose value is not on the dice, unless nothing else is left to close."""
    shown = situation.roll.values
    if not box.school or box.value in shown:
        return ""
    why_not = say("No die shows what {box} collects, and school boxes cannot be struck.", box=say(box.title))
    if any(not situation.written[known.id] for known in _BOXES if not known.school):
        return joined(why_not, say("Write or strike another box."))
    if any(not situation.written[known.id] for known in _SCHOOL if known.value in shown):
        return joined(why_not, say("Write a school box whose value is on the dice."))
    return ""


def _worth(box: Box, situation: Situation) -> int:
    """Double a figure that stood on the first roll."""
    points = box.score(situation.roll)
    from_the_hand = situation.rolls_used == 1 and not box.school and box.id != "chance"
    return 2 * points if from_the_hand else points


def _penalty(written: Written) -> int:
    return -PENALTY if all(written[box] for box in UPPER) and upper_sum(written) < 0 else 0


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return rules.with_boxes(*group_boxes(exactly=not options["higher-counts-lower"]))


SCHOOL_POKER = Ruleset(
    id="school-poker",
    title="School poker",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(Bonus("penalty", "Penalty for a bad school", _penalty, remembers=(sum_of_points(UPPER),)),),
    options=(higher_counts_lower(default=False),),
    forbids=_forbids,
    worth=_worth,
    variant=_variant,
    source="A Ukrainian text, Правила гри в покер на кубиках: its author's own game.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "School boxes cannot be struck: otherwise the only exception that the text grants would have no use.",
        "That exception: when only school boxes are open and none of their values is on the dice, one of them is "
        "closed for minus its value. A figure that stands on the first roll counts double when nothing is rerolled; "
        "chance and the school do not.",
        "Figures are exact: a pair is exactly two equal dice, the higher pair where there are two. So 3 3 3 5 5 is a "
        "pair of fives or three threes, not two pairs.",
    ),
)
