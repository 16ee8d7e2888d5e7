"""General, the Polish game of dice: poker dice with an upper bonus, jokers and extra generals."""

from dataclasses import replace

from firmware_host.rules.boxes import JOKER_POINTS, thirteen_boxes, upper_bonus
from firmware_host.rules.parts.jokers import Joker, JokerPoints, JokerUsed, earned_bonus
from firmware_host.rules.parts.worth import Worth
from firmware_host.rules.ruleset import Ruleset

_BOXES = tuple(replace(box, title="General") if box.id == "five-of-a-kind" else box for box in thirteen_boxes())
_JOKER = Joker.of(_BOXES)

GENERAL = Ruleset(
    id="general",
    title="General (Polish dice)",
    dice=5,
    rolls=3,
    boxes=_BOXES,
    sum_row=True,
    bonuses=(
        upper_bonus(35, at=63),
        earned_bonus("extra-generals", "Extra generals", JokerUsed(_JOKER, 100)),
    ),
    worth=Worth((JokerPoints(_JOKER, JOKER_POINTS),)),
    gist="jokers, bonus at 63",
    source="A Polish text, Zasady gry w kości.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Five equal dice are a joker once General (for 50 or 0) and the upper box of their value are closed.",
        "Using the joker is the player's choice: while a lower box is open, another upper box may be closed for 0, "
        "which is not a joker and earns no 100. Once all lower boxes are closed, it is a joker in any open upper box, "
        "for 0.",
        "Five equal dice whose upper box is open are an ordinary roll, worth nothing in Full house and the straights.",
        "If the dice are worth nothing in a box, it may be scored or struck, for 0 either way. If they are worth "
        "points, it cannot be struck.",
    ),
)
