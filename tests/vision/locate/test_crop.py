import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.locate.crop import MARGIN, crop


def picture_with_square(x: int, y: int, side: int) -> Picture:
    picture: Picture = np.zeros((300, 400, 3), np.uint8)
    cv2.rectangle(picture, (x, y), (x + side - 1, y + side - 1), (255, 255, 255), -1)
    return picture


@pytest.mark.parametrize("side", [20, 50, 140])
def test_a_die_of_any_size_fills_the_same_part_of_the_crop(side: int) -> None:
    box = (100.0, 80.0, 100.0 + side, 80.0 + side)

    cut = crop(picture_with_square(100, 80, side), box, 64)

    assert cut.shape == (64, 64, 3)
    filled = np.sqrt((cut[..., 0] / 255).sum())
    assert filled == pytest.approx(64 / MARGIN, abs=1.5)
    rows, columns = np.nonzero(cut[..., 0] > 127)
    assert rows.mean() == pytest.approx(31.5, abs=0.6)
    assert columns.mean() == pytest.approx(31.5, abs=0.6)


def test_beyond_the_edge_the_picture_is_repeated() -> None:
    white: Picture = np.full((60, 60, 3), 255, np.uint8)

    assert crop(white, (-20, -20, 20, 20), 32).min() == 255


def test_a_box_outside_the_picture_gives_black_and_no_error() -> None:
    white: Picture = np.full((60, 60, 3), 255, np.uint8)

    assert crop(white, (500, 500, 540, 540), 32).max() == 0


@pytest.mark.parametrize("turn", [90, 180, -90])
def test_a_turned_crop_is_the_crop_turned(turn: int) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
    box = (100.5, 60.0, 160.5, 121.0)

    turned = crop(picture, box, 80, 1.5, turn).astype(int)

    assert np.abs(turned - np.rot90(crop(picture, box, 80, 1.5), -turn // 90)).max() <= 1
