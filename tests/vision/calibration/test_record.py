import numpy as np
import pytest

from vision.calibration import Calibration
from vision.calibration.lens import Lens
from vision.errors import CalibrationError

CORNERS = ((0.1, 0.2), (0.9, 0.25), (0.95, 0.9), (0.05, 0.85))
LENS = Lens((640, 480), (600.0, 610.0), (318.0, 242.0), (-0.2, 0.03), 0.2)
MILLIMETRES = ((300.0, 10.0, -30.0), (0.0, 250.0, -40.0), (0.0, 0.05, 1.0))


def test_dragged_corners_are_those_of_the_view() -> None:
    tray = Calibration.of_corners(CORNERS)

    assert tray.to_tray(CORNERS) == pytest.approx(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), abs=1e-6)
    assert tray.outline == CORNERS
    assert not tray.millimetres


@pytest.mark.parametrize("lens", [None, LENS])
def test_places_go_to_the_tray_and_back(lens: Lens | None) -> None:
    tray = Calibration(CORNERS, MILLIMETRES, True, lens=lens)

    assert tray.to_picture(tray.to_tray(CORNERS)) == pytest.approx(np.array(CORNERS), abs=1e-4)


def test_a_lens_moves_what_is_far_from_its_middle() -> None:
    bent = np.array([[318 / 640, 242 / 480], [0.95, 0.9]])
    straight = LENS.straightened(bent)

    assert straight[0] == pytest.approx(bent[0], abs=1e-9)
    assert np.abs((straight[1] - bent[1]) * LENS.size).max() > 5
    assert LENS.bent(straight) == pytest.approx(bent, abs=1e-4)


def test_a_moved_tray_keeps_its_measures() -> None:
    tray = Calibration(CORNERS, MILLIMETRES, True).with_rail(((210.0, 60.0), (240.0, 60.0), (240.0, 170.0)))
    motion = np.array([[1.0, -0.01, 0.02], [0.01, 1.0, -0.03], [0, 0, 1]])

    moved = tray.moved(motion)

    assert moved.outline[0] == pytest.approx((0.1 - 0.002 + 0.02, 0.001 + 0.2 - 0.03))
    assert moved.to_tray(moved.outline) == pytest.approx(tray.to_tray(tray.outline))
    assert moved.rail == tray.rail


def test_a_corner_pushed_out_of_the_picture_stays_at_its_edge() -> None:
    moved = Calibration.of_corners(CORNERS).moved(np.array([[1, 0, 0.1], [0, 1, 0], [0, 0, 1.0]]))

    assert max(x for x, _ in moved.outline) == 1.0


def test_all_faults_are_told_at_once_by_field() -> None:
    with pytest.raises(CalibrationError) as refused:
        Calibration(
            CORNERS[:2], ((0.0,) * 3,) * 3, lens=Lens((640, 480), (0.0, 600.0), (320.0, 240.0), (0.0, 0.0), 0.1)
        )

    assert set(refused.value.faults) == {"outline", "view", "lens"}


@pytest.mark.parametrize(
    ("rail", "why"),
    [
        (((200.0, 60.0), (240.0, 60.0)), "three or more corners"),
        (((900.0, 60.0), (940.0, 60.0), (940.0, 100.0)), "outside of the tray"),
        (((float("nan"), 60.0), (240.0, 60.0), (240.0, 90.0)), "pairs of numbers"),
    ],
)
def test_a_keep_rail_is_a_strip_of_the_tray(rail: tuple[tuple[float, float], ...], why: str) -> None:
    with pytest.raises(CalibrationError, match=why) as refused:
        Calibration(CORNERS, MILLIMETRES, True).with_rail(rail)

    assert list(refused.value.faults) == ["rail"]


def test_a_rail_can_be_taken_away() -> None:
    tray = Calibration(CORNERS, MILLIMETRES, True, ((210.0, 60.0), (240.0, 60.0), (240.0, 170.0)))

    assert tray.with_rail(None).rail is None
