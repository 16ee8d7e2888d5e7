"""Brings what is in a journal's write-ahead log into its file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.journal.database import journal_errors

PATIENCE_S = 1.0
"""Seconds to wait for others: a writer commits in milliseconds."""


def checkpoint(path: Path) -> bool:
    """Bring the log into the file, so that the file alone holds everything; tell whether that was done.

    It is not while somebody reads what the log would give up; then nothing has changed, and nothing is lost. Writers
    wait meanwhile, for some milliseconds after a game. JournalError if the journal cannot be used.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"
    with journal_errors(path), closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
