"""The text in a file that somebody names on the command line."""

import sys
from pathlib import Path

from vision.bounded_file import read_bounded

MOST_BYTES = 262_144
"""Of house rules or a game written as text: many times the longest."""


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file ("-": standard input), its lines ended alike whatever system wrote it.

    Raises OSError for a file that is missing, no regular one or larger than MOST_BYTES, whose `strerror` goes on after
    "cannot be read:"; UnicodeDecodeError for one that is no text.
    """
    if str(path) == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise OSError(0, f"it is longer than {MOST_BYTES // 1000} kB")
    else:
        content = read_bounded(path, MOST_BYTES)
    return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
