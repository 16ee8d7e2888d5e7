import pytest

from models.training.intervals import design_effect, grouped, wilson


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_published(part: int, whole: int, low: float, high: float) -> None:
    """Table I of Newcombe 1998, Two-sided confidence intervals for the single proportion, method 3."""
    assert wilson(part / whole, whole) == pytest.approx((low, high), abs=5e-5)


def test_what_never_happened_may_happen_and_what_always_did_may_fail() -> None:
    low, high = wilson(0, 240)

    assert low == 0
    assert 0.01 < high < 0.02
    assert wilson(1, 240) == pytest.approx((1 - high, 1))
    assert wilson(0, 0) == (0, 1)


def test_dice_that_are_right_or_wrong_together_count_as_few() -> None:
    """Worked by hand: residuals of 2 in ten groups give a variance of 10/9 * 40 / 1600 against 0.25 / 40."""
    together = [4, 0] * 5

    assert design_effect(together, [4] * 10) == pytest.approx(40 / 9)
    assert grouped(together, [4] * 10) == pytest.approx(wilson(0.5, 9))


@pytest.mark.parametrize("parts", [[2] * 10, [4] * 10, [0] * 10])
def test_groups_that_are_alike_narrow_no_interval(parts: list[int]) -> None:
    assert design_effect(parts, [4] * 10) == 1
    assert grouped(parts, [4] * 10) == wilson(sum(parts) / 40, 40)


def test_no_group_at_all_says_nothing() -> None:
    assert grouped([], []) == (0, 1)
    assert grouped([3], [4]) == wilson(0.75, 4)
