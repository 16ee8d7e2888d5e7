"""A camera on a USB port, through OpenCV."""

import math
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy.typing as npt

from vision.errors import SourceLostError, SourceUnavailableError
from vision.frame import Frame, Picture, as_picture
from vision.sentence import say
from vision.sources.base import RATE, WANTED, WARM_UP, Lock, Report, ResumeState, WatchOnlySource, no_picture
from vision.sources.brightness import ExposureSearch, brightness
from vision.sources.kind import CameraInfo, Open, SourceKind
from vision.sources.locks import exposure_search, lock_settings, set_exposure, suit_mains
from vision.sources.mains import mains_hertz
from vision.sources.pace import FrameClock, MonotonicClock, dated
from vision.sources.usb_names import (
    DEVICES,
    NAME,
    find_node,
    identity_of,
    system_name,
    usb_specs,
    usb_title,
)
from vision.sources.v4l2 import Device

QUEUED = 0.1
"""Seconds. A frame that was taken longer ago has waited in the driver's queue; a fresher one is to be had."""

QUEUE = 4
"""Frames that a driver may keep waiting, whatever it was asked."""

MOST_SKIPPED = 60
"""Frames that are let go at most before one is taken as it comes."""


TAKE_EFFECT = 1.0
"""Seconds after which pictures show the exposure that was set."""


class VideoCapture(Protocol):
    """The part of cv2.VideoCapture that a camera is read with."""

    def isOpened(self) -> bool:  # noqa: N802
        """Whether it is open."""

    def set(self, property_id: int, value: float) -> bool:
        """Ask for a property."""

    def get(self, property_id: int) -> float:
        """What a property is."""

    def grab(self) -> bool:
        """Wait for a frame."""

    def retrieve(self) -> tuple[bool, npt.NDArray[Any]]:
        """Unpack the frame grabbed last."""

    def release(self) -> None:
        """Let go of the camera."""


def _open_capture(node: Path) -> VideoCapture:
    if sys.platform == "linux":
        return cv2.VideoCapture(str(node), cv2.CAP_V4L2)
    return cv2.VideoCapture(int(node.name.removeprefix("video")), cv2.CAP_ANY)


