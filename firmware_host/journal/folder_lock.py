"""The lock on a data folder: one program at a time writes there.

It is a lock of the operating system on an open file, so it ends with the process that holds it, however that ends. What
the file says, and that it is there, means nothing by itself.
"""

import errno
import os
import sys
import weakref
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from firmware_host.errors import DiceTableError

LOCK_FILE = "in_use.lock"
_FAR = 1 << 30  # Windows locks bytes against reading too: this one nobody reads


class FolderInUseError(DiceTableError, RuntimeError):
    """Another program is writing to the data folder, or it cannot be locked."""


class FolderLock:
    """A data folder, locked from here to `close`, or until this process ends.

    `what` is the command that needs it, such as "dice-table play", for whoever is refused meanwhile. The folder is
    made if it is not there. FolderInUseError names the process that has it. On a disk that can only be read there is
    nothing to lock: nobody writes there.
    """

    def __init__(self, folder: Path, what: str, since: datetime) -> None:
        path = folder / LOCK_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            self._file = -1
            if error.errno == errno.EROFS:
                return
            raise FolderInUseError(
                f"The folder {folder} cannot be written to: {error.strerror or error}. Choose another with --data."
            ) from error
        try:
            _lock(self._file)
        except OSError as error:
            holder = _holder(self._file)
            self.close()
            raise FolderInUseError(
                f"The folder {folder} is in use by {holder}. Stop that program first, or choose another folder with "
                "--data."
            ) from error
        _open_locks.add(self)
        os.ftruncate(self._file, 0)
        holder = f"{what} (process {os.getpid()}, since {since.astimezone():%Y-%m-%d %H:%M})"  # not for players
        os.write(self._file, f"{holder}\n".encode())

    def close(self) -> None:
        """Let other programs write to the folder; closing twice is allowed."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def _holder(file: int) -> str:
    with suppress(OSError):
        os.lseek(file, 0, os.SEEK_SET)
        told = os.read(file, 200).decode(errors="replace").strip()
        if told:
            return told
    return "another program"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_open_locks: weakref.WeakSet[FolderLock] = weakref.WeakSet()


def _close_in_child() -> None:
    """A forked child would hold the lock on after its parent's end."""
    for lock in list(_open_locks):
        lock.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)
