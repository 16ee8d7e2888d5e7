"""Yatzy: fifteen boxes, plain sums in the upper section with a bonus at 63, and no doubling on the first roll."""

from firmware_host.rules.boxes import fixed_box, lower_box, upper_bonus, upper_boxes
from firmware_host.rules.figures import group_boxes, group_variant, higher_counts_lower, three_as_pair
from firmware_host.rules.options import Options
from firmware_host.rules.ordering import order_option, order_variant
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import full_house, of_a_kind, shows, sum_of_all, sum_when

_PAIR, _TWO_PAIRS, _THREE, _FOUR = group_boxes(exactly=False)


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return order_variant(group_variant(rules, options), options)


YATZY = Ruleset(
    id="yatzy",
    title="Yatzy",
    dice=5,
    rolls=3,
    boxes=(
        *upper_boxes("any"),
        _PAIR,
        _TWO_PAIRS,
        _THREE,
        fixed_box("low-straight", "Straight 1-5", 15, shows(1, 2, 3, 4, 5), "any"),
        fixed_box("high-straight", "Straight 2-6", 20, shows(2, 3, 4, 5, 6), "any"),
        lower_box("full-house", "Full house", sum_when(full_house), "Sum of all dice", "any"),
        _FOUR,
        fixed_box("five-of-a-kind", "5 of a kind", 50, of_a_kind(5), "any"),
        lower_box("chance", "Chance", sum_of_all, "Sum of all dice", "any"),
    ),
    sum_row=True,
    par=3,
    bonuses=(upper_bonus(50, at=63),),
    options=(three_as_pair(), higher_counts_lower(default=True), order_option()),
    variant=_variant,
    gist="with pairs, bonus at 63",
    source="A Ukrainian text, which describes it by how it differs from the text's own game (school-poker here).",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Higher figures count as lower ones, as Yatzy is commonly played, unless you switch that off.",
        "Two pairs need two values: four or five equal dice are not two pairs. Full house is strict.",
        "The sum is also shown as above or below three dice of each value scored so far.",
        "Any box may be struck.",
    ),
)
