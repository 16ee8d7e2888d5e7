"""The mark: how far the journal had come, in a small file beside it.

A write-ahead log that lost its end reads like the log of a shorter evening; only something outside of it knows better.
The mark is written after each commit, never before, so it is never ahead of what is on the disk, and a crash between
the two looks like no loss. It has two slots, written in turn and each in place within one sector: the one that a power
cut tears leaves the other. To stay cheap it is synced with the disk at most once in `SYNC_S` seconds: until then a
power cut may leave an earlier mark, which can only miss a loss, never invent one.
"""

import logging
import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from firmware_host.clock import Clock
from vision.atomic_file import write_bytes

SYNC_S = 10.0
_SLOT_BYTES = 512  # what every disk writes whole
_MAGIC = b"DTM1"
_RECORD = struct.Struct(">4sQ16s")
_CHECK = struct.Struct(">I")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of the last event that was saved, 0 for none, and its link."""

    number: int
    link: bytes


def mark_path(journal: Path) -> Path:
    """Return where the mark of a journal is."""
    return journal.with_name(f"{journal.name}.mark")


def read_mark(journal: Path) -> Mark | None:
    """Return the mark of a journal; None if there is none that can be read."""
    try:
        content = mark_path(journal).read_bytes()
    except OSError:
        return None
    marks = [mark for at in (0, _SLOT_BYTES) if (mark := _unpacked(content[at:])) is not None]
    return max(marks, key=lambda mark: mark.number, default=None)


class MarkFile:
    """The open mark of a journal, set to `mark` as it is opened; `writes` and `syncs` count what it costs.

    A mark that cannot be written is logged once and is no reason to refuse what was saved already.
    """

    def __init__(self, journal: Path, mark: Mark, clock: Clock) -> None:
        self._clock = clock
        self._path = mark_path(journal)
        self._file = -1
        self.writes = 0
        self.syncs = 0
        self._synced = clock.monotonic()
        self._unsynced = False
        if read_mark(journal) != mark:
            write_bytes(self._path, _packed(mark).ljust(2 * _SLOT_BYTES, b"\0"))
        self._file = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))

    def write(self, mark: Mark) -> None:
        """Set the mark to an event that is on the disk."""
        if self._file < 0:
            return
        try:
            os.lseek(self._file, mark.number % 2 * _SLOT_BYTES, os.SEEK_SET)
            os.write(self._file, _packed(mark))
            self.writes += 1
            self._unsynced = True
            if self._clock.monotonic() - self._synced >= SYNC_S:
                self._sync()
        except OSError as error:
            log.warning("How far the journal has come cannot be noted in %s: %s", self._path, error)
            self._close()

    def close(self) -> None:
        """Put the mark on the disk and close its file; closing twice is allowed."""
        if self._file < 0:
            return
        try:
            if self._unsynced:
                self._sync()
        except OSError as error:
            log.warning("How far the journal has come cannot be noted in %s: %s", self._path, error)
        self._close()

    def _sync(self) -> None:
        os.fsync(self._file)
        self.syncs += 1
        self._synced = self._clock.monotonic()
        self._unsynced = False

    def _close(self) -> None:
        os.close(self._file)
        self._file = -1


def _packed(mark: Mark) -> bytes:
    record = _RECORD.pack(_MAGIC, mark.number, mark.link)
    return record + _CHECK.pack(zlib.crc32(record))


def _unpacked(slot: bytes) -> Mark | None:
    if len(slot) < _RECORD.size + _CHECK.size:
        return None
    record = slot[: _RECORD.size]
    magic, number, link = _RECORD.unpack(record)
    (check,) = _CHECK.unpack_from(slot, _RECORD.size)
    return Mark(number, link) if magic == _MAGIC and check == zlib.crc32(record) else None
