"""Figures one by one: which dice make them, and which of these count."""

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.scoring import AllOf, AnyDice, Either, Figure, Groups, Run, Scoring, Showing, Shows, Total

FULL_HOUSE = Groups((3, 2), exactly=True)


@pytest.mark.parametrize(
    ("figure", "dice", "own"),
    [
        (AnyDice(), (1, 2, 3, 4, 4), 14),
        (Showing(4), (1, 2, 3, 4, 4), 8),
        (Showing(5), (1, 2, 3, 4, 4), None),
        (Run(3), (1, 2, 3, 4, 4), 9),
        (Run(4), (6, 5, 3, 4, 1), 18),
        (Run(4), (5, 6, 1, 2, 3), None),
        (Run(6), (1, 2, 3, 4, 5, 6), 21),
        (Shows(frozenset({2, 4, 6})), (2, 4, 6, 6, 6), 12),
        (Shows(frozenset({2, 4, 6})), (2, 4, 4, 4, 5), None),
        (Groups((2,)), (6, 6, 6, 1, 2), 12),
        (Groups((2,), exactly=True), (6, 6, 6, 1, 1), 2),
        (Groups((2, 2)), (6, 6, 6, 6, 1), None),
        (Groups((2, 2)), (6, 6, 6, 1, 1), 14),
        (FULL_HOUSE, (6, 6, 6, 1, 1), 20),
        (FULL_HOUSE, (6, 6, 6, 6, 1), None),
        (FULL_HOUSE, (6, 6, 6, 6, 6), None),
        (Total(13), (1, 2, 3, 3, 4), 13),
        (Total(13), (1, 2, 3, 3, 5), None),
        (Either((FULL_HOUSE, Groups((5,)))), (4, 4, 4, 4, 4), 20),
        (Either((Groups((2,)), Groups((3,)))), (4, 4, 4, 1, 2), 12),
        (Either((Groups((2,)), Run(4))), (1, 2, 3, 5, 6), None),
        (AllOf((Total(13), Groups((2,), exactly=True))), (4, 4, 5), 13),
        (AllOf((Total(13), Groups((2,), exactly=True))), (3, 4, 6), None),
    ],
)
def test_a_figure_knows_its_own_dice(figure: Figure, dice: tuple[int, ...], own: int | None) -> None:
    roll = Roll(dice)
    assert figure(roll) is (own is not None)
    if own is not None:
        assert figure.own(roll) == own
    assert Scoring(figure, counted="figure")(roll) == (own or 0)
    assert Scoring(figure, counted="all")(roll) == (roll.total if own is not None else 0)
    assert Scoring(figure, 20, "all")(roll) == (roll.total + 20 if own is not None else 0)
    assert Scoring(figure, 20)(roll) == (20 if own is not None else 0)
