"""The cameras of this machine: what they are called, what sizes they give, and what they see."""

import importlib.util
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from vision.errors import PictureError, SourceLostError
from vision.frame import as_picture
from vision.sources.base import RATE, WANTED, Memory, Source, no_picture
from vision.sources.pi_camera import connected_cameras, load_picamera2
from vision.sources.process import open_in_child, python_module
from vision.sources.usb_names import DEVICES, find_node, usb_specs
from vision.sources.v4l2 import Device

log = logging.getLogger(__name__)

LIST_SECONDS = 6.0
"""How long the drivers may take to tell of their cameras; a Raspberry Pi loads picamera2 meanwhile."""

THUMBNAIL_WIDTH = 320
"""Pixels."""

THUMBNAIL_FRAMES = 10
"""Frames that a camera is given to find the light, before one is shown."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: the source that it is, its own name, and the widths and heights that it gives, smallest first."""

    spec: str
    name: str
    sizes: tuple[tuple[int, int], ...] = ()


def list_cameras() -> tuple[Camera, ...]:
    """The cameras of this machine.

    Drivers are asked in a process of its own; where one does not answer, only what the system lists is told.
    """
    command, environment = python_module("vision.sources.cameras")
    try:
        told = subprocess.run(  # noqa: S603 - this very Python, with a module of ours
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIST_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("The cameras cannot be asked for their names: %s", error)
        return tuple(Camera(spec, spec) for spec in usb_specs())
    found = json.loads(told.stdout.splitlines()[-1])
    return tuple(
        Camera(one["spec"], one["name"], tuple((width, height) for width, height in one["sizes"])) for one in found
    )


def ask_drivers(devices: Path = DEVICES, open_device: Callable[[Path], Device] = Device) -> tuple[Camera, ...]:
    """The cameras of this machine, from their drivers, which may hang."""
    cameras = []
    for spec in usb_specs(devices):
        node = find_node(spec.removeprefix("usb:"), devices=devices)
        try:
            with open_device(node) as device:
                name, sizes = device.name(), device.sizes()
        except (OSError, ImportError):
            name, sizes = spec, ()
        if name is not None:  # one without gives no pictures
            cameras.append(Camera(spec, name, sizes))
    if importlib.util.find_spec("picamera2"):
        connected = connected_cameras(load_picamera2())
        # libcamera scales to any size.
        cameras += [Camera(f"pi:{n}", str(told.get("Model")), (WANTED,)) for n, (_, told) in enumerate(connected)]
    return tuple(cameras)


def thumbnail(spec: str, opener: Callable[[str, Memory], Source] = open_in_child) -> bytes:
    """What a source sees now, as a small JPEG; raises SourceSpecError, SourceUnavailableError or SourceLostError."""
    frame = None
    with opener(spec, Memory()) as source:
        for _ in range(THUMBNAIL_FRAMES if source.is_live else 1):
            try:
                frame = source.read(1.5)
            except PictureError as error:
                log.info("%s: %s", spec, error)
    if frame is None:
        raise SourceLostError(no_picture(spec, THUMBNAIL_FRAMES / RATE))
    width, height = frame.size
    size = (THUMBNAIL_WIDTH, max(1, round(THUMBNAIL_WIDTH * height / width)))
    small = as_picture(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA))
    return cv2.imencode(".jpg", small)[1].tobytes()


def main() -> None:
    """Write the cameras, as JSON, on one line."""
    sys.stdout.write(json.dumps([asdict(camera) for camera in ask_drivers()]) + "\n")


if __name__ == "__main__":
    main()
