"""What belongs into a backup: the files of a data folder that nothing could bring back, and how large they may be.

Left out are the solved games in `coach`, which can be worked out again, and the log. Names stand here as they are in
the folder, because the packages that write them stand above this one, or know no journal.
"""

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.settings import JOURNAL_FILE, PICTURE_FOLDER, SETTINGS_FILE, SETUP_FILE

MEBIBYTE = 1024 * 1024
RECORDS = (SETTINGS_FILE, SETUP_FILE, "skipped.json", "setup_results.json", "tray.json")
"""Files of settings and setup."""

FOLDERS = ("dice_sets", "rules")
TRAY_PICTURES = "tray-*.jpg"
JOURNAL_LOGS = tuple(f"{JOURNAL_FILE}{ending}" for ending in ("-wal", "-shm", "-journal", ".mark"))
"""What stands beside a journal and belongs to that one file: beside another, SQLite would replay its logs into it, and
the mark would tell of events that are missing."""

LARGEST_JOURNAL = 8 * 1024 * MEBIBYTE
LARGEST_PICTURE = 32 * MEBIBYTE
_PLAIN = r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*"  # a name that leads nowhere else, on any system


@dataclass(frozen=True, slots=True)
class _Kind:
    """Files of one kind: the whole path in the data folder, with slashes, and the most bytes of one."""

    path: re.Pattern[str]
    largest: int


_KINDS = (
    _Kind(re.compile(re.escape(JOURNAL_FILE)), LARGEST_JOURNAL),
    _Kind(re.compile("|".join(map(re.escape, RECORDS))), 16 * MEBIBYTE),
    _Kind(re.compile(r"tray-[0-9a-f]{16}\.jpg"), LARGEST_PICTURE),
    _Kind(re.compile(rf"dice_sets/(?:in_use\.json|{_PLAIN}\.npz)"), 64 * MEBIBYTE),
    _Kind(re.compile(rf"rules/{_PLAIN}\.toml"), 16 * MEBIBYTE),
    # A roll's picture, and the cut-outs of its dice: each by itself, or all of them in one file.
    _Kind(
        re.compile(rf"{PICTURE_FOLDER}/[A-Za-z0-9_][A-Za-z0-9_-]*/\d{{1,6}}(?:(?:-\d)?\.jpg|\.zip)"), LARGEST_PICTURE
    ),
)


def largest(path: str) -> int | None:
    """Return the most bytes that a backup's file of this path may have; None if it does not belong into a backup."""
    return next((kind.largest for kind in _KINDS if kind.path.fullmatch(path)), None)


def files(data: Path, *, pictures: bool) -> Iterator[Path]:
    """Yield the files of a data folder that belong into a backup, the journal excepted: it is copied, not read."""
    candidates = [data / name for name in RECORDS]
    candidates += sorted(data.glob(TRAY_PICTURES))
    candidates += [path for folder in FOLDERS for path in sorted((data / folder).glob("*"))]
    candidates += sorted((data / PICTURE_FOLDER).glob("*/*")) if pictures else []
    for path in candidates:
        most = largest(path.relative_to(data).as_posix())
        if most is not None and _fits(path, most):
            yield path


def _fits(path: Path, most: int) -> bool:
    """Whether this is a file of at most so many bytes; a picture that is taken back meanwhile is none."""
    try:
        told = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(told.st_mode) and told.st_size <= most


def covered(data: Path, *, pictures: bool) -> Iterator[str]:
    """Yield the names in a data folder, files and folders, that give way to a restored backup."""
    names = [JOURNAL_FILE, *JOURNAL_LOGS, *RECORDS, *(path.name for path in sorted(data.glob(TRAY_PICTURES)))]
    for name in (*names, *FOLDERS, *((PICTURE_FOLDER,) if pictures else ())):
        if (data / name).exists() or (data / name).is_symlink():
            yield name
