"""Yahtzee: poker dice with the upper bonus, a bonus for each extra five of a kind, and jokers."""

from dataclasses import replace

from firmware_host.rules.boxes import JOKER_POINTS, thirteen_boxes, upper_bonus
from firmware_host.rules.options import Option, Options
from firmware_host.rules.ordering import order_option, order_variant
from firmware_host.rules.parts.forbids import Forbids
from firmware_host.rules.parts.jokers import FIVE, ForcedJoker, FurtherEqual, Joker, JokerPoints, earned_bonus
from firmware_host.rules.parts.worth import Worth
from firmware_host.rules.ruleset import Ruleset

_BOXES = thirteen_boxes()
_JOKER = Joker.of(_BOXES)
_FORCED, _FREE = Forbids((ForcedJoker(_JOKER),)), Forbids()


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    return order_variant(replace(rules, forbids=_FORCED if options["joker"] == "forced" else _FREE), options)


YAHTZEE = Ruleset(
    id="yahtzee",
    title="Yahtzee",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(
        upper_bonus(35, at=63),
        earned_bonus("further-fives", "Extra 5 of a kind", FurtherEqual(FIVE, 100)),
    ),
    options=(
        Option(
            "joker",
            "Jokers",
            ("forced", "free"),
            "forced",
            "Where five equal dice go once 5 of a kind is closed. Forced, as printed on the lid of the game: into the "
            "upper box of their value; if that is closed, into an open lower box; if none is open, into an upper box "
            "for 0. Free: into any open box.",
        ),
        order_option(),
    ),
    forbids=_FORCED,
    worth=Worth((JokerPoints(_JOKER, JOKER_POINTS),)),
    variant=_variant,
    gist="official extras",
    source="The sources only mention it; these are the boxes of poker dice with the game's official extras.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Each extra five of a kind earns 100 if 5 of a kind holds 50, wherever it is scored.",
        "Five equal dice get full points in Full house and the straights only once 5 of a kind and the upper box of "
        "their value are both closed, whether jokers are forced or free.",
        "If the dice are worth nothing in a box, it may be scored or struck, for 0 either way. If they are worth "
        "points, it cannot be struck.",
    ),
)
