"""School poker: the Ukrainian text's own game, with a school, its penalty, and doubles from the hand."""

from dataclasses import replace

from firmware_host.rules.boxes import UPPER, fixed_box, lower_box, upper_boxes
from firmware_host.rules.figures import group_boxes, group_variant, higher_counts_lower, three_as_pair
from firmware_host.rules.parts.bonuses import SumBelow, written_bonus
from firmware_host.rules.parts.forbids import Forbids, School
from firmware_host.rules.parts.worth import FromTheHand, Worth
from firmware_host.rules.ruleset import Ruleset, upper_hint
from firmware_host.rules.scoring import SchoolMark, full_house, of_a_kind, shows, sum_and, sum_of_all, sum_when

_PAIR, _TWO_PAIRS, _THREE, _FOUR = group_boxes(exactly=True)
_SCHOOL = tuple(
    replace(box, score=SchoolMark(value), hint=upper_hint(value, school=True), school=True)
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


# A figure on the first roll counts double.
_DOUBLED = FromTheHand({box.id: 0 for box in _BOXES if not box.school and box.id != "chance"}, times=2)


SCHOOL_POKER = Ruleset(
    id="school-poker",
    title="School poker",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(written_bonus("penalty", "School penalty", SumBelow(UPPER, 0, -50)),),
    options=(three_as_pair(), higher_counts_lower(default=False)),
    forbids=Forbids((School.of(_BOXES),)),
    worth=Worth((_DOUBLED,)),
    variant=group_variant,
    gist="school, doubles from the hand",
    source="A Ukrainian text, Правила гри в покер на кубиках: its author's own game.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "School boxes cannot be struck; otherwise the one exception in the text would be pointless.",
        "The exception: when only school boxes are open and none of their values is on the dice, one of them is "
        "closed for minus its value. A figure on the first roll counts double if nothing is rerolled; chance and the "
        "school do not.",
        "Figures are exact: a pair is exactly two equal dice, the higher pair if there are two. So 3 3 3 5 5 is a "
        "pair of fives or three threes, not two pairs.",
    ),
)
