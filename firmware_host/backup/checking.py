"""Checks a backup and unpacks it into an empty folder: nothing is believed that has not been compared."""

import hashlib
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.backup import manifest
from firmware_host.backup.archive import CHUNK, ROOM_LEFT
from firmware_host.backup.contents import MEBIBYTE, largest
from firmware_host.backup.errors import RestoreError
from firmware_host.backup.journal_file import check
from firmware_host.backup.manifest import Manifest, Member
from firmware_host.journal.copying import copy_journal
from firmware_host.journal.errors import JournalError
from firmware_host.settings import JOURNAL_FILE
from vision.atomic_file import sync_folder

TIGHTEST = 200
"""How many times smaller a file may be in a backup than outside; a journal becomes about ten times smaller."""

UNPACKED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
DATABASE = b"SQLite format 3\0"
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)
"""What zipfile raises for an archive that is cut, changed, encrypted or packed in a way it does not know."""


def read_manifest(file: Path) -> Manifest:
    """Return the list of a backup without unpacking it; RestoreError if it is none, or does not fit its own list."""
    with _opened(file) as archive:
        return _listed(archive)


def unpack(file: Path, folder: Path) -> Manifest:
    """Unpack a backup into `folder`, which exists and is empty, and compare every file with its hash.

    A journal by itself is copied there, with what is in the log beside it. All is on the disk afterwards. Raises
    RestoreError if anything is not as its list says, and if the disk has no room.
    """
    if is_journal(file):
        return _copy_alone(file, folder)
    with _opened(file) as archive:
        listed = _listed(archive)
        _require_room(listed, folder)
        for member in listed.members:
            _unpack_one(archive, member, folder)
        if listed.journal is not None:
            facts = check(folder / JOURNAL_FILE)
            if (facts.version, facts.games, facts.events) != (listed.journal, listed.games, listed.events):
                raise _changed(JOURNAL_FILE)
        for below in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
            sync_folder(below)
    return listed


def is_journal(file: Path) -> bool:
    """Return whether a file is a database, such as a journal that was saved by itself."""
    try:
        with file.open("rb") as content:
            return content.read(len(DATABASE)) == DATABASE
    except OSError:
        return False


def _copy_alone(file: Path, folder: Path) -> Manifest:
    copy = folder / JOURNAL_FILE
    try:
        made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        copy_journal(file, copy)
        facts = check(copy)
        own = Member(JOURNAL_FILE, copy.stat().st_size, hash_of(copy))
    except (RestoreError, JournalError) as error:
        raise _refused(file, error.sentence) from error
    except OSError as error:
        raise _refused(file, f"It cannot be read or copied: {error.strerror or error}.") from error
    return Manifest(made, (own,), False, facts.version, facts.games, facts.events)


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a file in hex; OSError if it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip; whatever is wrong with it is told as a RestoreError that begins with the file."""
    try:
        if not file.is_file():
            raise RestoreError("There is no such file. Give the file that dice-table backup made.")
        with zipfile.ZipFile(file) as archive:
            yield archive
    except RestoreError as error:
        raise _refused(file, error.sentence) from error
    except _BROKEN as error:
        raise _refused(file, "It is not a whole backup: part of it is missing or damaged.") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise _refused(file, f"It cannot be read or unpacked: {reason}.") from error


def _refused(file: Path, why: str) -> RestoreError:
    return RestoreError(f"{file} was not restored. {why} Nothing was changed.")


def _listed(archive: zipfile.ZipFile) -> Manifest:
    """Return the list of a backup whose entries fit it, one for one, in name and size."""
    entries = {entry.filename: entry for entry in archive.infolist()}
    own = entries.pop(manifest.NAME, None)
    if own is None or own.file_size > manifest.LARGEST:
        raise manifest.foreign()
    _require_plain(own)
    if sum(entry.compress_size for entry in archive.infolist()) > Path(str(archive.filename)).stat().st_size:
        raise RestoreError("Its files share their bytes: it is packed in a way that no backup is.")
    listed = manifest.decode(archive.read(own))
    names = [member.path for member in listed.members]
    if len(archive.infolist()) != len(entries) + 1 or sorted(names) != sorted(entries):
        raise RestoreError("Its files are not those of its own list: somebody has changed it.")
    if (listed.journal is not None) != (JOURNAL_FILE in entries):
        raise _changed(JOURNAL_FILE)
    for member in listed.members:
        most = largest(member.path)
        if most is None or member.size > most:
            raise RestoreError(f"{member.path!r} does not belong into a backup of this program.")
        if entries[member.path].file_size != member.size:
            raise _changed(member.path)
        _require_plain(entries[member.path])
    return listed


def _require_plain(entry: zipfile.ZipInfo) -> None:
    """Refuse what would take far more room than the file itself, and what only another program could unpack."""
    if entry.compress_type not in UNPACKED or entry.flag_bits & 1 or entry.is_dir():
        raise RestoreError(f"{entry.filename!r} is packed in a way that no backup is.")
    if entry.file_size > MEBIBYTE and entry.file_size > entry.compress_size * TIGHTEST:
        raise RestoreError(f"{entry.filename!r} is packed in a way that no backup is.")


def _require_room(listed: Manifest, folder: Path) -> None:
    needed = sum(member.size for member in listed.members) + ROOM_LEFT
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise RestoreError(
            f"The disk has {free // MEBIBYTE} MB left, and {needed // MEBIBYTE} MB are needed. Free some space."
        )


def _unpack_one(archive: zipfile.ZipFile, member: Member, folder: Path) -> None:
    target = folder.joinpath(*member.path.split("/"))
    target.parent.mkdir(parents=True, exist_ok=True)
    hashed = hashlib.sha256()
    left = member.size
    with archive.open(member.path) as source, target.open("xb") as out:
        while chunk := source.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise _changed(member.path)
            hashed.update(chunk)
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    if left or hashed.hexdigest() != member.sha256:
        raise _changed(member.path)


def _changed(name: str) -> RestoreError:
    return RestoreError(f"{name} in it is not what was saved: it was damaged or changed since.")
