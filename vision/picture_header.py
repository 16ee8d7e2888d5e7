"""What a picture file says of itself in its first bytes: the kind and the size, before any decoder sees it."""

import re
import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType

Size = tuple[int, int]
"""Width and height in pixels, as stored."""


def size_in_header(data: bytes) -> Size | None:
    """The size of a JPEG, PNG, WebP, BMP or TIFF picture; None where `data` is none, or ends before it tells."""
    for magic, read in _KINDS.items():
        if data.startswith(magic):
            try:
                return read(data)
            except struct.error:
                return None
    return None


def _png(data: bytes) -> Size | None:
    width, height = struct.unpack_from(">II", data, 16)
    return (width, height) if data[12:16] == b"IHDR" else None


def _jpeg(data: bytes) -> Size | None:
    """From the frame header; segments before it, thumbnails among them, are passed over, and strays between them."""
    at = 2
    for _ in range(_JPEG_SEGMENTS):
        found = _JPEG_MARKER.search(data, at)
        if found is None:
            return None
        kind, at = found[1][0], found.end()
        if kind in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            return width, height
        if kind not in _JPEG_ALONE:
            (length,) = struct.unpack_from(">H", data, at)
            at += max(length, 2)
    return None


_JPEG_MARKER = re.compile(rb"\xff+([^\x00\xff])", re.DOTALL)
_JPEG_SEGMENTS = 4096
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


def _webp(data: bytes) -> Size | None:
    chunk = data[12:16]
    if data[8:12] != b"WEBP":
        return None
    if chunk == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if chunk == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8X":
        _, low, high = struct.unpack_from("<IIH", data, 20)
        return (low & 0xFFFFFF) + 1, (low >> 24 | high << 8) + 1
    return None


def _bmp(data: bytes) -> Size | None:
    (header,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if header == 12 else "<ii", data, 18)
    return abs(width), abs(height)


def _tiff(data: bytes) -> Size | None:
    """From the first folder of tags, whose values are the largest that fit: nothing is decoded before it is known."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, at)
    sides: dict[int, int] = {}
    for number in range(count):
        tag, kind = struct.unpack_from(f"{order}HH", data, at + 2 + 12 * number)
        if tag in _TIFF_SIDES:
            (sides[tag],) = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", data, at + 10 + 12 * number)
    return (sides[256], sides[257]) if sides.keys() == _TIFF_SIDES else None


_TIFF_SIDES = frozenset({256, 257})

_KINDS: Mapping[bytes, Callable[[bytes], Size | None]] = MappingProxyType(
    {
        b"\x89PNG\r\n\x1a\n": _png,
        b"\xff\xd8\xff": _jpeg,
        b"RIFF": _webp,
        b"BM": _bmp,
        b"II*\0": _tiff,
        b"MM\0*": _tiff,
    }
)