class UsbCamera(WatchOnlySource):
    """Frames of the camera `usb:NAME`, its exposure, focus and white balance locked once it has warmed up.

    On Linux NAME is a number, as in /dev/video0, or what `usb_specs` offers; elsewhere the system's number of the
    camera. A camera that was there before is found again by what it is. Raises SourceUnavailableError when there is
    no such camera or another program holds it. A driver may hang at any call: this is for a process of its own.
    """

    is_live = True

    def __init__(
        self,
        name: str,
        memory: ResumeState | None = None,
        *,
        clock: FrameClock | None = None,
        devices: Path = DEVICES,
        open_capture: Callable[[Path], VideoCapture] = _open_capture,
        open_device: Callable[[Path], Device] = Device,
    ) -> None:
        self._name = name
        self._clock = clock or MonotonicClock()
        self._open_device = open_device
        before = memory.report if memory else Report()
        self._node = find_node(name, before.identity, devices)
        self._report, sizes = self._described(Report(self.spec, identity_of(self._node, devices), before.locks))
        self._capture = open_capture(self._node)
        self._reading = threading.Lock()
        self._count = 0
        self._closed = False
        self._locked = False
        self._search: ExposureSearch | None = None
        self._look_at = 0.0
        self._asked_at = self._due = self._clock.now()
        self._lock_at = self._due + (0.0 if before.locks else WARM_UP)
        if not self._begin(sizes):
            self._capture.release()
            raise SourceUnavailableError(
                say(
                    "{source} gives no pictures. Another program may be using it, or it is not a camera. Close "
                    "that program, or choose another camera.",
                    source=usb_title(self._name, self._report.name),
                )
            )

    @property
    def spec(self) -> str:
        """`usb:N` or `usb:NAME`."""
        return f"usb:{self._name}"

    @property
    def report(self) -> Report:
        """The camera's own name, what it is found again by, and how its settings are locked."""
        return self._report

    def read(self, timeout: float) -> Frame:
        """Wait for the next picture; SourceLostError when the camera gives none. The driver may wait past `timeout`."""
        given_up = self._clock.now() + timeout
        with self._reading:
            while not self._closed:
                taken_at = self._grab()
                if taken_at is not None:
                    there, image = self._capture.retrieve()
                    if there:
                        picture = as_picture(image)
                        self._lock_when_warm(picture)
                        self._count += 1
                        return Frame(picture, taken_at, self._count - 1)
                # A driver drops a picture now and then; an unplugged camera fails at once and for good.
                if not self._capture.isOpened() or not self._is_plugged_in() or self._clock.now() >= given_up:
                    raise SourceLostError(no_picture(usb_title(self._name, self._report.name), timeout))
                self._clock.sleep(0.02)
        raise SourceLostError(f"{self.spec} was closed.")  # not for players

    def close(self) -> None:
        """Let go of the camera, once nobody is reading it."""
        self._closed = True
        if self._reading.acquire(timeout=1.0):
            self._capture.release()
            self._reading.release()

    def _begin(self, sizes: tuple[tuple[int, int], ...]) -> bool:
        """Ask for what we want, and tell whether there is a first picture."""
        width, height = nearest_size(sizes)
        for asked, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_FPS, RATE),
            # An old picture in the driver's queue would show the table as it was.
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(asked, value)
        return self._capture.isOpened() and self._capture.grab() and self._capture.retrieve()[0]

    def _grab(self) -> float | None:
        """Wait for the frame that is due and for no older one; when it was taken (monotonic seconds), or None.

        Frames that come too early, or that have waited in the queue, are let go without being unpacked.
        """
        paused = self._clock.now() - self._asked_at > QUEUED
        for attempt in range(MOST_SKIPPED):
            if not self._capture.grab():
                return None
            self._asked_at = now = self._clock.now()
            taken_at = dated(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, now)
            queued = paused and attempt == 0 if taken_at is None else now - taken_at > QUEUED and attempt < QUEUE
            if not queued and now >= self._due - 0.2 / RATE:
                break
        self._due = max(self._due, now - 1 / RATE) + 1 / RATE
        return now if taken_at is None else taken_at

    def _is_plugged_in(self) -> bool:
        return sys.platform != "linux" or self._node.exists()

    def _described(self, report: Report) -> tuple[Report, tuple[tuple[int, int], ...]]:
        """The report with the driver's name for the camera, and its picture sizes, where the driver tells them."""
        try:
            with self._open_device(self._node) as device:
                suit_mains(device, mains_hertz())
                return Report(device.name() or report.name, report.identity, report.locks), device.sizes()
        except (OSError, ImportError):
            return report, ()

    def _lock_when_warm(self, picture: Picture) -> None:
        """Lock the settings once warm, then see to it that pictures stay as bright as they were."""
        now = self._clock.now()
        if self._locked:
            if self._search is not None and now >= self._look_at:
                self._keep_bright(self._search, brightness(picture))
            return
        if now < self._lock_at:
            return
        self._locked = True
        before = self._report.locks
        locks: tuple[Lock, ...] = ()
        try:
            with self._open_device(self._node) as device:
                locks = lock_settings(device, before)
                if not before:  # else it was found then, and the light may be another
                    self._search = exposure_search(device, locks, brightness(picture))
        except (OSError, ImportError):
            return
        self._look_at = self._clock.now() + TAKE_EFFECT
        self._report = Report(self._report.name, self._report.identity, locks)

    def _keep_bright(self, search: ExposureSearch, light: float) -> None:
        exposure = search.judge(light)
        if exposure is None:
            self._search = None
            if search.agrees:
                return
        try:
            with self._open_device(self._node) as device:
                locks = set_exposure(device, self._report.locks, search.exposure, sure=exposure is not None)
        except (OSError, ImportError):
            self._search = None
            return
        self._look_at = self._clock.now() + TAKE_EFFECT
        self._report = Report(self._report.name, self._report.identity, locks)


def nearest_size(sizes: tuple[tuple[int, int], ...], wanted: tuple[int, int] = WANTED) -> tuple[int, int]:
    """The size that has as many pixels as wanted, more or less, and the shape; the wanted one where none is known."""

    def away(size: tuple[int, int]) -> float:
        width, height = size
        pixels = abs(math.log(width * height / (wanted[0] * wanted[1])))
        return pixels + abs(math.log(width / height * wanted[1] / wanted[0]))

    return min((size for size in sizes if min(size) > 0), key=away, default=wanted)


def usb_cameras(devices: Path = DEVICES, open_device: Callable[[Path], Device] = Device) -> Iterator[CameraInfo]:
    """The USB cameras of this machine, from their drivers, which may hang."""
    for spec in usb_specs(devices):
        node = find_node(spec.removeprefix("usb:"), devices=devices)
        try:
            with open_device(node) as device:
                name, sizes = device.name(), device.sizes()
        except (OSError, ImportError):
            name, sizes = system_name(spec.removeprefix("usb:"), devices) or spec, ()
        if name is not None:  # one without gives no pictures
            yield CameraInfo(spec, name, sizes)


def _find(name: str) -> Open | None:
    if not NAME.fullmatch(name):
        return None
    return lambda _clock, memory: UsbCamera(name, memory)


USB = SourceKind(
    "usb:",
    (
        "usb:N (camera number N, such as usb:0)",
        "usb:NAME (the camera of that name, whatever its number)",
    ),
    _find,
    usb_title,
    system_name,
    offered=usb_specs,
    cameras=usb_cameras,
    is_camera=True,
    fixed_view=True,
)
