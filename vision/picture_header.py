"""What a picture file says of itself in its first bytes: the kind and the size, before any decoder sees it."""

import re
import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType

Size = tuple[int, int]
"""Width and height in pixels, as stored."""


def size_in_header(data: bytes) -> Size | None:
    """The size of a JPEG, PNG, WebP, BMP or TIFF picture; None where `data` is none, or no whole one."""
    for magic, read in _KINDS.items():
        if data.startswith(magic):
            try:
                return read(data)
            except struct.error:
                return None
    return None


def _png(data: bytes) -> Size | None:
    """From the header, if every chunk lies within the file: a decoder takes the memory for one before it is read."""
    length, kind, width, height, depth, colours = struct.unpack_from(">I4sIIBB", data, 8)
    if (length, kind) != (13, b"IHDR") or depth not in _PNG_DEPTHS or colours not in _PNG_COLOURS:
        return None
    at = 8
    for _ in range(_PNG_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        if at > len(data) or kind in _PNG_MOVES:
            return None
        if kind == b"IEND":
            return width, height
    return None


_PNG_DEPTHS = frozenset({1, 2, 4, 8, 16})
_PNG_COLOURS = frozenset({0, 2, 3, 4, 6})
_PNG_CHUNKS = 100_000
_PNG_MOVES = frozenset({b"acTL", b"fcTL", b"fdAT"})
"""Pictures that move have frames of sizes of their own; no photograph does."""


def _jpeg(data: bytes) -> Size | None:
    """From the frame header; segments before it, thumbnails among them, are passed over, and strays between them."""
    if data.count(b"\xff\xda") > _JPEG_SCANS:
        return None
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
_JPEG_SCANS = 64
"""Each goes over the whole picture, however few bytes it has; photographs that come in stages have a dozen."""
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
    """From the first folder of tags; a side that is told twice is taken at its largest."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, at)
    sides: dict[int, int] = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, values = struct.unpack_from(f"{order}HHI", data, entry)
        if tag in _TIFF_SIDES:
            if values != 1 or kind not in _TIFF_NUMBERS:
                return None
            (side,) = struct.unpack_from(f"{order}{_TIFF_NUMBERS[kind]}", data, entry + 8)
            sides[tag] = max(side, sides.get(tag, 0))
    return (sides[256], sides[257]) if sides.keys() == _TIFF_SIDES else None


_TIFF_SIDES = frozenset({256, 257})
_TIFF_NUMBERS: Mapping[int, str] = MappingProxyType({3: "H", 4: "I"})

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
