"""A journal's file looked at without opening it for writing: whether it is whole, and how much it holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.backup.contents import JOURNAL_LOGS
from firmware_host.backup.errors import RestoreError
from firmware_host.backup.manifest import newer
from firmware_host.journal.errors import JournalError
from firmware_host.journal.examination import ForeignFileError, examine
from firmware_host.journal.tables import OF_VERSION_1, VERSION


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """The version of a journal, and how many games and events it holds."""

    version: int
    games: int
    events: int


def check(path: Path) -> JournalFacts:
    """Check every page, index and event of a journal that nobody is using, and count what it holds.

    A game that was already damaged when the backup was made is no fault of the file. RestoreError if the file is
    damaged, not a journal, or a newer program's.
    """
    facts = count(path)
    try:
        found = examine(path, None)
    except (JournalError, ForeignFileError, sqlite3.Error) as error:
        raise _unreadable(str(error)) from error
    finally:
        for name in JOURNAL_LOGS:  # what reading a file with a log of its own leaves
            path.with_name(name).unlink(missing_ok=True)
    if found.faults:
        raise _unreadable(found.faults[0])
    return facts


def count(path: Path) -> JournalFacts:
    """Count what a journal holds that nobody is using; RestoreError as in `check`, without checking every page."""
    with _reading(path) as connection:
        return _facts(connection)


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file as it stands, without a log that may lie beside it."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            yield connection
    except (sqlite3.Error, TypeError) as error:
        raise _unreadable(str(error)) from error


def _facts(connection: sqlite3.Connection) -> JournalFacts:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables >= OF_VERSION_1:
        raise _unreadable("It has the tables of another program.")
    version: int = connection.execute("SELECT max(version) FROM schema").fetchone()[0]
    if version > VERSION:
        raise newer("")
    (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
    events, last = connection.execute(
        "SELECT coalesce(sum(events), 0), coalesce(sum(last), 0) "
        "FROM (SELECT count(*) AS events, max(seq) AS last FROM event GROUP BY game)"
    ).fetchone()
    if events != last:
        raise _unreadable("Events are missing from its games.")
    return JournalFacts(version, games, events)


def _unreadable(reason: str) -> RestoreError:
    return RestoreError(f"The journal in it cannot be read: {reason.rstrip('.')}.")
