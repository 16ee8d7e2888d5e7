"""Poker dice: thirteen boxes, three rolls, no bonus."""

from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.scoring import full_house, of_a_kind, points_when, run, sum_of, sum_of_all, sum_when

_UPPER = (
    ("ones", "Ones"),
    ("twos", "Twos"),
    ("threes", "Threes"),
    ("fours", "Fours"),
    ("fives", "Fives"),
    ("sixes", "Sixes"),
)

POKER_DICE = Ruleset(
    id="poker-dice",
    title="Poker dice",
    dice=5,
    rolls=3,
    boxes=(
        *(
            Box(box, title, "upper", sum_of(value), f"{value} for each {value}", value=value)
            for value, (box, title) in enumerate(_UPPER, start=1)
        ),
        Box("three-of-a-kind", "3 of a kind", "lower", sum_when(of_a_kind(3)), "Sum of all dice"),
        Box("four-of-a-kind", "4 of a kind", "lower", sum_when(of_a_kind(4)), "Sum of all dice"),
        Box("full-house", "Full house", "lower", points_when(25, full_house), "25"),
        Box("small-straight", "Small straight", "lower", points_when(30, run(4)), "30"),
        Box("large-straight", "Large straight", "lower", points_when(40, run(5)), "40"),
        Box("five-of-a-kind", "5 of a kind", "lower", points_when(50, of_a_kind(5)), "50"),
        Box("chance", "Chance", "lower", sum_of_all, "Sum of all dice"),
    ),
    source="A Romanian and English text of 29 June 2012 and an Esperanto text that tells the same game.",
    decisions=(
        "Equal totals share the win.",
        "One player may play alone.",
        "A box that the dice do not meet may be written or struck alike, for 0; where they score it must be written.",
    ),
)
