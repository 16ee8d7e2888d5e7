"""A picture in memory that two processes share: written by one, copied out by the other."""

import mmap
import os
import secrets
import sys
import tempfile

import numpy as np

from vision.errors import PictureError
from vision.frame import Picture

MOST_PIXELS = 36_000_000
"""More than any camera or telephone gives; memory is taken only for the pixels that are written."""


class SharedPicture:
    """Room for one picture. It has no name in any folder, so nothing is left behind however the processes end.

    `handle` is what the other process attaches by; `inherited` are the file descriptors that it must inherit.
    """

    def __init__(self, memory: mmap.mmap, handle: str, inherited: tuple[int, ...] = ()) -> None:
        self.handle = handle
        self.inherited = inherited
        self._memory = memory

    @classmethod
    def create(cls) -> "SharedPicture":
        """Take the memory."""
        if sys.platform == "win32":
            name = f"dice-table-{secrets.token_hex(8)}"
            return cls(mmap.mmap(-1, 3 * MOST_PIXELS, tagname=name), name)
        if hasattr(os, "memfd_create"):
            number = os.memfd_create("dice-table-picture")
        else:
            with tempfile.TemporaryFile() as file:
                number = os.dup(file.fileno())
        os.ftruncate(number, 3 * MOST_PIXELS)
        return cls(mmap.mmap(number, 3 * MOST_PIXELS), str(number), (number,))

    @classmethod
    def attach(cls, handle: str) -> "SharedPicture":
        """Find the memory that another process created, by its `handle`."""
        if sys.platform == "win32":
            return cls(mmap.mmap(-1, 3 * MOST_PIXELS, tagname=handle), handle)
        return cls(mmap.mmap(int(handle), 3 * MOST_PIXELS), handle, (int(handle),))

    def write(self, picture: Picture) -> None:
        """Put a picture in; PictureError for one that is too large."""
        height, width = picture.shape[:2]
        if height * width > MOST_PIXELS:
            raise PictureError(f"A picture of {width} x {height} pixels is too large.")
        np.frombuffer(self._memory, np.uint8, picture.size)[:] = picture.reshape(-1)

    def read(self, width: int, height: int) -> Picture:
        """Copy the picture out; PictureError for a size that cannot be."""
        if not 0 < width * height <= MOST_PIXELS:
            raise PictureError(f"A picture of {width} x {height} pixels cannot be.")
        return np.frombuffer(self._memory, np.uint8, 3 * width * height).reshape(height, width, 3).copy()

    def close(self) -> None:
        """Give the memory back; it may be called twice."""
        self._memory.close()
        for number in self.inherited:
            os.close(number)
        self.inherited = ()
