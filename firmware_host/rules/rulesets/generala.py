"""Generala, as played in Latin America: figures on the first roll score more, and a second Generala has its own box."""

from dataclasses import replace

from firmware_host.rules.boxes import fixed_box, upper_boxes
from firmware_host.rules.options import Options, switch
from firmware_host.rules.parts.worth import FromTheHand, Waits, Worth
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import full_house, of_a_kind, run

FROM_THE_HAND = {"straight": 5, "full-house": 5, "four-of-a-kind": 5, "generala": 10}
_WORTH = Worth((FromTheHand(FROM_THE_HAND), Waits("double-generala", until="generala")))
WINNERS = ("generala", "double-generala")


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return replace(rules, first_roll_wins=WINNERS if options["first-roll-wins"] else ())


GENERALA = Ruleset(
    id="generala",
    title="Generala",
    dice=5,
    rolls=3,
    boxes=(
        *upper_boxes("any"),
        fixed_box("straight", "Straight", 20, run(5), "any"),
        fixed_box("full-house", "Full house", 30, full_house, "any"),
        fixed_box("four-of-a-kind", "4 of a kind", 40, of_a_kind(4), "any"),
        fixed_box("generala", "Generala", 50, of_a_kind(5), "any"),
        fixed_box("double-generala", "Double Generala", 100, of_a_kind(5), "any"),
    ),
    worth=_WORTH,
    remembers=_WORTH.remembers,
    options=(
        switch(
            "first-roll-wins",
            "Generala on the first roll wins",
            False,
            "Whoever scores Generala on the first roll of a turn, or Double Generala once it counts, wins the game at "
            "once, whatever the totals are.",
        ),
    ),
    variant=_variant,
    gist="more on the first roll",
    source="Not in the sources; this is the variant with eleven boxes, including Double Generala.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "A figure on the first roll scores more: straight 25, full house 35, 4 of a kind 45, Generala 60.",
        "A Generala on the first roll wins the game by itself only if you switch that on. It must be scored: five "
        "equal dice do not win once both boxes for them are closed.",
        "A straight is 1-5 or 2-6; it never wraps around. Five equal dice are 4 of a kind, but not a full house.",
        "Double Generala scores 100 once Generala holds points; before that it can only be closed for 0.",
        "Any box may be struck.",
    ),
)
