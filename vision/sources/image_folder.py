"""A folder of photographs, each of them a throw."""

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError, SourceLostError, SourceUnavailableError
from vision.frame import Frame, Picture, as_picture
from vision.geometry import Kept
from vision.picture_file import read_picture
from vision.sentence import say
from vision.sources.base import ClosableSource, Report, ResumeState
from vision.sources.kind import Open, SourceKind
from vision.sources.pace import FrameClock, FramePace, MonotonicClock

log = logging.getLogger(__name__)

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""File names that are taken for photographs; others are passed over in silence."""

LONGEST_SIDE = 1600
"""Pixels. A telephone's photograph is brought down to what a camera over a table gives."""

RATE = 15.0
"""Frames a second."""

SLIDE_SECONDS = 0.6
"""How long one photograph slides away and the next one in: long enough to be seen as motion at 5 frames/s."""


class ImageFolder(ClosableSource):
    """Shows one photograph until a throw is asked for, then slides the next one in; after the last comes the first.

    Photographs come in the order of their names, whatever their sizes. One that cannot be read is passed over with a
    line in the log. A photograph shows what it shows: dice that were to be kept do not stay. Raises
    SourceUnavailableError for a folder that is missing or has no readable photograph.
    """

    is_live = False

    def __init__(self, folder: Path, clock: FrameClock | None = None, memory: ResumeState | None = None) -> None:
        self._folder = folder
        if not folder.is_dir():
            raise SourceUnavailableError(say("There is no folder {folder}. Check its name.", folder=folder))
        self._paths = _photos_in(folder)
        before = memory.report.identity if memory else ""
        self._at = next((at for at, path in enumerate(self._paths) if path.name == before), 0) - 1
        found = self._next_photo()
        if found is None:
            raise SourceUnavailableError(
                say(
                    "{folder} has no photos that can be read. Add some: {endings}.",
                    folder=folder,
                    endings=", ".join(sorted(ENDINGS)),
                )
            )
        self._photo = self._leaving = found
        self._clock = clock or MonotonicClock()
        self._pace = FramePace(RATE, self._clock)
        self._thrown = threading.Event()
        self._slide_start: float | None = None
        self._closed = False
        self._count = 0

    @property
    def spec(self) -> str:
        """`folder:DIR`."""
        return f"folder:{self._folder}"

    @property
    def can_throw(self) -> bool:
        """Yes: the next photograph."""
        return True

    @property
    def report(self) -> Report:
        """The folder's name; opened again at the photograph shown now."""
        return Report(self._folder.name, self.photo.name)

    @property
    def photo(self) -> Path:
        """The photograph shown now, or sliding in."""
        return self._paths[self._at]

    def throw(
        self,
        kept: Sequence[Kept],  # noqa: ARG002 - a photograph shows what it shows
        count: int = 5,  # noqa: ARG002
        kind: str | None = None,  # noqa: ARG002
    ) -> None:
        """Slide the next photograph in, beginning with the next frame."""
        self._thrown.set()

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - photographs never make anyone wait
        """Wait until the next frame is due and give it; SourceLostError once closed."""
        if self._closed:
            raise SourceLostError(f"{self.spec} was closed.")  # not for players
        now = self._pace.wait()
        if self._thrown.is_set():
            self._thrown.clear()
            self._turn_over(now)
        frame = Frame(self._picture(now), now, self._count)
        self._count += 1
        return frame

    def close(self) -> None:
        """Show nothing any more."""
        self._closed = True

    def _turn_over(self, now: float) -> None:
        """Begin to slide in the next photograph; where none can be read any more, keep the one shown."""
        found = self._next_photo()
        if found is not None:
            height, width = found.shape[:2]
            self._leaving = as_picture(cv2.resize(self._photo, (width, height), interpolation=cv2.INTER_AREA))
            self._photo = found
            self._slide_start = now

    def _picture(self, now: float) -> Picture:
        if self._slide_start is None:
            return self._photo
        part = (now - self._slide_start) / SLIDE_SECONDS
        if part >= 1:
            self._slide_start = None
            return self._photo
        eased = part * part * (3 - 2 * part)
        return _between(self._leaving, self._photo, eased)

    def _next_photo(self) -> Picture | None:
        """The next photograph that can be read, after the last one the first; None when there is none at all."""
        for step in range(1, len(self._paths) + 1):
            at = (self._at + step) % len(self._paths)
            try:
                photo = _load(self._paths[at])
            except PictureError as error:
                log.warning("passed over: %s", error)
                continue
            self._at = at
            return photo
        return None


def _photos_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file())
    except OSError as error:
        raise SourceUnavailableError(
            say("{folder} cannot be read: {error}.", folder=folder, error=error.strerror or error)
        ) from error


def _load(path: Path) -> Picture:
    """Read a photograph, at most LONGEST_SIDE long. Raises PictureError when it cannot be read."""
    image = read_picture(path)
    scale = LONGEST_SIDE / max(image.shape[:2])
    if scale < 1:
        image = as_picture(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    return image


def _between(leaving: Picture, coming: Picture, part: float) -> Picture:
    """A moment of the slide: `leaving` is pushed out to the left by `coming`, both blurred along the way."""
    width = leaving.shape[1]
    shift = min(width - 1, max(1, round(part * width)))
    picture = np.concatenate([leaving[:, shift:], coming[:, :shift]], axis=1)
    return as_picture(cv2.blur(picture, (max(3, width // 40), 1)))


def _find(folder: str) -> Open | None:
    if not folder:
        return None
    return lambda clock, memory: ImageFolder(Path(folder).expanduser(), clock, memory)


FOLDER = SourceKind(
    "folder:",
    ("folder:DIR (photographs, each a throw)",),
    _find,
    lambda _folder, _name: say("Folder of photos"),
    file=lambda folder: Path(folder).name,
)
