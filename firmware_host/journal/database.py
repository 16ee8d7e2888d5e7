"""A journal file as an engine: opened with care, checked before anything is written to it, set to lose nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from firmware_host.journal.errors import JournalError, JournalTooNewError, JournalUnreadableError
from firmware_host.journal.tables import METADATA, SCHEMA, VERSION, create_tables
from firmware_host.words import Words, joined, say

_LOCK_PATIENCE_S = 5.0  # a writer commits in milliseconds; a lock held longer belongs to something stuck
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY_CODE = 0xFF  # extended result codes carry the primary one in their low byte


def open_engine(path: Path) -> Engine:
    """Open or create the journal at `path`, folders included; a JournalError says why it cannot be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(
            say(
                "The folder {folder} for the journal cannot be made: {error}. Choose another with --data.",
                folder=path.parent,
                error=error,
            )
        ) from error
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # Transactions are begun by the listener below, not guessed by the driver from the first word of a statement.
        connect_args={"isolation_level": None, "timeout": _LOCK_PATIENCE_S},
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    try:
        with telling(path):
            _check_or_create(engine, path)
    except JournalError:
        engine.dispose()
        raise
    return engine


def writing(engine: Engine) -> Engine:
    """Return the engine with transactions that own the write lock from their first moment."""
    return engine.execution_options(begin="BEGIN IMMEDIATE")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn the database's own errors into a JournalError with a sentence."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE in _DAMAGE:
            raise _unreadable(path, say("{reason}.", reason=cause)) from error
        raise JournalError(
            say(
                "The journal {path} cannot be used: {reason}. What was kept before is safe. See that the disk has room "
                "and that the file may be written, then try again.",
                path=path,
                reason=cause,
            )
        ) from error


def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()
    except sqlite3.Error:
        connection.close()  # the pool forgets a connection that fails here, and would leave it open
        raise


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _check_or_create(engine: Engine, path: Path) -> None:
    with engine.connect() as connection:
        fresh = _is_fresh(connection, path)
    # Only now is the file known to be ours: setting the mode writes to it, and cannot be done within a transaction.
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        raw.close()
    if fresh:
        with writing(engine).begin() as connection:
            # Another process may have created the tables in the meantime.
            if _is_fresh(connection, path):
                create_tables(connection)


def _is_fresh(connection: Connection, path: Path) -> bool:
    damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if damage != "ok":
        raise _unreadable(path, say("{reason}.", reason=damage))
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return True
    if not tables >= set(METADATA.tables):
        raise _unreadable(
            path, say("It holds the tables of another program: {tables}.", tables=", ".join(sorted(tables)))
        )
    version = connection.execute(select(SCHEMA.c.version)).scalar()
    if version is None:
        raise _unreadable(path, say("It does not say its version."))
    if version > VERSION:
        raise JournalTooNewError(
            say(
                "The journal {path} is of version {version}, and this program knows versions up to {known}. Update the "
                "program, or choose another folder with --data. Nothing was changed in it.",
                path=path,
                version=version,
                known=VERSION,
            )
        )
    return False


def _unreadable(path: Path, reason: Words) -> JournalUnreadableError:
    return JournalUnreadableError(
        joined(
            say("The journal {path} cannot be read: it is damaged, or no journal of the dice table.", path=path),
            reason,
            say(
                "Nothing was written to it. Move it aside, put a copy in its place, or choose another folder with "
                "--data."
            ),
        )
    )
