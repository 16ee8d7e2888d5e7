"""Reading a file that somebody names: a regular one of a bounded size, never a pipe, a device or an endless one.

Like `atomic_file` it knows neither cameras nor dice.
"""

import errno
import os
import stat
from pathlib import Path

MEGABYTE = 1_000_000


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file of at most `most` bytes; it never waits for a writer and never holds more than that in memory.

    Raises OSError, whose `strerror` goes on after "cannot be read:", for a file that is missing, larger, a folder, a
    pipe or a device.
    """
    _check_regular(path.stat())  # before it is opened: opening alone moves a tape, and resets a serial port
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        _check_regular(os.fstat(file.fileno()))  # it may be another one by now
        content = file.read(most + 1) or b""  # files of the system that would make us wait give None
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {_size(most)}")
    return content


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")


def _size(count: int) -> str:
    return f"{count // MEGABYTE} MB" if count >= MEGABYTE else f"{count // 1000} kB"
