import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.picture_file import MOST_PIXELS, read_picture
from vision.picture_header import size_in_header

KINDS = (".jpg", ".png", ".webp", ".bmp", ".tif")


def encoded(ending: str, *options: int) -> bytes:
    ramp = np.tile(np.arange(37, dtype=np.uint8)[:, None, None], (1, 61, 3))
    return cv2.imencode(ending, ramp, options)[1].tobytes()


def png_claiming(width: int, height: int) -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


@pytest.mark.parametrize("ending", KINDS)
def test_the_size_is_read_from_the_header(ending: str) -> None:
    assert size_in_header(encoded(ending)) == (61, 37)


def test_lossless_and_extended_webp_tell_their_size_elsewhere() -> None:
    assert size_in_header(encoded(".webp", cv2.IMWRITE_WEBP_QUALITY, 101)) == (61, 37)
    extended = (
        b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + (4999).to_bytes(3, "little") + (69_999).to_bytes(3, "little")
    )
    assert size_in_header(extended) == (5000, 70_000)


def test_segments_before_the_frame_of_a_jpeg_are_passed_over() -> None:
    data = encoded(".jpg")
    thumbnail = b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data
    assert size_in_header(data[:2] + thumbnail + b"\xff\xff" + data[3:]) == (61, 37)


@pytest.mark.parametrize("ending", KINDS)
def test_a_header_cut_anywhere_tells_no_size_and_raises_nothing(ending: str) -> None:
    data = encoded(ending)
    for end in range(26):
        assert size_in_header(data[:end]) in {None, (61, 37)}
    assert size_in_header(data[:16]) is None


@pytest.mark.parametrize("data", [b"", b"GIF89a" + bytes(30), b"<svg/>", b"#EXTM3U", b"P6 10 10 255 " + bytes(300)])
def test_other_kinds_are_not_decoded(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "photo").write_bytes(data or b"\0")
    with pytest.raises(PictureError, match="no picture at all"):
        read_picture(tmp_path / "photo")


def test_a_picture_too_large_is_refused_by_its_header_alone(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(png_claiming(20_000, 20_000))

    with pytest.raises(PictureError, match=r"too large: it has 20000 x 20000 pixels, and at most 120 million"):
        read_picture(tmp_path / "photo.png")
    assert MOST_PIXELS < 20_000**2


def test_a_pipe_is_no_photograph(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "photo.jpg")
    with pytest.raises(PictureError, match=r"photo\.jpg cannot be read: it is a pipe or a device, not a file"):
        read_picture(tmp_path / "photo.jpg")
