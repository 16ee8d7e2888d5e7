"""Pairs and kinds by face value, as the games of the Ukrainian text write them."""

from dataclasses import replace

from firmware_host.rules.boxes import lower_box
from firmware_host.rules.ruleset import Box, Ruleset, Striking
from firmware_host.rules.scoring import sum_of_groups

_GROUPS = {"pair": (2,), "two-pairs": (2, 2), "three-of-a-kind": (3,), "four-of-a-kind": (4,)}


def group_boxes(striking: Striking) -> tuple[Box, Box, Box, Box]:
    """Return pair, two pairs, three and four of a kind, where higher figures count as lower ones."""
    return (
        lower_box("pair", "Pair", sum_of_groups(2), "Sum of the two dice", striking),
        lower_box("two-pairs", "Two pairs", sum_of_groups(2, 2), "Sum of the four dice", striking),
        lower_box("three-of-a-kind", "3 of a kind", sum_of_groups(3), "Sum of the three dice", striking),
        lower_box("four-of-a-kind", "4 of a kind", sum_of_groups(4), "Sum of the four dice", striking),
    )


def exact_groups(rules: Ruleset) -> Ruleset:
    """Return the rules with pairs and kinds exact: a pair is two equal dice and no more, and so on."""
    return rules.with_boxes(
        *(replace(rules.box(id_), score=sum_of_groups(*sizes, exactly=True)) for id_, sizes in _GROUPS.items())
    )
