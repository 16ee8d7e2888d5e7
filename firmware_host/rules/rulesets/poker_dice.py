"""Poker dice: thirteen boxes, three rolls, no bonus."""

from firmware_host.rules.boxes import thirteen_boxes
from firmware_host.rules.ruleset import Ruleset

POKER_DICE = Ruleset(
    id="poker-dice",
    title="Poker dice",
    dice=5,
    rolls=3,
    boxes=thirteen_boxes(),
    gist="no bonuses",
    source="A Romanian and English text of 29 June 2012 and an Esperanto text that describes the same game.",
    decisions=(
        "Equal totals share the win.",
        "One player may play alone.",
        "If the dice are worth nothing in a box, it may be scored or struck, for 0 either way. If they are worth "
        "points, it cannot be struck.",
    ),
)
