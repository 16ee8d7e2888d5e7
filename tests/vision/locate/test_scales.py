import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.locate.scales import Scales


def gradient(width: int, height: int) -> Picture:
    """Blue grows to the right, green downwards."""
    columns, rows = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    return np.stack([columns, rows, np.full_like(rows, 7)], -1).astype(np.uint8)


@pytest.mark.parametrize("size", [(4000, 3000), (1280, 960), (907, 1209), (641, 479), (300, 200), (1000, 20)])
def test_every_side_shows_the_whole_picture(size: tuple[int, int]) -> None:
    picture = gradient(*size)
    scales = Scales(picture, (160, 320, 640))

    for side in (160, 320, 640, 1280):
        view = scales.at(side)
        assert max(view.shape[:2]) == side
        assert view.shape[0] / view.shape[1] == pytest.approx(size[1] / size[0], abs=0.51 / min(view.shape[:2]) * 4)
        expected = cv2.resize(picture, view.shape[1::-1], interpolation=cv2.INTER_AREA)
        # A gradient's every pixel tells where it is from: two in a hundred of the way is less than a pixel of 160.
        assert np.abs(view.astype(int) - expected).max() <= 5 + 255 / min(view.shape[:2])
