"""The library of `disk.c`, built with the machine's C compiler and preloaded into another Python."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCE = Path(__file__).with_name("disk.c")
PRELOAD = "LD_PRELOAD"
MEMORY = Path("/dev/shm")  # noqa: S108 - what is counted or fails here needs no disk to spin
ALL = 1 << 62
"""A number of calls that is never reached."""


class Kind(IntEnum):
    """What a file belongs to."""

    JOURNAL = 0
    PICTURES = 1
    LOG = 2
    OTHER = 3


class Figure(IntEnum):
    """What is counted: write calls, bytes written, syncs, and names made or changed."""

    WRITES = 0
    BYTES = 1
    SYNCS = 2
    NAMES = 3


def compiler() -> str | None:
    """Return the machine's C compiler; None where the library cannot be built or preloaded."""
    return shutil.which("cc") if sys.platform == "linux" else None


def run_preloaded(module: str, options: Sequence[str]) -> int:
    """Run a module in a Python with the library and return its exit status; RuntimeError without a C compiler."""
    cc = compiler()
    if cc is None:
        raise RuntimeError("This needs Linux and a C compiler called cc. On Debian: sudo apt install gcc libc6-dev")
    with TemporaryDirectory() as folder:
        library = Path(folder, "disk.so")
        subprocess.run([cc, "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE), "-ldl"], check=True)
        environment = {**os.environ, PRELOAD: str(library)}
        return subprocess.run([sys.executable, "-m", module, *options], env=environment, check=False).returncode


class Disk:
    """The library in this process, which must have been started by `run_preloaded`."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._last = 0
        for name in ("disk_calls", "disk_failed", "disk_figure"):
            getattr(self._library, name).restype = ctypes.c_long

    @staticmethod
    def here() -> bool:
        """Return whether the library is in this process."""
        return hasattr(ctypes.CDLL(None), "disk_watch")

    def watch(self, folder: Path) -> None:
        """Look after the files below a folder, and count from 0."""
        self._library.disk_watch(os.fsencode(folder.resolve()))

    def fail(self, first: int, last: int, error: int) -> None:
        """Let the calls from the `first` to the `last` fail with an error number."""
        self._last = last
        self._library.disk_fail(ctypes.c_long(first), ctypes.c_long(last), ctypes.c_int(error))

    def heal(self) -> None:
        """Let no call fail any more."""
        self.fail(0, 0, 0)

    @property
    def calls(self) -> int:
        """How many calls there were."""
        return int(self._library.disk_calls())

    @property
    def failing(self) -> bool:
        """Whether the next call fails too."""
        return self._last > self.calls

    @property
    def failed(self) -> int:
        """How many of them failed."""
        return int(self._library.disk_failed())

    def figure(self, kind: Kind, figure: Figure) -> int:
        """What was counted of one kind."""
        return int(self._library.disk_figure(int(kind), int(figure)))
