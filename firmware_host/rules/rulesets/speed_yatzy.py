"""Speed yatzy: fixed points for figures, and bonuses for unused rolls, all figures and extra fives."""

from collections.abc import Callable
from dataclasses import replace

from firmware_host.rules.boxes import UPPER, fixed_box, fixed_hint, lower_box, upper_boxes
from firmware_host.rules.memory import all_scored, scored, sum_up_to
from firmware_host.rules.options import Option, Options
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation, Written
from firmware_host.rules.scoring import full_house, has_groups, of_a_kind, points_when, run, sum_of_all

ROLLS = 3
FIGURES = ("two-pairs", "three-of-a-kind", "four-of-a-kind", "straight", "full-house", "five-of-a-kind")
LONGEST_CLOCK_MIN = 120


def _worth(boxes: tuple[str, ...]) -> Callable[[Box, Situation], int]:
    """Add 5 points for each unused roll to what these boxes score, unless that is nothing."""

    def worth(box: Box, situation: Situation) -> int:
        points = box.score(situation.roll)
        return points + 5 * (ROLLS - situation.rolls_used) if points and box.id in boxes else points

    return worth


def _simple(written: Written) -> int:
    return 20 if sum(sum(written[box]) for box in UPPER) >= 60 else 0


def _all_figures(written: Written) -> int:
    return 30 if all(any(written[box]) for box in FIGURES) else 0


def _extra_five(box: Box, situation: Situation) -> int:  # noqa: ARG001 - the signature of `earned`
    five_equal = len(set(situation.roll.values)) == 1
    return 40 if five_equal and any(situation.written["five-of-a-kind"]) else 0


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    two_pairs = int(options["two-pairs-points"])
    box = replace(rules.box("two-pairs"), score=points_when(two_pairs, has_groups(2, 2)), hint=fixed_hint(two_pairs))
    speedy = FIGURES if options["speed-bonus-on"] == "figures" else tuple(known.id for known in rules.boxes)
    return replace(rules.with_boxes(box), worth=_worth(speedy), clock_s=60 * int(options["clock-minutes"]))


_BOXES = (
    *upper_boxes(),
    fixed_box("two-pairs", "Two pairs", 20, has_groups(2, 2)),
    fixed_box("three-of-a-kind", "3 of a kind", 25, of_a_kind(3)),
    fixed_box("four-of-a-kind", "4 of a kind", 35, of_a_kind(4)),
    fixed_box("straight", "Straight", 30, run(5)),
    fixed_box("full-house", "Full house", 30, full_house),
    fixed_box("five-of-a-kind", "5 of a kind", 50, of_a_kind(5)),
    lower_box("chance", "Chance", sum_of_all, "Sum of all dice"),
)

SPEED_YATZY = Ruleset(
    id="speed-yatzy",
    title="Speed yatzy",
    dice=5,
    rolls=ROLLS,
    boxes=_BOXES,
    bonuses=(
        Bonus("simple", "Ones to sixes from 60", _simple, remembers=(sum_up_to(UPPER, 60),)),
        Bonus("all-figures", "All figures", _all_figures, remembers=(all_scored(FIGURES),)),
        Bonus("extra-fives", "Extra 5 of a kind", earned=_extra_five, remembers=(scored("five-of-a-kind"),)),
    ),
    options=(
        Option(
            "speed-bonus-on",
            "5 points for each unused roll",
            ("all", "figures"),
            "all",
            "In every box that scores, as the text's tables have it, or only in the six figures from two pairs to 5 of "
            "a kind, as its list of bonuses has it.",
        ),
        Option(
            "two-pairs-points",
            "Points of two pairs",
            (20, 25),
            20,
            "The text's table gives 20, its prose 25.",
        ),
        Option(
            "clock-minutes",
            "Thinking time in minutes",
            tuple(range(LONGEST_CLOCK_MIN + 1)),
            0,
            "Each player's thinking time in all. When one player's runs out the game ends at once: the turn begun does "
            "not count, and the highest total wins, whoever ran out.",
            {0: "off"},
        ),
    ),
    worth=_worth(tuple(box.id for box in _BOXES)),
    variant=_variant,
    source="An English text with a Russian title, Покер-кости.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "A box closed for 0 gets nothing for unused rolls. A full house holds two pairs.",
        "Five equal dice rerolled within a turn are no extra five. The 40 count even if the box closed scores 0. Five "
        "equal dice are no joker.",
        "A die that was put aside may be taken back and thrown.",
        "The text speaks of two kinds of bonus for extra fives; the second is cut off there and left out here.",
        "The text gives neither length nor scope of its clock: here it is each player's own, for the whole game.",
        "A box that the dice do not meet may be written or struck alike, for 0; where they score it must be written.",
    ),
)
