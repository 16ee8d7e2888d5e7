"""Pairs and kinds by face value, as the games of the Ukrainian text score them."""

from firmware_host.rules.boxes import lower_box
from firmware_host.rules.options import Option, Options, switch
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.scoring import Groups, PairOfThree, Scoring, either, sum_of_groups


def group_boxes(*, exactly: bool, three_as_pair: bool = False) -> tuple[Box, Box, Box, Box]:
    """Return pair, two pairs, three and four of a kind, exact or with higher figures counting as lower ones.

    With `three_as_pair` exactly three equal dice are a pair as well.
    """
    pair = sum_of_groups(2, exactly=exactly)
    if three_as_pair and exactly:
        pair = Scoring(either(Groups((2,), exactly=True), PairOfThree()), counted="figure")
    return (
        lower_box("pair", "Pair", pair, "Sum of the two dice", "any"),
        lower_box("two-pairs", "Two pairs", sum_of_groups(2, 2, exactly=exactly), "Sum of the four dice", "any"),
        lower_box("three-of-a-kind", "3 of a kind", sum_of_groups(3, exactly=exactly), "Sum of the three dice", "any"),
        lower_box("four-of-a-kind", "4 of a kind", sum_of_groups(4, exactly=exactly), "Sum of the four dice", "any"),
    )


def group_variant(rules: Ruleset, options: Options) -> Ruleset:
    """Return the rules with these boxes as the two options below say."""
    return rules.with_boxes(
        *group_boxes(exactly=not options["higher-counts-lower"], three_as_pair=bool(options["three-as-pair"]))
    )


def three_as_pair() -> Option:
    """Return the option that lets three of a kind count as a pair, and nothing else."""
    return switch(
        "three-as-pair",
        "3 of a kind counts as a pair",
        False,
        "Exactly three equal dice may be scored as a pair; nothing else changes. The text's author played without "
        "this, but finds it more logical.",
        about="pair",
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
