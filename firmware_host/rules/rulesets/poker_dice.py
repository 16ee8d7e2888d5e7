"""Poker dice: thirteen boxes, three rolls, no bonus."""

from firmware_host.rules.boxes import thirteen_boxes
from firmware_host.rules.ruleset import Ruleset

POKER_DICE = Ruleset(
    id="poker-dice",
    title="Poker dice",
    dice=5,
    rolls=3,
    boxes=thirteen_boxes(),
    source="A Romanian and English text of 29 June 2012 and an Esperanto text that tells the same game.",
    decisions=(
        "Equal totals share the win.",
        "One player may play alone.",
        "Where the dice score nothing, a box may be written or struck, for 0 either way. Where they score, it cannot "
        "be struck.",
    ),
)
