"""A recording, played once at its own speed."""

import math
from pathlib import Path

import cv2

from vision.errors import SourceLostError, SourceUnavailableError
from vision.frame import Frame, as_picture
from vision.picture_file import MOST_PIXELS
from vision.picture_header import size_in_header
from vision.sentence import say
from vision.sources.base import Report, ResumeState, WatchOnlySource
from vision.sources.kind import Open, SourceKind
from vision.sources.pace import FrameClock, FramePace, MonotonicClock

USUAL_RATE = 25.0
"""Frames a second, for files that do not say theirs."""

FASTEST_RATE = 60.0
"""Frames a second. Some files claim a thousand; nothing on a table needs more than this."""


HEADER_BYTES = 65_536
"""In which a picture tells its size."""


class VideoFile(WatchOnlySource):
    """Plays a video at its frame rate, then holds its last picture.

    It does not loop: the jump from the last picture to the first would look like a throw that nobody made. A reader
    slower than the file skips pictures, as with a camera. Raises SourceUnavailableError for a file that is missing
    or holds no pictures. Opened again it goes on where it would be by then.
    """

    is_live = False

    def __init__(self, path: Path, clock: FrameClock | None = None, memory: ResumeState | None = None) -> None:
        self._path = path
        if not path.is_file():
            raise SourceUnavailableError(say("There is no file {file}. Check its name.", file=path))
        if _is_too_large(path):
            raise SourceUnavailableError(say("{file} is not a video this program can play.", file=path))
        self._capture = cv2.VideoCapture(str(path))
        there, image = self._capture.read()
        if not there:
            self._capture.release()
            raise SourceUnavailableError(say("{file} is not a video this program can play.", file=path))
        self._image = as_picture(image)
        self._clock = clock or MonotonicClock()
        self._rate = _sensible_rate(self._capture.get(cv2.CAP_PROP_FPS))
        self._pace = FramePace(self._rate, self._clock)
        self._start = float(memory.report.identity) if memory and memory.report.identity else None
        self._shown = 0
        self._ended = False
        self._closed = False
        self._count = 0

    @property
    def spec(self) -> str:
        """`video:FILE`."""
        return f"video:{self._path}"

    @property
    def report(self) -> Report:
        """The file's name, and when its first picture was shown."""
        return Report(self._path.name, "" if self._start is None else repr(self._start))

    @property
    def ended(self) -> bool:
        """Whether the last picture has been reached and is being held."""
        return self._ended

    def read(self, timeout: float) -> Frame:  # noqa: ARG002 - a file never makes anyone wait
        """Wait until the next picture is due and give it; SourceLostError once closed."""
        if self._closed:
            raise SourceLostError(f"{self.spec} was closed.")  # not for players
        now = self._pace.wait()
        if self._start is None:
            self._start = now
        self._play_to(math.floor((now - self._start) * self._rate + 1e-6))
        frame = Frame(self._image, now, self._count)
        self._count += 1
        return frame

    def close(self) -> None:
        """Let go of the file."""
        self._closed = True
        self._capture.release()

    def _play_to(self, number: int) -> None:
        """Make the file's picture `number` the one shown, or its last one."""
        while self._shown < number and not self._ended:
            there, image = self._capture.read()
            self._ended = not there
            if there:
                self._image = as_picture(image)
            self._shown += 1


def _is_too_large(path: Path) -> bool:
    """Whether a file is or begins with a picture larger than any that is read: OpenCV would decode it whole."""
    try:
        with path.open("rb") as file:
            size = size_in_header(file.read(HEADER_BYTES))
    except OSError:
        return False  # what cannot be read cannot be played either, which is told there
    return size is not None and size[0] * size[1] > MOST_PIXELS


def _sensible_rate(rate: float) -> float:
    return min(rate, FASTEST_RATE) if math.isfinite(rate) and rate > 0 else USUAL_RATE


def _find(file: str) -> Open | None:
    if not file:
        return None
    return lambda clock, memory: VideoFile(Path(file).expanduser(), clock, memory)


VIDEO = SourceKind(
    "video:",
    ("video:FILE (a recording)",),
    _find,
    lambda _file, _name: say("Video file"),
    file=lambda file: Path(file).name,
)
