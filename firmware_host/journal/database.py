"""A journal file as an engine, set up to lose nothing; `opening` checks the file before anything is written to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from firmware_host.journal.errors import JournalError, JournalUnreadableError
from firmware_host.journal.rebuild import bring_up_from_version_1
from firmware_host.journal.tables import METADATA, SCHEMA, create_tables
from firmware_host.words import joined, say

_LOCK_PATIENCE_S = 5.0  # a writer commits in milliseconds; a lock held longer is stuck
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_NO_TEXT = "Could not decode to UTF-8"  # the driver's own error, which has no code
_PRIMARY_CODE = 0xFF  # extended result codes have the primary one in their low byte


def writable_engine(path: Path) -> Engine:
    """Return the engine of a checked journal, which is made if it is not there, and brought up to date if it is older.

    Raises the database's own errors.
    """
    engine = _engine(URL.create("sqlite", database=str(path)))
    try:
        _make_ready(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def reading_engine(path: Path) -> Engine:
    """Return an engine that never changes the journal's file."""
    query = {"mode": "ro", "uri": "true"}
    return _engine(URL.create("sqlite", database=path.absolute().as_uri(), query=query))


def _engine(url: URL) -> Engine:
    # The listener below begins transactions; the driver would guess from the first word of a statement.
    engine = create_engine(url, connect_args={"isolation_level": None, "timeout": _LOCK_PATIENCE_S})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def writing(engine: Engine) -> Engine:
    """Return the engine with transactions that take the write lock as they begin."""
    return engine.execution_options(begin="BEGIN IMMEDIATE")


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Turn the database's own errors into a JournalError with a sentence."""
    try:
        yield
    except UnicodeDecodeError as error:  # what the driver cannot even complain about
        raise unreadable(path, f"{error}.") from error
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code in _DAMAGE or str(cause).startswith(_NO_TEXT):
            raise unreadable(path, f"{cause}.") from error
        if code == sqlite3.SQLITE_FULL:
            raise JournalError(
                say(
                    "The disk is full, so this cannot be saved. Everything saved so far is safe. Make room on the "
                    "disk, then try again."
                )
            ) from error
        raise JournalError(
            say(
                "The journal {path} cannot be used: {reason}. Everything saved so far is safe. Make sure that the "
                "disk has room and that the file can be written to, then try again.",
                path=path,
                reason=cause,
            )
        ) from error


def unreadable(path: Path, reason: str) -> JournalUnreadableError:
    """Return the error for a file that is damaged, or no journal."""
    return JournalUnreadableError(
        joined(
            say("The journal {path} cannot be read: it is damaged, or it is not a dice table journal.", path=path),
            reason,
            say(
                "Nothing was written to it. Save what can be saved with dice-table repair, bring a backup back with "
                "dice-table restore FILE, or begin a new journal with dice-table play --new-journal."
            ),
        )
    )


def overwrite_refused(engine: Engine) -> None:
    """Write something that changes nothing where a refused transaction may have left its pages.

    When only the sync fails, they stand whole in the WAL: the next transaction writes over them, but a kill before that
    would bring back what was refused. Where the disk still refuses, that next transaction must do.
    """
    with suppress(DBAPIError), writing(engine).begin() as connection:
        # A row updated to what it was would not be written; this is.
        version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")  # not for players


def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()
    except sqlite3.Error:
        connection.close()  # the pool forgets a connection that fails here, but does not close it
        raise
    except UnicodeDecodeError as error:  # the driver fails to tell of a damaged schema whose names are no text
        connection.close()
        damage = sqlite3.DatabaseError("malformed database schema")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage from error


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _make_ready(engine: Engine) -> None:
    # Setting the mode writes to the file, and not inside a transaction.
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        raw.close()
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        if tables >= set(METADATA.tables) and _version(connection) != 1:
            return
    with writing(engine).begin() as connection:
        # Another process may have just created the tables, or brought them up to date.
        if not inspect(connection).get_table_names():
            create_tables(connection)
        elif _version(connection) == 1:
            bring_up_from_version_1(connection)
        else:
            METADATA.create_all(connection)


def _version(connection: Connection) -> int | None:
    return connection.execute(select(SCHEMA.c.version)).scalar()
