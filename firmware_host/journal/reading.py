"""A connection to a journal that only reads."""

import sqlite3
from pathlib import Path


def read_only(path: Path) -> sqlite3.Connection:
    """Connect to the journal at `path` without ever changing its file; sqlite3.Error if there is none."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
