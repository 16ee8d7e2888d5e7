"""What a Linux camera driver tells of itself: its name, picture sizes and controls (Video for Linux, version 2)."""

import errno
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

Ioctl = Callable[[int, int, bytearray], object]
"""Does one request on a file descriptor and leaves the answer in the bytes given, as `fcntl.ioctl` does."""

# Records of the kernel's linux/videodev2.h, in its order.
_CAPABILITY = struct.Struct("16s32s32sIII12x")
_FORMAT = struct.Struct("III32sI4x12x")
_FRAME_SIZE = struct.Struct("III6I8x")
_QUERY = struct.Struct("II32siiiiI8x")
_CONTROL = struct.Struct("Ii")

_READ, _WRITE = 2, 1


def _request(direction: int, number: int, record: struct.Struct) -> int:
    """The number of a request, as the macros _IOR and _IOWR of most processors make it."""
    return direction << 30 | record.size << 16 | ord("V") << 8 | number


QUERY_CAPABILITY = _request(_READ, 0, _CAPABILITY)
ENUMERATE_FORMATS = _request(_READ | _WRITE, 2, _FORMAT)
GET_CONTROL = _request(_READ | _WRITE, 27, _CONTROL)
SET_CONTROL = _request(_READ | _WRITE, 28, _CONTROL)
QUERY_CONTROL = _request(_READ | _WRITE, 36, _QUERY)
ENUMERATE_SIZES = _request(_READ | _WRITE, 74, _FRAME_SIZE)

CAPTURE = 1
"""Capability (and kind of buffer): gives pictures."""
OF_DEVICE = 0x8000_0000
"""Capability: the next word tells those of this device node, not of all nodes of the camera together."""
DISABLED = 1
"""Flag of a control that this camera does not have."""
MOST = 200
"""Formats of a camera, and sizes of a format, that are asked for at most: a broken driver may never come to an end."""
DISCRETE = 1
"""Kind of a frame size that is just one size; the others are ranges."""

POWER_LINE = 0x0098_0918
"""Value 1: the mains have 50 Hz; 2: 60 Hz; 0 lets lamps flicker."""
AUTO_WHITE_BALANCE, WHITE_BALANCE = 0x0098_090C, 0x0098_091A
AUTO_EXPOSURE, EXPOSURE, EXPOSURE_MAY_SLOW = 0x009A_0901, 0x009A_0902, 0x009A_0903
FOCUS, AUTO_FOCUS = 0x009A_090A, 0x009A_090C
MANUAL_EXPOSURE = 1
"""Value of AUTO_EXPOSURE; the automatic ones are 0, 2 and 3."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a driver says of one of its controls."""

    name: str
    least: int
    most: int
    step: int
    default: int


class Device:
    """The node of a camera, such as /dev/video0, opened beside whoever reads its pictures. OSError where it cannot."""

    def __init__(self, path: Path, ioctl: Ioctl | None = None) -> None:
        if ioctl is None:
            import fcntl  # noqa: PLC0415 - only systems that have such devices have it

            ioctl = fcntl.ioctl
        self._ioctl = ioctl
        self._number = os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        os.close(self._number)

    def name(self) -> str | None:
        """The camera's name; None for a node that gives no pictures, such as one of metadata."""
        _, card, _, _, capabilities, of_device = self._ask(QUERY_CAPABILITY, _CAPABILITY)
        if not (of_device if capabilities & OF_DEVICE else capabilities) & CAPTURE:
            return None
        return _text(card)

    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Widths and heights that it gives in any format, the smallest first; of a range its two ends."""
        found: set[tuple[int, int]] = set()
        for fourcc in self._formats():
            for answer in self._listed(ENUMERATE_SIZES, _FRAME_SIZE, fourcc):
                kind, width, second, _, height, most_height = answer[2:8]
                found |= {(width, second)} if kind == DISCRETE else {(width, height), (second, most_height)}
        return tuple(sorted(found))

    def control(self, number: int) -> Control | None:
        """What there is to say of a control; None for one that this camera does not have."""
        try:
            _, _, name, least, most, step, default, flags = self._ask(QUERY_CONTROL, _QUERY, number)
        except OSError:
            return None
        return None if flags & DISABLED else Control(_text(name), least, most, step, default)

    def get(self, number: int) -> int | None:
        """The value of a control; None where the driver does not tell it."""
        try:
            return int(self._ask(GET_CONTROL, _CONTROL, number)[1])
        except OSError:
            return None

    def set(self, number: int, value: int) -> None:
        """Ask for a value of a control; whether the driver took it is told by `get`."""
        try:
            self._ask(SET_CONTROL, _CONTROL, number, value)
        except OSError as error:
            if error.errno == errno.ENODEV:
                raise

    def _formats(self) -> Iterator[int]:
        """The codes of the formats that it gives pictures in."""
        for answer in self._listed(ENUMERATE_FORMATS, _FORMAT, CAPTURE):
            yield answer[4]

    def _listed(self, request: int, record: struct.Struct, second: int) -> Iterator[tuple[Any, ...]]:
        """The answers to a request that counts its records from 0, until there is no further one."""
        for index in range(MOST):
            try:
                yield self._ask(request, record, index, second)
            except OSError:
                return

    def _ask(self, request: int, record: struct.Struct, *given: int) -> tuple[Any, ...]:
        """Do one request with the first numbers of its record `given`, the others 0; the record as answered."""
        message = bytearray(record.size)
        struct.pack_into(f"{len(given)}i", message, 0, *(_signed(number) for number in given))
        self._ioctl(self._number, request, message)
        return record.unpack(message)


def _signed(number: int) -> int:
    """The same 32 bits as a signed number."""
    return number - (1 << 32) if number >= 1 << 31 else number


def _text(name: bytes) -> str:
    return name.split(b"\0")[0].decode("utf-8", "replace").strip()
