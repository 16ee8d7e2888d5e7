"""General, the Polish game of dice: poker dice with an upper bonus, jokers and extra generals."""

from dataclasses import replace

from firmware_host.rules.boxes import thirteen_boxes, upper_bonus
from firmware_host.rules.jokers import FIVE, is_joker, joker_worth, lower_open
from firmware_host.rules.memory import holds
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Situation

_BOXES = tuple(replace(box, title="General") if box.id == "five-of-a-kind" else box for box in thirteen_boxes())


def _extra_general(box: Box, situation: Situation) -> int:
    """Tell whether the joker is used: in a lower box, or in an upper one once all lower boxes are closed."""
    used = is_joker(situation) and (box.section == "lower" or not lower_open(_BOXES, situation))
    return 100 if used and situation.written[FIVE] == (50,) else 0


GENERAL = Ruleset(
    id="general",
    title="General",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(
        upper_bonus(35, at=63),
        Bonus("extra-generals", "Extra generals", earned=_extra_general, remembers=(holds(FIVE, 50),)),
    ),
    worth=joker_worth,
    source="A Polish text, Zasady gry w kości.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Five equal dice are a joker once General (for 50 or 0) and the upper box of their value are closed.",
        "The joker is the player's choice: while a lower box is open another upper box may be closed for 0, which is "
        "no joker and earns no 100.",
        "Five equal dice whose upper box is open are an ordinary roll, worth nothing in Full house and the straights.",
        "A box that the dice do not meet may be written or struck alike, for 0; where they score it must be written.",
    ),
)
