"""Maxi yatzy: six dice and twenty boxes."""

from dataclasses import replace

from firmware_host.rules.boxes import fixed_box, lower_box, upper_bonus, upper_boxes
from firmware_host.rules.options import Options, switch
from firmware_host.rules.ordering import order_option, order_variant
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import of_a_kind, shows, sum_of_all, sum_of_groups


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return replace(order_variant(rules, options), saved_rolls=bool(options["saved-rolls"]))


MAXI_YATZY = Ruleset(
    id="maxi-yatzy",
    title="Maxi yatzy",
    dice=6,
    rolls=3,
    boxes=(
        *upper_boxes("any"),
        lower_box("pair", "Pair", sum_of_groups(2), "Sum of the two dice", "any"),
        lower_box("two-pairs", "Two pairs", sum_of_groups(2, 2), "Sum of the four dice", "any"),
        lower_box("three-pairs", "Three pairs", sum_of_groups(2, 2, 2), "Sum of all dice", "any"),
        lower_box("three-of-a-kind", "3 of a kind", sum_of_groups(3), "Sum of the three dice", "any"),
        lower_box("four-of-a-kind", "4 of a kind", sum_of_groups(4), "Sum of the four dice", "any"),
        lower_box("five-of-a-kind", "5 of a kind", sum_of_groups(5), "Sum of the five dice", "any"),
        fixed_box("low-straight", "Straight 1-5", 15, shows(1, 2, 3, 4, 5), "any"),
        fixed_box("high-straight", "Straight 2-6", 20, shows(2, 3, 4, 5, 6), "any"),
        fixed_box("full-straight", "Full straight 1-6", 21, shows(1, 2, 3, 4, 5, 6), "any"),
        lower_box("full-house", "Full house 3+2", sum_of_groups(3, 2), "Sum of the five dice", "any"),
        lower_box("villa", "Villa 3+3", sum_of_groups(3, 3), "Sum of all dice", "any"),
        lower_box("tower", "Tower 4+2", sum_of_groups(4, 2), "Sum of all dice", "any"),
        lower_box("chance", "Chance", sum_of_all, "Sum of all dice", "any"),
        fixed_box("maxi-yatzy", "Maxi yatzy", 100, of_a_kind(6), "any"),
    ),
    sum_row=True,
    par=4,
    bonuses=(upper_bonus(100, at=84),),
    options=(
        order_option(),
        switch(
            "saved-rolls",
            "Unused rolls are saved",
            False,
            "Rolls that a turn does not use are added to the three of the player's next turn, and so on to the end, as "
            "it is often played in Sweden.",
        ),
    ),
    variant=_variant,
    source="Not in the sources; this is Maxi Yatzy as it is commonly played.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Unused rolls are saved for later turns only if you switch that on; otherwise every turn has three.",
        "Groups must have different values, and higher figures count as lower ones: a villa or a tower is also a "
        "full house, but four equal dice are not two pairs.",
        "In a straight of five, the sixth die can be anything. Maxi yatzy is six equal dice.",
        "Any box may be struck.",
    ),
)
