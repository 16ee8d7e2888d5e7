"""Pairs and kinds by face value, as the games of the Ukrainian text score them."""

from firmware_host.rules.boxes import lower_box
from firmware_host.rules.options import Option, switch
from firmware_host.rules.ruleset import Box
from firmware_host.rules.scoring import sum_of_groups


def group_boxes(*, exactly: bool) -> tuple[Box, Box, Box, Box]:
    """Return pair, two pairs, three and four of a kind, exact or with higher figures counting as lower ones."""
    return (
        lower_box("pair", "Pair", sum_of_groups(2, exactly=exactly), "Sum of the two dice", "any"),
        lower_box("two-pairs", "Two pairs", sum_of_groups(2, 2, exactly=exactly), "Sum of the four dice", "any"),
        lower_box("three-of-a-kind", "3 of a kind", sum_of_groups(3, exactly=exactly), "Sum of the three dice", "any"),
        lower_box("four-of-a-kind", "4 of a kind", sum_of_groups(4, exactly=exactly), "Sum of the four dice", "any"),
    )


def higher_counts_lower(default: bool) -> Option:
    """Return the option that lets higher figures count as lower ones."""
    return switch(
        "higher-counts-lower",
        "Higher figures count as lower ones",
        default,
        "Three or more equal dice may be scored as a pair, four or more as 3 of a kind, five as 4 of a kind, and "
        "a full house as two pairs. Four equal dice are never two pairs, and five are never a full house.",
    )
