"""Balut: seven boxes, each filled four times, and points for what they hold at the end."""

from dataclasses import replace

from firmware_host.rules.boxes import lower_box, upper_boxes
from firmware_host.rules.options import Options, switch
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import AllScored, EachScored, SumFrom
from firmware_host.rules.ruleset import Award, Ruleset
from firmware_host.rules.scoring import either, full_house, of_a_kind, run, sum_and, sum_of_all, sum_when

SLOTS = 4
_NUMBERS = tuple(replace(box, slots=SLOTS) for box in upper_boxes("any")[3:])
# -2 below 300, then one point more for every 50, up to 6 at 650.
_BANDS = ((0, -2), *((300 + 50 * band, band - 1) for band in range(8)))


def _from(box: str, title: str, least: int, points: int) -> Award:
    return Award(box, title, ForWritten(SumFrom((box,), least, points)))


def _all_scored(box: str, title: str, points: int) -> Award:
    return Award(box, title, ForWritten(AllScored((box,), (SLOTS,), points)))


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    if not options["five-is-full-house"]:
        return rules
    return rules.with_boxes(replace(rules.box("full-house"), score=sum_when(either(full_house, of_a_kind(5)))))


BALUT = Ruleset(
    id="balut",
    title="Balut",
    dice=5,
    rolls=3,
    boxes=(
        *_NUMBERS,
        lower_box("straight", "Straight", sum_when(run(5)), "15 for 1-5, 20 for 2-6", "any", SLOTS),
        lower_box("full-house", "Full house", sum_when(full_house), "Sum of all dice", "any", SLOTS),
        lower_box("chance", "Chance", sum_of_all, "Sum of all dice", "any", SLOTS),
        lower_box("balut", "Balut", sum_and(20, of_a_kind(5)), "Sum of all dice + 20", "any", SLOTS),
    ),
    awards=(
        _from("fours", "Fours at 52", 52, 2),
        _from("fives", "Fives at 65", 65, 2),
        _from("sixes", "Sixes at 78", 78, 2),
        _all_scored("straight", "All straights scored", 4),
        _all_scored("full-house", "All full houses scored", 3),
        _from("chance", "Chance at 100", 100, 2),
        Award("balut", "2 for each balut", ForWritten(EachScored(("balut",), 2))),
        Award("total", "For the total", TotalBands(_BANDS)),
    ),
    options=(
        switch(
            "five-is-full-house",
            "Five equal dice are a full house",
            False,
            "Five equal dice may also be scored as a full house, for the sum of all dice.",
        ),
    ),
    variant=_variant,
    source="A Ukrainian text, Правила гри в покер на кубиках.",
    decisions=(
        "Most points win. If points are equal, the higher total wins; players equal in both share the win.",
        "One player may play alone, as the text says.",
        "A slot of any box may be struck. A straight or full house closed for 0 counts as struck, however it was "
        "closed.",
    ),
)
