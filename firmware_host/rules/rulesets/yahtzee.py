"""Yahtzee: poker dice with the upper bonus, a bonus for each further five of a kind, and jokers."""

from dataclasses import replace

from firmware_host.rules.boxes import thirteen_boxes, upper_bonus
from firmware_host.rules.jokers import FIVE, five_closed, five_equal, joker_worth, lower_open, upper_of
from firmware_host.rules.memory import holds
from firmware_host.rules.options import Option, Options
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation
from firmware_host.words import say

_BOXES = thirteen_boxes()


def _further(box: Box, situation: Situation) -> int:  # noqa: ARG001 - the signature of `earned`
    return 100 if five_equal(situation) and situation.written[FIVE] == (50,) else 0


def _forced(box: Box, situation: Situation) -> str:
    """Say where five equal dice have to go by the rule on the lid of the box."""
    if not five_equal(situation) or not five_closed(situation):
        return ""
    upper = upper_of(situation)
    if not situation.written[upper]:
        if box.id == upper:
            return ""
        return say("Five equal dice go into the upper box of their value, which is still open.")
    if box.section == "upper" and lower_open(_BOXES, situation):
        return say("Five equal dice go into an open box of the lower section while there is one.")
    return ""


def _free(box: Box, situation: Situation) -> str:  # noqa: ARG001 - the signature of `forbids`
    return ""


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return replace(rules, forbids=_forced if options["joker"] == "forced" else _free)


YAHTZEE = Ruleset(
    id="yahtzee",
    title="Yahtzee",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(
        upper_bonus(35, at=63),
        Bonus("further-fives", "Further 5 of a kind", earned=_further, remembers=(holds(FIVE, 50),)),
    ),
    options=(
        Option(
            "joker",
            "Jokers",
            ("forced", "free"),
            "forced",
            "Five equal dice once 5 of a kind is closed. Forced, as the lid of the box has it: they go into the upper "
            "box of their value, else into an open lower box, else for 0 into an upper one. Free: into any open box.",
        ),
    ),
    forbids=_forced,
    worth=joker_worth,
    variant=_variant,
    source="The sources only name it; these are the boxes of poker dice with the game's official extras.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Each further five of a kind earns 100 while 5 of a kind holds 50, wherever it is then written.",
        "Full house and the straights take five equal dice for full points only once 5 of a kind and the upper box of "
        "their value are both closed, with forced jokers and with free ones.",
        "A box that the dice do not meet may be written or struck alike, for 0; where they score it must be written.",
    ),
)
