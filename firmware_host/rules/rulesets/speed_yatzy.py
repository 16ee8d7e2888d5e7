"""Speed yatzy: fixed points for figures, and bonuses for unused rolls, all figures and extra fives."""

from dataclasses import replace

from firmware_host.rules.boxes import UPPER, fixed_box, fixed_hint, lower_box, upper_boxes
from firmware_host.rules.options import Option, Options
from firmware_host.rules.parts.bonuses import AllScored, SumFrom, written_bonus
from firmware_host.rules.parts.jokers import FIVE, FurtherEqual, earned_bonus
from firmware_host.rules.parts.worth import UnusedRolls, Worth
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import full_house, has_groups, of_a_kind, points_when, run, sum_of_all

ROLLS = 3
FIGURES = ("two-pairs", "three-of-a-kind", "four-of-a-kind", "straight", "full-house", "five-of-a-kind")
LONGEST_CLOCK_MIN = 120
INCREMENTS_S = (0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60)


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    two_pairs = int(options["two-pairs-points"])
    box = replace(rules.box("two-pairs"), score=points_when(two_pairs, has_groups(2, 2)), hint=fixed_hint(two_pairs))
    speedy = FIGURES if options["speed-bonus-on"] == "figures" else tuple(known.id for known in rules.boxes)
    return replace(
        rules.with_boxes(box),
        worth=Worth((UnusedRolls(speedy, 5, ROLLS),)),
        clock_s=60 * int(options["clock-minutes"]),
        increment_s=int(options["clock-increment"]),
    )


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
        written_bonus("simple", "Ones to sixes at 60", SumFrom(UPPER, 60, 20)),
        written_bonus("all-figures", "All figures", AllScored(FIGURES, (1,) * len(FIGURES), 30)),
        earned_bonus("extra-fives", "Extra 5 of a kind", FurtherEqual(FIVE, 40)),
    ),
    options=(
        Option(
            "speed-bonus-on",
            "5 points for each unused roll",
            ("all", "figures"),
            "all",
            "For every box that scores, as in the text's tables, or only for the six figures from two pairs to 5 of a "
            "kind, as in its list of bonuses.",
        ),
        Option(
            "two-pairs-points",
            "Points for two pairs",
            (20, 25),
            20,
            "The text's table gives 20, its prose 25.",
        ),
        Option(
            "clock-minutes",
            "Thinking time in minutes",
            tuple(range(LONGEST_CLOCK_MIN + 1)),
            0,
            "Each player's thinking time for the whole game. When a player's time runs out, the game ends at once: the "
            "unfinished turn does not count, and the highest total wins, no matter who ran out.",
            {0: "off"},
            {0: "no clock"},
        ),
        Option(
            "clock-increment",
            "Seconds added for each turn",
            INCREMENTS_S,
            0,
            "Whoever ends a turn gets so many more seconds to think; a turn that is undone and ended again adds "
            "nothing. Without a clock there is nothing to add to.",
            {0: "none"},
        ),
    ),
    worth=Worth((UnusedRolls(tuple(box.id for box in _BOXES), 5, ROLLS),)),
    variant=_variant,
    gist="bonus for unused rolls",
    source="An English text with a Russian title, Покер-кости.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "A box closed for 0 gets nothing for unused rolls. Points for unused rolls count towards the bonus at 60.",
        "A full house counts as two pairs.",
        "Five equal dice that are rerolled are not an extra five. The 40 points count even if the box closed scores 0. "
        "Five equal dice are not a joker.",
        "A die that was put aside may be taken back and thrown.",
        "The text mentions two kinds of bonus for extra fives. Its description of the second is cut off, so it is left "
        "out here.",
        "The text does not say how long its clock runs, or for whom. Here, each player has a clock for the whole game.",
        "If the dice are worth nothing in a box, it may be scored or struck, for 0 either way. If they are worth "
        "points, it cannot be struck.",
    ),
)
