from typing import Any

import numpy as np
import pytest

from vision.errors import PictureError, VisionError
from vision.frame import Frame, as_picture


def test_a_frame_tells_its_size_as_width_and_height() -> None:
    assert Frame(np.zeros((48, 64, 3), np.uint8), 1.5, 2).size == (64, 48)


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (None, "is NoneType"),
        ([[1, 2], [3, 4]], "is list"),
        (np.zeros((48, 64, 3)), "is float64"),
        (np.zeros((48, 64), np.uint8), r"is \(48, 64\)"),
        (np.zeros((48, 64, 4), np.uint8), r"is \(48, 64, 4\)"),
        (np.zeros((15, 64, 3), np.uint8), "64 x 15 pixels is too small"),
    ],
)
def test_what_is_no_picture_is_told_at_the_border(image: Any, why: str) -> None:
    with pytest.raises(PictureError, match=why) as refused:
        Frame(image, 0.0, 0)

    assert isinstance(refused.value, VisionError)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("shape", [(48, 64), (48, 64, 1), (48, 64, 3), (48, 64, 4)])
def test_grey_colour_and_transparent_pictures_become_bgr(shape: tuple[int, ...]) -> None:
    picture = as_picture(np.full(shape, 77, np.uint8))

    assert picture.shape == (48, 64, 3)
    assert (picture == 77).all()


def test_an_image_of_other_depth_is_refused() -> None:
    with pytest.raises(PictureError, match="uint16"):
        as_picture(np.zeros((48, 64, 3), np.uint16))
