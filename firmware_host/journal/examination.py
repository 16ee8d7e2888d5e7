"""What a journal's file holds, found without writing to it: whether it is whole, and every event as it was."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.journal.chain import ChainFindings, follow
from firmware_host.journal.errors import JournalTooNewError
from firmware_host.journal.mark import Mark
from firmware_host.journal.reading import read_only
from firmware_host.journal.tables import EVENTS, GAMES, OF_VERSION_1, SCHEMA, TRIGGERS, VERSION

_ENVIRONMENT = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""Errors of the machine around the file; all others come from what is in it."""

_OF_EVENTS = ("CHECK constraint failed in event", "NULL value in event.")
"""Complaints about a single event, which the chain names better."""

_READ = "SELECT number, game, seq, kind, body, time, link FROM event NOT INDEXED ORDER BY number"
_COMPLAINTS = 20
_PRIMARY_CODE = 0xFF  # extended result codes have the primary one in their low byte


class ForeignFileError(ValueError):
    """A whole database, but not a journal."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found. `version` is 0 for a file without any table.

    `faults` say what is wrong with the file itself: nothing may be written to it then. `doubtful` are games whose
    events are not as they were written, in a file that is fine otherwise. `missing` is how many events the mark knows
    of and the file does not have; `events` and `link` are how far it does go.
    """

    version: int = 0
    events: int = 0
    link: bytes = b""
    faults: tuple[str, ...] = ()
    doubtful: frozenset[str] = field(default_factory=frozenset)
    missing: int = 0

    @property
    def whole(self) -> bool:
        """Whether the file has all that was ever saved in it, as far as anybody can tell."""
        return not self.faults and not self.doubtful and not self.missing


def examine(path: Path, mark: Mark | None) -> Examination:
    """Examine the journal at `path`; `mark` is how far it had come, read before this call.

    ForeignFileError if it is not a journal, JournalTooNewError if it is so new that it cannot even be read,
    sqlite3.Error if the machine around the file does not let it be read.
    """
    try:
        with closing(read_only(path)) as connection:
            connection.text_factory = bytes
            connection.execute("BEGIN")  # one moment of a journal that somebody may be writing to
            return _examined(connection, path, mark)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _PRIMARY_CODE in _ENVIRONMENT:
            raise
        return Examination(version=VERSION, faults=(f"{error}.",), missing=0 if mark is None else mark.number)


def _examined(connection: sqlite3.Connection, path: Path, mark: Mark | None) -> Examination:
    known = 0 if mark is None else mark.number
    complaints = [
        line.decode(errors="replace") for (line,) in connection.execute(f"PRAGMA integrity_check({_COMPLAINTS})")
    ]
    faults = [line for line in complaints if line != "ok" and not line.startswith(_OF_EVENTS)]
    tables = {name.decode(errors="replace") for (name,) in connection.execute(_NAMES, ("table",))}
    tables = {name for name in tables if not name.startswith("sqlite_")}
    if not tables:
        return Examination(faults=tuple(faults), missing=known)
    if not tables >= OF_VERSION_1 and not faults and not known:
        raise ForeignFileError(f"It has the tables of another program: {', '.join(sorted(tables))}.")
    versions = [version for (version,) in connection.execute("SELECT version FROM schema")]
    if not versions and not faults:
        raise ForeignFileError("It has no version number.")
    version = versions[0] if len(versions) == 1 and isinstance(versions[0], int) else 0
    columns = {name.decode(errors="replace") for _, name, *_ in connection.execute("PRAGMA table_info(event)")}
    linked = "link" in columns
    if version > VERSION and not faults:
        if not columns >= set(EVENTS.columns.keys()):
            raise JournalTooNewError(too_new(path, version))
        # How it is to be examined only a newer program knows; what this one knows of it can be read.
        return Examination(version, connection.execute("SELECT count(*) FROM event").fetchone()[0])
    if version != (VERSION if linked else 1):
        faults.append(f"Its version, {version}, is not what its tables are.")
        version = VERSION if linked else 1
    if not linked:
        return _examined_without_links(connection, faults, known)
    faults += _changed_schema(connection)
    found = follow(connection.execute(_READ), None if mark is None else mark.link)
    faults += _faults_of_games(connection, found)
    if found.bad_links:
        faults.append("An event's link in the chain is damaged.")
    if found.gap:
        faults.append(f"Event number {found.gap} is missing.")
    doubtful = frozenset(game.decode(errors="replace") for game in found.doubtful if isinstance(game, bytes))
    if len(doubtful) < len(found.doubtful):
        faults.append("An event has no game.")
    return Examination(version, found.events, found.link, tuple(faults), doubtful, max(0, known - found.events))


_NAMES = "SELECT name FROM sqlite_master WHERE type = ?"


def too_new(path: Path, version: int) -> str:
    """Say that a journal cannot be used, because it is newer than the program."""
    return (
        f"The journal {path} has version {version}, but this program knows only versions up to {VERSION}. "
        "Update the program, or choose another folder with --data. The journal was not changed."
    )


def _examined_without_links(connection: sqlite3.Connection, faults: Sequence[str], known: int) -> Examination:
    """Examine a journal of version 1, which has no chain: at least no event may be missing between two others."""
    seqs: dict[bytes, int] = {}
    events = 0
    faults = list(faults)
    for game, seq in connection.execute("SELECT game, seq FROM event NOT INDEXED ORDER BY rowid"):
        events += 1
        if seq != seqs.get(game, 0) + 1 and not faults:
            faults.append(f"An event before number {seq} of a game is missing.")
        seqs[game] = seq if isinstance(seq, int) else 0
    if any(_is_no_text(game) for game in seqs):
        faults.append("The name of a game is not a text.")
    return Examination(1, events, faults=tuple(faults), missing=max(0, known - events))


def _is_no_text(stored: object) -> bool:
    try:
        return not isinstance(stored, bytes) or not stored.decode()
    except UnicodeDecodeError:
        return True


def _changed_schema(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with tables and triggers: without them events could be changed, or read as others."""
    statements = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())
    if {name: statements.get(name.encode()) for name in TRIGGERS} != {
        name: statement.encode() for name, statement in TRIGGERS.items()
    }:
        yield "The triggers that keep its events as they are have been changed."
    for table in (SCHEMA, GAMES, EVENTS):
        columns = [
            name.decode(errors="replace") for _, name, *_ in connection.execute(f"PRAGMA table_info({table.name})")
        ]
        if columns != table.columns.keys():
            yield f"Its table {table.name} has other columns."


def _faults_of_games(connection: sqlite3.Connection, found: ChainFindings) -> Iterator[str]:
    """Yield a fault if the list of games is not what their first events say."""
    listed = [tuple(row) for row in connection.execute("SELECT id, started FROM game NOT INDEXED ORDER BY number")]
    if listed != [(row.game, row.time) for row in found.first_seen] and not found.doubtful:
        yield "Its list of games is not that of its events."
