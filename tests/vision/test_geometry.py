import numpy as np
import pytest

from vision.geometry import WHOLE, mapped, outline_in_pixels, square_cut


def test_the_whole_picture_has_no_outline() -> None:
    assert outline_in_pixels(WHOLE, (640, 480)) is None


def test_corners_become_pixels() -> None:
    outline = outline_in_pixels(((0.25, 0.5), (1.0, 0.5), (1.0, 1.0), (0.25, 1.0)), (640, 480))

    assert outline is not None
    assert outline.tolist() == [[160, 240], [640, 240], [640, 480], [160, 480]]


def ramp() -> np.ndarray:
    """Blue tells the column, green the row of each pixel."""
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[..., 0] = np.arange(200)
    picture[..., 1] = np.arange(100)[:, None]
    return picture


def test_a_square_is_cut_where_the_box_is() -> None:
    cut = square_cut(ramp(), (50, 20, 90, 60), 40, 0.0)

    assert np.array_equal(cut, ramp()[20:60, 50:90])


def test_the_margin_is_shown_all_around_and_an_oblong_box_in_its_middle() -> None:
    cut = square_cut(ramp(), (50, 30, 90, 50), 80, 0.5)

    assert np.array_equal(cut, ramp()[0:80, 30:110])


@pytest.mark.parametrize("side", [16, 160])
def test_the_square_has_the_side_asked_for(side: int) -> None:
    cut = square_cut(ramp(), (50.0, 20.0, 90.0, 60.0), side, 0.0)

    assert cut.shape == (side, side, 3)
    assert cut[..., 0].mean() == pytest.approx(69.5, abs=0.6)
    assert cut[..., 1].mean() == pytest.approx(39.5, abs=0.6)


def test_beyond_the_picture_its_edge_is_repeated() -> None:
    cut = square_cut(ramp(), (-10, 0, 10, 20), 20, 0.0)

    assert (cut[:, :10, 0] == 0).all()
    assert np.array_equal(cut[:, 10:], ramp()[0:20, 0:10])


def test_points_are_seen_through_a_homography() -> None:
    matrix = np.array([[2.0, 0, 3], [0, 2, 5], [0, 1, 1]])

    assert mapped([(1, 0), (4, 1)], matrix).tolist() == [[5, 5], [5.5, 3.5]]
