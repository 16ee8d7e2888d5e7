"""Games small enough to be worked out by trying everything, each with something that solvers get wrong."""

from dataclasses import replace
from typing import Any

from firmware_host.rules.boxes import fixed_box, lower_box, upper_boxes
from firmware_host.rules.memory import all_scored, scored, sum_of_points, sum_up_to
from firmware_host.rules.parts.forbids import ordered
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation, Written
from firmware_host.rules.scoring import of_a_kind, run, sum_of_all

ONES, TWOS, THREES = upper_boxes()[:3]
PAIR = fixed_box("pair", "Pair", 9, of_a_kind(2))
RUN = fixed_box("run", "Run", 8, run(2))
CHANCE = lower_box("chance", "Chance", sum_of_all, "Sum")


def _from_the_hand(box: Box, situation: Situation) -> int:
    return box.score(situation.roll) * (2 if situation.rolls_used == 1 and box.section == "lower" else 1)


def _once_the_pair_scored(box: Box, situation: Situation) -> int:
    """A joker: once the pair holds points, two equal dice are a run too, unless ones are open."""
    equal = len(set(situation.roll.values)) == 1
    if box.id == "run" and equal and any(situation.written["pair"]) and situation.written["ones"]:
        return 8
    return box.score(situation.roll)


def _not_while_the_pair_is_open(box: Box, situation: Situation) -> str:
    return "The pair comes first." if box.id == "chance" and not situation.written["pair"] else ""


def _further_pair(box: Box, situation: Situation) -> int:
    equal = len(set(situation.roll.values)) == 1
    return 7 if equal and box.id != "chance" and any(situation.written["pair"]) else 0


def _debt(box: Box, situation: Situation) -> int:
    return box.score(situation.roll) - 5 if box.section == "lower" else box.score(situation.roll)


def _low(written: Written) -> int:
    """A bonus for little: worth striking for."""
    return 20 if all(written[box] for box in ("ones", "twos")) and sum(written["ones"] + written["twos"]) < 2 else 0


def game(id: str, *boxes: Box, **more: Any) -> Ruleset:  # noqa: A002 - ids are called so throughout
    return Ruleset(
        id=id, title=id.capitalize(), boxes=boxes, source="Made for tests.", **{"dice": 2, "rolls": 2, **more}
    )


PLAIN = game("plain", ONES, PAIR, RUN, CHANCE)
HAND = game("hand", TWOS, PAIR, CHANCE, rolls=3, worth=_from_the_hand)
BONUS = game(
    "bonus",
    ONES,
    TWOS,
    THREES,
    PAIR,
    bonuses=(
        Bonus(
            "upper",
            "Bonus",
            lambda written: 11 if sum(sum(written[box]) for box in ("ones", "twos", "threes")) >= 7 else 0,
            remembers=(sum_up_to(("ones", "twos", "threes"), 7),),
        ),
    ),
)
JOKER = game(
    "joker",
    ONES,
    PAIR,
    RUN,
    CHANCE,
    worth=_once_the_pair_scored,
    forbids=_not_while_the_pair_is_open,
    remembers=(scored("pair"),),
    bonuses=(
        Bonus("further", "Further pairs", earned=_further_pair, remembers=(scored("pair"),)),
        Bonus(
            "all",
            "All scored",
            lambda written: 6 if all(any(written[box]) for box in ("pair", "run")) else 0,
            remembers=(all_scored(("pair", "run")),),
        ),
    ),
)
SLOTS = game(
    "slots",
    lower_box("chance", "Chance", sum_of_all, "Sum", "any", slots=2),
    fixed_box("pair", "Pair", 9, of_a_kind(2), "any"),
)
STRIKING = game(
    "striking",
    *upper_boxes("any")[:2],
    fixed_box("pair", "Pair", 9, of_a_kind(2), "any"),
    worth=_debt,
    bonuses=(Bonus("low", "Little", _low, remembers=(sum_of_points(("ones", "twos")),)),),
)
IN_ORDER = replace(ordered(BONUS, "top-down"), id="in-order")
FROM_BELOW = replace(ordered(JOKER, "bottom-up"), id="from-below")
SLOTS_IN_ORDER = replace(ordered(SLOTS, "bottom-up"), id="slots-in-order")
ALL = {rules.id: rules for rules in (PLAIN, HAND, BONUS, JOKER, SLOTS, STRIKING, IN_ORDER, FROM_BELOW, SLOTS_IN_ORDER)}
