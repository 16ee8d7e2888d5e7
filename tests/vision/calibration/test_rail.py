import numpy as np
import pytest

from vision.calibration import Calibration
from vision.calibration.rail import SIDES, WIDTHS, in_picture, lie_on_rail, strip

SQUARE = Calibration.of_corners(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))
ASLANT = Calibration.of_corners(((0.3, 0.2), (0.7, 0.2), (0.95, 0.9), (0.05, 0.9)))
TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
ROUND = Calibration(tuple((float(0.5 + 0.4 * np.cos(turn)), float(0.5 + 0.4 * np.sin(turn))) for turn in TURNS))
BENT = Calibration(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.5, 0.4), (0.1, 0.9)))


def area(outline: object) -> float:
    x, y = np.asarray(outline).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


@pytest.mark.parametrize(
    ("side", "box"),
    [
        ("left", (0.1, 0.1, 0.3, 0.9)),
        ("top", (0.1, 0.1, 0.9, 0.3)),
        ("right", (0.7, 0.1, 0.9, 0.9)),
        ("bottom", (0.1, 0.7, 0.9, 0.9)),
    ],
)
def test_a_strip_lies_along_its_side_in_the_picture(side: str, box: tuple[float, float, float, float]) -> None:
    seen = np.array(in_picture(SQUARE, strip(SQUARE, side, 0.25)))
    assert (*seen.min(axis=0), *seen.max(axis=0)) == pytest.approx(box)


@pytest.mark.parametrize("tray", [SQUARE, ASLANT], ids=["from above", "from aslant"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("side", SIDES)
def test_a_strip_is_its_part_of_a_rectangular_tray(tray: Calibration, side: str, width: float) -> None:
    assert area(strip(tray, side, width)) == pytest.approx(width)


@pytest.mark.parametrize("side", SIDES)
def test_a_round_tray_has_a_strip_along_its_rim(side: str) -> None:
    half = strip(ROUND, side, 0.5)
    assert area(half) == pytest.approx(area(ROUND.outline) / 2, rel=1e-6)
    narrow = np.array(strip(ROUND, side, 0.2))
    assert np.linalg.norm(narrow - 0.5, axis=1).max() <= 0.4 + 1e-9


def test_every_strip_can_be_kept_as_a_rail() -> None:
    for tray in (SQUARE, ASLANT, ROUND):
        for side in SIDES:
            for width in WIDTHS:
                rail = tray.with_rail(strip(tray, side, width)).rail
                assert rail is not None


def test_places_lie_on_the_rail_or_not() -> None:
    tray = ASLANT.with_rail(strip(ASLANT, "top", 0.3))
    assert tray.rail is not None
    middle = np.mean(in_picture(tray, tray.rail), axis=0)
    assert lie_on_rail(tray, np.array([middle, (0.5, 0.85), (0.02, 0.02)])) == (True, False, False)
    assert lie_on_rail(tray, np.empty((0, 2))) == ()
    assert lie_on_rail(ASLANT, np.array([middle])) == (False,)


def test_a_rail_follows_a_tray_whose_camera_moved() -> None:
    tray = SQUARE.with_rail(strip(SQUARE, "left", 0.2))
    moved = tray.moved(np.array([[1, 0, 0.05], [0, 1, 0], [0, 0, 1]]))
    place = np.array([[0.28, 0.5]])
    assert (lie_on_rail(tray, place), lie_on_rail(moved, place)) == ((False,), (True,))


def test_a_strip_of_a_tray_that_bends_inwards_is_cut_off_straight() -> None:
    notch = 0.1 * 0.16 / 2  # what the bend takes from the strip's inner edge
    assert area(strip(BENT, "top", 0.5)) == pytest.approx(0.8 * 0.4 - notch)


def test_there_are_four_sides() -> None:
    with pytest.raises(KeyError):
        strip(SQUARE, "middle", 0.2)
