"""Makes a backup: one zip file that any program can open, written as a stream, so that its size needs no memory.

The journal is copied by SQLite while people play, so the copy is the journal of one moment. Pictures do not get smaller
by packing, so they are stored as they are. The list of all files, with their hashes, comes last: a file that was cut
short has none.
"""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

from firmware_host.backup import manifest
from firmware_host.backup.contents import MEBIBYTE, files
from firmware_host.backup.errors import BackupError
from firmware_host.backup.journal_file import JournalFacts, count
from firmware_host.backup.manifest import Manifest, Member
from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.journal.copying import copy_journal
from firmware_host.settings import JOURNAL_FILE
from firmware_host.words import say
from vision.atomic_file import atomic_write

WORK_FOLDER = ".making-backup-"
CHUNK = MEBIBYTE
ROOM_LEFT = 128 * MEBIBYTE
"""Bytes of the disk that a backup leaves to the games: with less, their pictures would give way to it."""

_SYSTEM_CLOCK = SystemClock()
_PACKED = frozenset({".sqlite", ".json", ".toml"})
_OLDEST = (1980, 1, 1, 0, 0, 0)  # a zip knows no earlier day, and a Pi without a network lives in 1970


def stream(
    data: Path, *, pictures: bool, clock: Clock = _SYSTEM_CLOCK, pause: Callable[[], None] = lambda: None
) -> Generator[bytes, None, None]:
    """Yield a backup of a data folder piece by piece; BackupError if it cannot be made.

    `pause` is called between pieces and may raise an error of its own to give up. What is half made is removed.
    """
    try:
        yield from _stream(data, pictures, clock, pause)
    except BackupError:
        raise
    except (OSError, DiceTableError) as error:
        reason = error.sentence if isinstance(error, DiceTableError) else str(error)
        raise BackupError(
            say("No backup was made: {reason} The games are as they were.", reason=_ended(reason))
        ) from error


def save(
    data: Path,
    file: Path,
    *,
    pictures: bool,
    clock: Clock = _SYSTEM_CLOCK,
    pause: Callable[[], None] = lambda: None,
) -> Manifest:
    """Write a backup into `file`, wholly or not at all, and return its list; BackupError if it cannot be made."""
    listed: list[Manifest] = []
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(file) as out:
            for piece in _stream(data, pictures, clock, pause, listed.append):
                out.write(piece)
    except BackupError:
        raise
    except (OSError, DiceTableError) as error:
        reason = error.sentence if isinstance(error, DiceTableError) else str(error)
        raise BackupError(
            say(
                "The backup {file} was not made: {reason} The games are as they were.", file=file, reason=_ended(reason)
            )
        ) from error
    return listed[0]


def _stream(
    data: Path,
    pictures: bool,
    clock: Clock,
    pause: Callable[[], None],
    listed: Callable[[Manifest], None] = lambda _: None,
) -> Iterator[bytes]:
    made = clock.now()
    sink = _Sink()
    members: list[Member] = []
    facts: JournalFacts | None = None
    with ExitStack() as used:
        archive = used.enter_context(zipfile.ZipFile(sink, "w"))
        if (data / JOURNAL_FILE).exists():
            _require_room(data)
            folder = Path(used.enter_context(tempfile.TemporaryDirectory(prefix=WORK_FOLDER, dir=data)))
            copy = folder / JOURNAL_FILE
            copy_journal(data / JOURNAL_FILE, copy)
            facts = count(copy)
            yield from _add(archive, sink, JOURNAL_FILE, copy, members, pause)
        for path in files(data, pictures=pictures):
            yield from _add(archive, sink, path.relative_to(data).as_posix(), path, members, pause)
        journal = None if facts is None else facts.version
        games, events = (0, 0) if facts is None else (facts.games, facts.events)
        whole = Manifest(made, tuple(members), pictures, journal, games, events)
        archive.writestr(_entry(manifest.NAME), whole.encode())
        archive.close()
        yield sink.taken()
        listed(whole)


def _add(
    archive: zipfile.ZipFile,
    sink: "_Sink",
    name: str,
    path: Path,
    members: list[Member],
    pause: Callable[[], None],
) -> Iterator[bytes]:
    """Add one file; one that has gone meanwhile, such as the picture of a roll taken back, is left out."""
    hashed = hashlib.sha256()
    size = 0
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file, archive.open(_entry(name), "w", force_zip64=True) as out:
        while chunk := file.read(CHUNK):
            hashed.update(chunk)
            size += len(chunk)
            out.write(chunk)
            pause()
            yield sink.taken()
    members.append(Member(name, size, hashed.hexdigest()))


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _OLDEST)
    entry.external_attr = 0o644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED if Path(name).suffix in _PACKED else zipfile.ZIP_STORED
    return entry


def _require_room(data: Path) -> None:
    """Refuse where the copy of the journal would take what the games need; raises OSError."""
    needed = (data / JOURNAL_FILE).stat().st_size * 2 + ROOM_LEFT
    free = shutil.disk_usage(data).free
    if free < needed:
        raise BackupError(
            say(
                "No backup was made: the disk has {free} MB left, and {needed} MB are needed. Free some space.",
                free=free // MEBIBYTE,
                needed=needed // MEBIBYTE,
            )
        )


def _ended(reason: str) -> str:
    return reason if reason.endswith(".") else f"{reason}."


class _Sink:
    """A file that is only written to, and hands over what was written since the last time."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes, /) -> int:
        """Take a piece."""
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """There is nothing to flush."""

    def close(self) -> None:
        """There is nothing to close."""

    def taken(self) -> bytes:
        """Hand over what was written."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
