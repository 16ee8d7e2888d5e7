"""The files of a recording: parts of a video and its lines, the oldest of which go when there are too many."""

import os
import re
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Self

from vision.atomic_file import write_bytes
from vision.recording.errors import RecordingError
from vision.recording.lines import DiceInUse, Line, Opened, Settled, Shown, Watching, line_to_json

MEGABYTE = 1_000_000
PART_BYTES = 64 * MEGABYTE
FEWEST_PARTS = 8
PART = re.compile(r"part-([0-9]{6})\.jsonl")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the disk a recording takes, in bytes."""

    most: int = 2000 * MEGABYTE
    """Of all parts together: some two hundred throws. The oldest part goes where the next one might make it more."""

    part: int = PART_BYTES
    """From which a part ends with the next throw; at twice as many at once. Less than this is lost of the oldest."""

    least_free: int = 500 * MEGABYTE
    """Left free for whatever else lives on the disk: the journal of the game must never find it full."""

    check_every: int = 8 * MEGABYTE
    """Bytes after which it is seen again how much is free."""

    @classmethod
    def of(cls, most: int) -> Self:
        """Limits for so many bytes in all."""
        return cls(most, min(PART_BYTES, most // FEWEST_PARTS))


def lines_files(folder: Path) -> list[Path]:
    """The lines of every part of a recording, oldest first."""
    return sorted(path for path in folder.iterdir() if PART.fullmatch(path.name))


def video_file(lines: Path) -> Path:
    """The video beside a part's lines: JPEG pictures, one behind the other, as players know them by `.mjpeg`."""
    return lines.with_suffix(".mjpeg")


class Parts:
    """Writes a recording into a folder, behind what is there already.

    A frame is in the video before its line is written, and all is on the disk after every roll: a power cut costs what
    came since. Raises RecordingError where the folder cannot be written or the disk has too little room left.
    """

    def __init__(self, folder: Path, opened: Callable[[], Opened], limits: Limits | None = None) -> None:
        self.folder = folder
        self._opened = opened
        self._limits = limits or Limits()
        self._watching: Watching | None = None
        self._dice: DiceInUse | None = None
        self._files: tuple[BinaryIO, BinaryIO] | None = None
        self._checked_at = 0
        self.bytes = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = lines_files(folder)
            self._number = int(there[-1].stem.removeprefix("part-")) if there else 0
            self._next_part()
        except OSError as error:
            raise _not_written(folder, error) from error

    def frame(self, jpeg: bytes, time: float, number: int) -> None:
        """Keep a frame as a JPEG."""
        try:
            if self.bytes >= 2 * self._limits.part:
                self._next_part()
            video, _ = self._open_files()
            at = video.tell()
            video.write(jpeg)
            video.flush()
            self.bytes += len(jpeg)
            self._write(Shown(time, number, at, len(jpeg), zlib.crc32(jpeg)))
        except OSError as error:
            raise _not_written(self.folder, error) from error

    def line(self, line: Line) -> None:
        """Keep a line."""
        try:
            if isinstance(line, Watching):
                self._watching = line
            elif isinstance(line, DiceInUse):
                self._dice = line
            self._write(line)
            if isinstance(line, Settled):
                self._sync()
        except OSError as error:
            raise _not_written(self.folder, error) from error

    def split(self) -> None:
        """Begin another part here if this one is long enough: what comes can be understood without what was."""
        if self.bytes >= self._limits.part:
            try:
                self._next_part()
            except OSError as error:
                raise _not_written(self.folder, error) from error

    def keep_file(self, name: str, content: bytes) -> None:
        """Keep another file beside the parts, unless it is there."""
        path = self.folder / name
        try:
            if not path.exists():
                write_bytes(path, content)
        except OSError as error:
            raise _not_written(self.folder, error) from error

    def close(self) -> None:
        """Put everything on the disk, and leave no part behind in which nothing was watched; RecordingError."""
        try:
            self._close_files()
            if self._watching is None:
                video_file(self._lines).unlink(missing_ok=True)
                self._lines.unlink(missing_ok=True)
        except OSError as error:
            raise _not_written(self.folder, error) from error

    @property
    def _lines(self) -> Path:
        return self.folder / f"part-{self._number:06}.jsonl"

    def _next_part(self) -> None:
        self._close_files()
        self._make_room()
        self._number += 1
        self.bytes = 0
        self._check_room()
        self._files = video_file(self._lines).open("xb"), self._lines.open("xb")
        self._write(self._opened())
        if self._watching is not None:
            self._write(replace(self._watching, goes_on=True))
        if self._dice is not None:
            self._write(self._dice)

    def _make_room(self) -> None:
        """Let the oldest parts go until another one fits."""
        there = [(lines, _size(lines) + _size(video_file(lines))) for lines in lines_files(self.folder)]
        total = sum(size for _, size in there)
        for lines, size in there:
            if total + 2 * self._limits.part <= self._limits.most:
                break
            video_file(lines).unlink(missing_ok=True)
            lines.unlink()
            total -= size

    def _write(self, line: Line) -> None:
        _, lines = self._open_files()
        text = line_to_json(line).encode() + b"\n"
        lines.write(text)
        lines.flush()
        self.bytes += len(text)
        if self.bytes >= self._checked_at:
            self._check_room()

    def _check_room(self) -> None:
        self._checked_at = self.bytes + self._limits.check_every
        if shutil.disk_usage(self.folder).free < self._limits.least_free:
            raise RecordingError(
                f"Less than {self._limits.least_free // MEGABYTE} MB are free where {self.folder} lies, so nothing "
                "more is recorded. Free some space, or record to another disk."
            )

    def _open_files(self) -> tuple[BinaryIO, BinaryIO]:
        if self._files is None:
            raise RecordingError(f"The recording in {self.folder} has been closed.")
        return self._files

    def _sync(self) -> None:
        for file in self._open_files():
            os.fsync(file.fileno())

    def _close_files(self) -> None:
        if self._files is not None:
            self._sync()
            for file in self._files:
                file.close()
            self._files = None


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _not_written(folder: Path, error: OSError) -> RecordingError:
    return RecordingError(
        f"The recording cannot be kept in {folder}: {error.strerror or error}. "
        "Name a folder that can be written, on a disk with room."
    )
