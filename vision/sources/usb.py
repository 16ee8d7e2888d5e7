"""A camera on a USB port, through OpenCV."""

import sys
import threading
import time
from pathlib import Path

import cv2

from vision.errors import SourceLostError, SourceUnavailableError
from vision.frame import Frame, as_picture
from vision.sentence import say
from vision.sources.base import OnlyWatching, Report

OPEN_SECONDS = 2.5
"""A driver that has not opened its camera and given a picture by then is stuck; people wait no longer than 3 s."""

WIDTH, HEIGHT = 1280, 720
"""Asked of the camera, which may answer with the nearest it has: enough for 40 pixels a die, light on a Pi."""


class UsbCamera(OnlyWatching):
    """Frames of the camera `/dev/video<number>` (elsewhere than on Linux: the system's camera of that number).

    Raises SourceUnavailableError within 3 s when there is no such camera or another program holds it.
    """

    is_live = True

    def __init__(self, number: int) -> None:
        self._number = number
        if sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
            raise SourceUnavailableError(_missing(number))
        self._capture = _open_in_time(number)
        self._count = 0
        self._closed = False

    @property
    def spec(self) -> str:
        """`usb:N`."""
        return f"usb:{self._number}"

    @property
    def report(self) -> Report:
        """Its name."""
        return Report(self.spec)

    def read(self, timeout: float) -> Frame:
        """Wait for the next picture; SourceLostError when the camera gives none. The driver may wait past `timeout`."""
        if self._closed:
            raise SourceLostError(say("{source} was closed.", source=self.spec))
        given_up = time.monotonic() + timeout
        while True:
            there, image = self._capture.read()
            now = time.monotonic()
            if there:
                frame = Frame(as_picture(image), now, self._count)
                self._count += 1
                return frame
            # A driver drops a picture now and then; an unplugged camera fails at once and for good.
            if now >= given_up or not self._capture.isOpened() or not _still_there(self._number):
                raise SourceLostError(
                    say("The camera {source} gives no pictures any more. Is it plugged in?", source=self.spec)
                )
            time.sleep(0.02)

    def close(self) -> None:
        """Let go of the camera."""
        self._closed = True
        self._capture.release()


def usb_specs(devices: Path = Path("/dev")) -> tuple[str, ...]:
    """The cameras that exist on this Linux machine, as `usb:N` (a camera may show more than one number)."""
    numbers = (path.name.removeprefix("video") for path in devices.glob("video*"))
    return tuple(f"usb:{number}" for number in sorted(int(name) for name in numbers if name.isdecimal()))


def _missing(number: int) -> str:
    source, device, there = f"usb:{number}", f"/dev/video{number}", ", ".join(usb_specs())
    if not there:
        return say("There is no camera {source}: {device} does not exist. Plug it in.", source=source, device=device)
    return say(
        "There is no camera {source}: {device} does not exist. Plug it in, or use one of these: {there}.",
        source=source,
        device=device,
        there=there,
    )


def _still_there(number: int) -> bool:
    return sys.platform != "linux" or Path(f"/dev/video{number}").exists()


def _open_in_time(number: int) -> cv2.VideoCapture:
    """Open the camera in a thread of its own: a stuck driver must not hold anyone up."""
    answers: list[cv2.VideoCapture] = []
    given_up = threading.Event()

    def open_camera() -> None:
        capture = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        # An old picture in the driver's queue would show the table as it was.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if given_up.is_set() or not capture.isOpened() or not capture.read()[0]:
            capture.release()
        answers.append(capture)
        if given_up.is_set():
            capture.release()

    thread = threading.Thread(target=open_camera, name=f"open-usb-{number}", daemon=True)
    thread.start()
    thread.join(OPEN_SECONDS)
    if not answers:
        given_up.set()
        raise SourceUnavailableError(
            say(
                "{source} did not answer within {seconds} s. Unplug it, wait, and plug it in again.",
                source=f"usb:{number}",
                seconds=f"{OPEN_SECONDS:g}",
            )
        )
    if not answers[0].isOpened():
        raise SourceUnavailableError(
            say(
                "The camera {source} gives no pictures. Another program may be using it, or it is no camera. Close "
                "that program, or choose another camera.",
                source=f"usb:{number}",
            )
        )
    return answers[0]
