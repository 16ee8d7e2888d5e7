"""Kniffel, the German game: the boxes of yahtzee by the names of its sheet, with the upper bonus and nothing else."""

from dataclasses import replace

from firmware_host.rules.boxes import thirteen_boxes, upper_bonus
from firmware_host.rules.ordering import order_option, order_variant
from firmware_host.rules.ruleset import Ruleset

_TITLES = {
    "three-of-a-kind": "Dreierpasch",
    "four-of-a-kind": "Viererpasch",
    "small-straight": "Kleine Straße",
    "large-straight": "Große Straße",
    "five-of-a-kind": "Kniffel",
}

KNIFFEL = Ruleset(
    id="kniffel",
    title="Kniffel",
    dice=5,
    rolls=3,
    boxes=tuple(replace(box, title=_TITLES.get(box.id, box.title), striking="any") for box in thirteen_boxes()),
    sum_row=True,
    bonuses=(upper_bonus(35, at=63),),
    options=(order_option(),),
    variant=order_variant,
    gist="no jokers, bonus at 63",
    source="Not in the sources; these are the boxes of the German sheet.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "A further Kniffel earns nothing extra and is no joker: it scores what its dice are worth in an open box.",
        "Five equal dice are a Dreierpasch and a Viererpasch, but not a full house.",
        "Any box may be struck.",
    ),
)
