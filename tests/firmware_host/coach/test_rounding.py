"""What is shown of an account adds up to the digit, and no figure is off by a whole one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.coach.rounding import rounded_account, rounded_to_sum

FIGURES = st.floats(-500, 500)


@given(st.lists(FIGURES, min_size=1, max_size=6), st.sampled_from([0, 1, 2]))
def test_round_figures_add_up(parts: list[float], places: int) -> None:
    found = rounded_to_sum(parts, places)
    assert round(sum(found), places) == pytest.approx(
        round(sum(round(part, 8) for part in parts), places), abs=10**-places
    )
    whole = [round(part * 10**places) for part in found]
    assert sum(whole) == round(sum(round(part * 10**places, 6) for part in parts))
    assert all(abs(shown - part) < 10**-places for shown, part in zip(found, parts, strict=True))


def test_three_thirds_are_one() -> None:
    assert sorted(rounded_to_sum([1 / 3] * 3, 2)) == [0.33, 0.33, 0.34]


def test_round_figures_stay() -> None:
    assert rounded_to_sum([0.29, -0.57, 8.0], 2) == (0.29, -0.57, 8.0)


def test_an_account_adds_up_with_all_its_columns() -> None:
    shown = rounded_account(191.765, 12.3449, 7.1149, 0.0, 0.0, 1.005, 2)
    assert round(shown.start + shown.luck - shown.cost + shown.rest - shown.lost_to_time, 2) == shown.now == 195.99
    assert str(rounded_account(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2).cost) == "0.0"
