from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.frame import Picture
from vision.picture_file import read_picture

GREY_RAMP: Picture = np.tile(np.arange(120, dtype=np.uint8)[:, None, None], (1, 160, 3))


def encoded(ending: str) -> bytes:
    return cv2.imencode(ending, GREY_RAMP)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_whole_picture_is_read(tmp_path: Path, ending: str) -> None:
    (tmp_path / "photo").write_bytes(encoded(ending))

    read = read_picture(tmp_path / "photo")

    assert read.shape == (120, 160, 3)
    assert np.abs(read.astype(int) - GREY_RAMP).max() < 6


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("part", [0.5, 0.98])
def test_a_picture_cut_short_is_refused(tmp_path: Path, ending: str, part: float) -> None:
    data = encoded(ending)
    (tmp_path / "photo").write_bytes(data[: int(len(data) * part)])

    with pytest.raises(PictureError, match="cut short"):
        read_picture(tmp_path / "photo")


def test_text_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_text("five dice")

    with pytest.raises(PictureError, match=r"photo\.jpg is not a whole picture"):
        read_picture(tmp_path / "photo.jpg")


def test_an_empty_file_and_a_missing_one_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()

    with pytest.raises(PictureError, match="is empty"):
        read_picture(tmp_path / "empty.jpg")
    with pytest.raises(PictureError, match="no such file"):
        read_picture(tmp_path / "gone.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        read_picture(tmp_path)


def test_a_photograph_that_lies_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    data = encoded(".jpg")
    turned_right = bytes.fromhex("ffe1001e4578696600004d4d002a00000008000101120003000000010006000000000000")
    (tmp_path / "photo.jpg").write_bytes(data[:2] + turned_right + data[2:])

    assert read_picture(tmp_path / "photo.jpg").shape == (160, 120, 3)
