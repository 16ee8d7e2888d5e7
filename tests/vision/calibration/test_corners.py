import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibration import tray_corners, tray_outline
from vision.errors import CalibrationError

TRAY = ((0.1, 0.1), (0.9, 0.15), (0.95, 0.9), (0.05, 0.85))


def test_a_tray_stays_as_it_is() -> None:
    assert tray_corners(TRAY) == TRAY


def test_rounding_over_the_edge_is_taken_back() -> None:
    assert tray_corners([(-1e-9, 0), (1 + 1e-9, 0), (1, 1), (0, 1)]) == ((0, 0), (1, 0), (1, 1), (0, 1))


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (TRAY[:3], "four corners, not 3"),
        ((*TRAY, (0.5, 0.5)), "four corners, not 5"),
        (((0.1, 0.1), (1.2, 0.1), (0.9, 0.9), (0.1, 0.9)), "Corner 2 .* outside"),
        (((0.1, 0.1), (math.nan, 0.1), (0.9, 0.9), (0.1, 0.9)), "Corner 2 .* outside"),
        (TRAY[::-1], "clockwise"),
        (((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)), "cross"),
        (((0.1, 0.1), (0.9, 0.1), (0.3, 0.3), (0.1, 0.9)), "bend inwards"),
        (((0.1, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)), "cross or bend"),
        (((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)), "covers only 1.0% of the picture"),
        (None, "four pairs of numbers"),
        ("abcd", "four pairs of numbers"),
        ([(0, 0, 0)] * 4, "four pairs of numbers"),
        ([("left", 0)] * 4, "four pairs of numbers"),
    ],
)
def test_what_is_no_tray_is_told(corners: Any, why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        tray_corners(corners)


@given(
    st.lists(st.floats(0, 0.3), min_size=4, max_size=4),
    st.lists(st.floats(0, 0.3), min_size=4, max_size=4),
)
def test_any_four_corners_each_in_its_quarter_make_a_tray(across: list[float], down: list[float]) -> None:
    corners = (
        (across[0], down[0]),
        (1 - across[1], down[1]),
        (1 - across[2], 1 - down[2]),
        (across[3], 1 - down[3]),
    )

    assert tray_corners(corners) == corners


HEXAGON = ((0.3, 0.1), (0.7, 0.1), (0.9, 0.5), (0.7, 0.9), (0.3, 0.9), (0.1, 0.5))
BOOT = ((0.1, 0.1), (0.5, 0.1), (0.5, 0.6), (0.9, 0.6), (0.9, 0.9), (0.1, 0.9))


@pytest.mark.parametrize("outline", [TRAY, TRAY[:3], HEXAGON, BOOT])
def test_an_outline_has_any_number_of_corners_and_runs_clockwise(outline: Any) -> None:
    assert tray_outline(outline) == outline
    assert tray_outline(outline[::-1]) == outline


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        (TRAY[:2], "3 to 64 corners, not 2"),
        (TRAY * 17, "3 to 64 corners, not 68"),
        (((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)), "sides of the tray's outline cross"),
        ((*HEXAGON[:4], (0.8, 0.2), (0.1, 0.5)), "cross"),
        ((*HEXAGON[:5], (-0.1, 0.5)), "Corner 6 .* outside"),
        (((0.1, 0.1), (0.2, 0.1), (0.2, 0.2)), "covers only 0.5%"),
        (7, "list of pairs of numbers"),
    ],
)
def test_what_is_no_outline_is_told(outline: Any, why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        tray_outline(outline)
