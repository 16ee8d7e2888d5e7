"""A copy of the journal in memory, for a disk that can only be read: an evening can be played to its end there."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import Engine

MEMORY = Path("/dev/shm")  # noqa: S108 - Linux keeps what lies there in memory; only our own folder in it is used


def is_read_only(folder: Path) -> bool:
    """Return whether the disk of a folder, which need not exist yet, can only be read: a worn card ends so."""
    if not hasattr(os, "statvfs"):
        return False
    there = next((path for path in (folder, *folder.parents) if path.exists()), None)
    return there is not None and bool(os.statvfs(there).f_flag & os.ST_RDONLY)


def copied_files(path: Path) -> Path:
    """Copy a journal that nobody has open into memory, if there is one; return where it goes. Raises OSError."""
    copy = _place(path)
    # Not the -shm: it is made anew from the WAL, which holds the events since the last checkpoint.
    for file in (path, path.with_name(f"{path.name}-wal")):
        if file.exists():
            shutil.copyfile(file, copy.with_name(file.name))
    return copy


def copied_journal(engine: Engine, path: Path) -> Path:
    """Copy an open journal into memory as far as it is committed. Raises OSError or a sqlite3.Error."""
    copy = _place(path)
    copy.write_bytes(content(engine))
    return copy


def content(engine: Engine) -> bytes:
    """Return an open journal as one file, without what a WAL would hold beside it."""
    raw = engine.raw_connection()
    try:
        with closing(sqlite3.connect(":memory:")) as whole:
            driver = raw.driver_connection
            if not isinstance(driver, sqlite3.Connection):
                raise TypeError(f"{driver!r} is not a connection of sqlite3")
            driver.backup(whole)
            return whole.serialize()
    finally:
        raw.close()


def _place(path: Path) -> Path:
    """Return where a journal's copy goes: a new folder that nobody else may look into."""
    return Path(mkdtemp(prefix="dice-table-", dir=MEMORY if MEMORY.is_dir() else None)) / path.name
