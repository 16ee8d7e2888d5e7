"""An online copy of a journal: one file with everything, made while somebody plays, and checked."""

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.journal.database import journal_errors
from firmware_host.journal.errors import JournalError, JournalUnreadableError
from firmware_host.journal.reading import read_only
from vision.atomic_file import sync_folder


def copy_journal(source: Path, target: Path) -> None:
    """Write a copy of the journal at `source` to `target`, whose folder must exist; a file there is replaced.

    What is still in the write-ahead log is in the copy, which needs no other file beside it. The source is only read,
    and whoever writes to it need not wait. Raises JournalUnreadableError if the source is damaged, else JournalError
    if it is missing, or the copy cannot be written; either leaves `target` as it was.
    """
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with journal_errors(source), closing(read_only(source)) as whole, closing(sqlite3.connect(draft)) as copy:
            whole.backup(copy)
            # The header says that there is a log; a copy that needs none must not look for one where it is put.
            copy.execute("PRAGMA journal_mode = DELETE")
            fault = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise JournalUnreadableError(
                f"The journal {source} cannot be copied, because it is damaged: {fault}. Save what can be saved with: "
                "dice-table repair"
            )
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise JournalError(
            f"The journal cannot be copied to {target}: {error.strerror or error}. Choose another place."
        ) from error
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)
