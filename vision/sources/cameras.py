"""The cameras of this machine: their names, their picture sizes, and thumbnails."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

import cv2

from vision.errors import PictureError, SourceLostError
from vision.frame import as_picture
from vision.sources.base import RATE, ResumeState, Source, no_picture
from vision.sources.kind import CameraInfo
from vision.sources.named import KINDS, kind_of, offered_specs, source_file, source_title, system_name
from vision.sources.process import open_in_child, python_module

log = logging.getLogger(__name__)

LIST_SECONDS = 6.0
"""How long the drivers may take to tell of their cameras; a Raspberry Pi loads picamera2 meanwhile."""

THUMBNAIL_WIDTH = 320
"""Pixels."""

THUMBNAIL_FRAMES = 10
"""Frames that a camera is given to find the light, before one is shown."""


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """A source to choose: its spec, the sizes that it gives, what people call it, and the name of the file it shows."""

    spec: str
    sizes: tuple[tuple[int, int], ...]
    title: str
    file: str

    @classmethod
    def of(cls, camera: CameraInfo) -> Self:
        """The choice of a source by its spec, with as much of its driver's information as there is."""
        return cls(camera.spec, camera.sizes, source_title(camera.spec, camera.name), source_file(camera.spec))


def list_cameras() -> tuple[CameraInfo, ...]:
    """The cameras of this machine.

    Drivers are asked in a separate process; if one hangs, only what the system lists is returned.
    """
    command, environment = python_module("vision.sources.cameras")
    try:
        answer = subprocess.run(  # noqa: S603 - this very Python, with a module of ours
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIST_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("The cameras cannot be asked for their names: %s", error)
        return tuple(CameraInfo(spec, system_name(spec) or spec) for spec in offered_specs() if kind_of(spec).is_camera)
    found = json.loads(answer.stdout.splitlines()[-1])
    return tuple(
        CameraInfo(one["spec"], one["name"], tuple((width, height) for width, height in one["sizes"])) for one in found
    )


def ask_drivers() -> tuple[CameraInfo, ...]:
    """The cameras of this machine, from their drivers, which may hang."""
    return tuple(camera for kind in KINDS for camera in kind.cameras())


def thumbnail(spec: str, opener: Callable[[str, ResumeState], Source] = open_in_child) -> bytes:
    """What a source sees now, as a small JPEG; raises SourceSpecError, SourceUnavailableError or SourceLostError."""
    frame = None
    with opener(spec, ResumeState()) as source:
        for _ in range(THUMBNAIL_FRAMES if source.is_live else 1):
            try:
                frame = source.read(1.5)
            except PictureError as error:
                log.info("%s: %s", spec, error)
    if frame is None:
        raise SourceLostError(no_picture(source_title(spec), THUMBNAIL_FRAMES / RATE))
    width, height = frame.size
    size = (THUMBNAIL_WIDTH, max(1, round(THUMBNAIL_WIDTH * height / width)))
    small = as_picture(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA))
    return cv2.imencode(".jpg", small)[1].tobytes()


def main() -> None:
    """Write the cameras, as JSON, on one line."""
    sys.stdout.write(json.dumps([asdict(camera) for camera in ask_drivers()]) + "\n")


if __name__ == "__main__":
    main()
