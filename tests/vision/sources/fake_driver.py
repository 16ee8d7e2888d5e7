"""A camera as Linux shows it: nodes under a /dev of its own, a driver that answers requests, and OpenCV's capture.

The driver answers in the kernel's own records, laid out here a second time by hand from linux/videodev2.h, so that a
slip in the program's layout is not repeated here.
"""

import errno
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from vision.sources.pace import FrameClock

# Request numbers as a C compiler makes them of linux/videodev2.h on x86 and ARM.
QUERYCAP, ENUM_FMT, ENUM_FRAMESIZES = 0x80685600, 0xC0405602, 0xC02C564A
QUERYCTRL, G_CTRL, S_CTRL = 0xC0445624, 0xC008561B, 0xC008561C
MJPG, YUYV = (int.from_bytes(code, "little") for code in (b"MJPG", b"YUYV"))

AUTO_EXPOSURE, EXPOSURE, MAY_SLOW = 0x009A0901, 0x009A0902, 0x009A0903
POWER_LINE = 0x00980918
FOCUS, AUTO_FOCUS, AUTO_WB, WB = 0x009A090A, 0x009A090C, 0x0098090C, 0x0098091A


class FakeDriver:
    """A webcam whose automatics hold exposure, focus and white balance until they are switched off.

    A control is [least, most, step, default, value]; a value is refused while its automatic runs, and rounded to the
    step otherwise.
    """

    def __init__(self) -> None:
        self.name = b"HD Pro Webcam C920"
        self.capture = True
        self.controls = {
            AUTO_EXPOSURE: [0, 3, 1, 3, 3],
            EXPOSURE: [3, 2047, 1, 250, 156],
            POWER_LINE: [0, 2, 1, 1, 0],
            MAY_SLOW: [0, 1, 1, 0, 1],
            AUTO_FOCUS: [0, 1, 1, 1, 1],
            FOCUS: [0, 250, 5, 0, 35],
            AUTO_WB: [0, 1, 1, 1, 1],
            WB: [2000, 6500, 1, 4000, 4212],
        }
        self.sizes = {MJPG: [(640, 480), (1280, 720), (1280, 960), (1920, 1080)], YUYV: [(640, 480), (320, 240)]}
        self.range: tuple[int, ...] | None = None
        self.gone = False
        self.asked: list[tuple[int, int]] = []

    def ioctl(self, _number: int, request: int, message: bytearray) -> int:
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")
        {
            QUERYCAP: self._capability,
            ENUM_FMT: self._format,
            ENUM_FRAMESIZES: self._size,
            QUERYCTRL: self._query,
            G_CTRL: self._get,
            S_CTRL: self._set,
        }[request](message)
        return 0

    def _capability(self, message: bytearray) -> None:
        message[16:48] = self.name.ljust(32, b"\0")
        of_device = 0x04200001 if self.capture else 0x04A00000
        struct.pack_into("III", message, 80, 0x060C00, 0x84A00001, of_device)

    def _format(self, message: bytearray) -> None:
        index, kind = struct.unpack_from("II", message)
        codes = list(self.sizes)
        if kind != 1 or index >= len(codes):
            raise OSError(errno.EINVAL, "Invalid argument")
        struct.pack_into("I", message, 44, codes[index])

    def _size(self, message: bytearray) -> None:
        index, code = struct.unpack_from("II", message)
        if self.range is not None and index == 0:
            struct.pack_into("I6I", message, 8, 3, *self.range)
            return
        sizes = [] if self.range is not None else self.sizes[code]
        if index >= len(sizes):
            raise OSError(errno.EINVAL, "Invalid argument")
        struct.pack_into("III", message, 8, 1, *sizes[index])

    def _query(self, message: bytearray) -> None:
        least, most, step, default, _ = self._control(message)
        message[8:40] = b"A control".ljust(32, b"\0")
        struct.pack_into("iiiiI", message, 40, least, most, step, default, 0)

    def _get(self, message: bytearray) -> None:
        struct.pack_into("i", message, 4, self._control(message)[4])

    def _set(self, message: bytearray) -> None:
        number, value = struct.unpack_from("Ii", message)
        self.asked.append((number, value))
        control = self._control(message)
        automatic = {EXPOSURE: AUTO_EXPOSURE, FOCUS: AUTO_FOCUS, WB: AUTO_WB}.get(number)
        if automatic in self.controls and self.controls[automatic][4] != (1 if automatic == AUTO_EXPOSURE else 0):
            raise OSError(errno.EIO, "Input/output error")
        least, most, step = control[:3]
        if not least <= value <= most:
            raise OSError(errno.ERANGE, "Numerical result out of range")
        control[4] = least + (value - least) // step * step

    def _control(self, message: bytearray) -> list[int]:
        (number,) = struct.unpack_from("I", message)
        if number not in self.controls:
            raise OSError(errno.EINVAL, "Invalid argument")
        return self.controls[number]


class FakeCapture:
    """cv2.VideoCapture over a camera that gives `rate` pictures a second and keeps `queue` of them waiting.

    Grabbing waits for the next picture, or takes the oldest that waits. `dated` is whether the driver tells when it
    took them; a picture's first pixel tells its number. `light` is how much of it there is in the pictures.
    """

    def __init__(self, clock: FrameClock, rate: float = 30.0, queue: int = 1) -> None:
        self.clock = clock
        self.rate = rate
        self.queue = queue
        self.dated = True
        self.light: Callable[[], float] = lambda: 1.0
        self.latency = 0.0
        self.open = True
        self.working = True
        self.properties: dict[int, float] = {}
        self.unpacked = 0
        self._start = clock.now()
        self._seen = self._taken = -1
        self._waiting: list[int] = []

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.open

    def set(self, property_id: int, value: float) -> bool:
        self.properties[property_id] = value
        return True

    def get(self, property_id: int) -> float:
        if property_id == cv2.CAP_PROP_POS_MSEC:
            return 1000 * (self._start + self._taken / self.rate) if self.dated else 0.0
        return self.properties.get(property_id, -1.0)

    def grab(self) -> bool:
        if not self.working:
            return False
        newest = int((self.clock.now() - self._start) * self.rate + 1e-6)
        # The driver fills the buffers that are free and throws away what comes while there is none.
        free = self.queue - len(self._waiting)
        self._waiting += range(self._seen + 1, min(newest, self._seen + free) + 1)
        if not self._waiting:
            newest += 1
            self.clock.sleep(self._start + newest / self.rate - self.clock.now())
            self._waiting.append(newest)
        self._seen = max(newest, self._seen)
        self._taken = self._waiting.pop(0)
        self.clock.sleep(self.latency)
        return True

    def retrieve(self) -> tuple[bool, np.ndarray]:
        self.unpacked += 1
        picture = np.full((96, 128, 3), min(90 * self.light() ** (1 / 2.2), 255), np.uint8)
        picture[0, 0] = self._taken % 256
        return True, picture

    def release(self) -> None:
        self.open = False


@contextmanager
def plugged_in(devices: Path, number: int, name: str = "") -> Iterator[Path]:
    """A camera's node, and the name that the system keeps it under; gone at the end."""
    node = devices / f"video{number}"
    node.parent.mkdir(exist_ok=True)
    node.touch()
    link = devices / "v4l/by-id" / f"usb-{name}-video-index0"
    if name:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(node, link.parent))
    yield node
    node.unlink(missing_ok=True)
    link.unlink(missing_ok=True)
