"""Memory that is given back: pictures pass through many threads, and the C library would keep room for some in each."""

import ctypes
import sys
from contextlib import suppress

from vision import network

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc's malloc.h
LARGE = 64 * 1024
"""Bytes from which on memory is given back to the system as soon as it is free: of pictures and parts of them."""
ARENAS = 1
"""Heaps that all threads share; by default there are eight for each core."""


def limit_spare_memory() -> None:
    """Limit what the C library keeps of freed memory, from now on; does nothing where that is not glibc.

    Without this an evening keeps room in every thread that single pictures needed once.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_ARENA_MAX, ARENAS)


def give_back_spare_memory() -> None:
    """Give back to the system what the networks keep for the next pictures, and what lies free between things in use.

    The latter only where the C library is glibc.
    `python -m tests.system.long_evening` shows what an evening keeps.
    """
    network.give_back_spare_memory()
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
