"""Yacht, the game of 1938: twelve boxes and no bonus."""

from firmware_host.rules.boxes import fixed_box, lower_box, upper_boxes
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import full_house, of_a_kind, shows, sum_of_all, sum_of_groups, sum_when

YACHT = Ruleset(
    id="yacht",
    title="Yacht",
    dice=5,
    rolls=3,
    boxes=(
        *upper_boxes(),
        lower_box("full-house", "Full house", sum_when(full_house), "Sum of all dice"),
        lower_box("four-of-a-kind", "4 of a kind", sum_of_groups(4), "Sum of the four dice"),
        fixed_box("little-straight", "Little straight", 30, shows(1, 2, 3, 4, 5)),
        fixed_box("big-straight", "Big straight", 30, shows(2, 3, 4, 5, 6)),
        lower_box("choice", "Choice", sum_of_all, "Sum of all dice"),
        fixed_box("yacht", "Yacht", 50, of_a_kind(5)),
    ),
    source="The sources only mention it; these are the rules of 1938.",
    decisions=(
        "Equal totals share the win; one player may play alone.",
        "Four of a kind scores four dice, even if all five are equal. Five equal dice are not a full house.",
        "If the dice are worth nothing in a box, it may be scored or struck, for 0 either way. If they are worth "
        "points, it cannot be struck.",
    ),
)
