"""Sets the files of a journal aside: the file, its write-ahead log and its mark, under one name that tells when."""

import shutil
from datetime import datetime
from pathlib import Path

from firmware_host.journal.mark import mark_path
from vision.atomic_file import sync_folder


def log_path(journal: Path) -> Path:
    """Return where the write-ahead log of a journal is."""
    return journal.with_name(f"{journal.name}-wal")


def aside_path(journal: Path, now: datetime) -> Path:
    """Return a free name beside a journal for what was found in its place."""
    stem = f"{journal.name}.damaged-{now:%Y%m%dT%H%M%S}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for name in names if not (path := journal.with_name(name)).exists())


def copy_aside(journal: Path, aside: Path) -> None:
    """Copy the files of a journal to `aside` and its neighbours; OSError if they cannot be copied."""
    for source, target in _files(journal, aside):
        if source.exists():
            shutil.copy2(source, target)
    sync_folder(journal.parent)


def move_aside(journal: Path, aside: Path) -> None:
    """Move the files of a journal to `aside` and its neighbours; OSError if they cannot be moved."""
    for source, target in _files(journal, aside):
        if source.exists():
            source.replace(target)
    journal.with_name(f"{journal.name}-shm").unlink(missing_ok=True)
    sync_folder(journal.parent)


def replace_journal(journal: Path, draft: Path, aside: Path) -> None:
    """Put `draft` in the place of a journal, whose own files are moved to `aside`; OSError if that is not possible.

    The log goes before the new file comes: SQLite would play it into whatever lies beside it.
    """
    move_aside(journal, aside)
    draft.replace(journal)
    sync_folder(journal.parent)


def _files(journal: Path, aside: Path) -> tuple[tuple[Path, Path], ...]:
    return (
        (journal, aside),
        (log_path(journal), log_path(aside)),
        (mark_path(journal), mark_path(aside)),
    )
