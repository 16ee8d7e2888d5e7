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


def chunk(kind: bytes, content: bytes, length: int | None = None) -> bytes:
    told = len(content) if length is None else length
    return struct.pack(">I", told) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_claiming(width: int, height: int, *chunks: bytes) -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + chunk(b"IEND", b"")


def tiff_claiming(*tags: tuple[int, int, int, int]) -> bytes:
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4)


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


def test_a_jpeg_that_is_painted_over_and_over_is_no_photograph() -> None:
    data = encoded(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    scan = data[data.rindex(b"\xff\xda") : -2]
    assert size_in_header(data) == (61, 37)
    assert size_in_header(data[:-2] + scan * 100 + data[-2:]) is None


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


def test_a_chunk_that_claims_more_than_the_file_has_is_not_decoded(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(png_claiming(40, 24, chunk(b"zTXt", b"a", 0x7000_0000)))

    with pytest.raises(PictureError, match="no picture at all"):  # OpenCV takes gigabytes for it, and half a minute
        read_picture(tmp_path / "photo.png")


def test_a_png_of_one_picture_is_read_and_no_other() -> None:
    assert size_in_header(png_claiming(40, 24, chunk(b"tEXt", b"a"))) == (40, 24)
    assert size_in_header(png_claiming(40, 24, chunk(b"acTL", bytes(8)))) is None
    assert size_in_header(png_claiming(40, 24).replace(b"\x08\0\0\0\0", b"\x08\x42\0\0\0")) is None


def test_a_tiff_that_tells_its_size_twice_has_the_larger_one() -> None:
    wide, high = (256, 3, 1, 40), (257, 4, 1, 24)
    assert size_in_header(tiff_claiming(wide, high)) == (40, 24)
    assert size_in_header(tiff_claiming(wide, (256, 4, 1, 70_000), (256, 3, 1, 8), high)) == (70_000, 24)
    assert size_in_header(tiff_claiming((256, 1, 1, 40), high)) is None
    assert size_in_header(tiff_claiming((256, 3, 2, 40), high)) is None
    assert size_in_header(tiff_claiming(wide)) is None


def test_a_pipe_is_no_photograph(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "photo.jpg")
    with pytest.raises(PictureError, match=r"photo\.jpg cannot be read: it is a pipe or a device, not a file"):
        read_picture(tmp_path / "photo.jpg")
