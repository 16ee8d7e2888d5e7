"""A journal file as an engine: checked before anything is written to it, and set up to lose nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from firmware_host.journal.errors import JournalError, JournalTooNewError, JournalUnreadableError
from firmware_host.journal.tables import METADATA, OF_VERSION_1, SCHEMA, VERSION, create_tables
from firmware_host.words import joined, say

_LOCK_PATIENCE_S = 5.0  # a writer commits in milliseconds; a lock held longer is stuck
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY_CODE = 0xFF  # extended result codes have the primary one in their low byte


def open_engine(path: Path) -> Engine:
    """Open or create the journal at `path`, folders included; a JournalError says why it cannot be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(  # not for players
            f"The folder {path.parent} for the journal cannot be created: {error}. Choose another with --data."
        ) from error
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # The listener below begins transactions; the driver would guess from the first word of a statement.
        connect_args={"isolation_level": None, "timeout": _LOCK_PATIENCE_S},
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    try:
        with journal_errors(path):
            _check_or_create(engine, path)
    except JournalError:
        engine.dispose()
        raise
    return engine


def writing(engine: Engine) -> Engine:
    """Return the engine with transactions that take the write lock as they begin."""
    return engine.execution_options(begin="BEGIN IMMEDIATE")


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Turn the database's own errors into a JournalError with a sentence."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE in _DAMAGE:
            raise _unreadable(path, f"{cause}.") from error
        if getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE == sqlite3.SQLITE_FULL:
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


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _check_or_create(engine: Engine, path: Path) -> None:
    with engine.connect() as connection:
        fresh = _is_fresh(connection, path)
        older = not fresh and not set(inspect(connection).get_table_names()) >= set(METADATA.tables)
    # Only now do we know that the file is ours: setting the mode writes to it, and not inside a transaction.
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        raw.close()
    if fresh:
        with writing(engine).begin() as connection:
            # Another process may have just created the tables.
            if _is_fresh(connection, path):
                create_tables(connection)
    elif older:
        with writing(engine).begin() as connection:
            METADATA.create_all(connection)


def _is_fresh(connection: Connection, path: Path) -> bool:
    damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if damage != "ok":
        raise _unreadable(path, f"{damage}.")
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return True
    if not tables >= OF_VERSION_1:
        # not for players
        raise _unreadable(path, f"It has the tables of another program: {', '.join(sorted(tables))}.")
    version = connection.execute(select(SCHEMA.c.version)).scalar()
    if version is None:
        raise _unreadable(path, "It has no version number.")  # not for players
    if version > VERSION:
        raise JournalTooNewError(
            f"The journal {path} has version {version}, but this program knows only versions up to {VERSION}. "
            "Update the program, or choose another folder with --data. The journal was not changed."
        )
    return False


def _unreadable(path: Path, reason: str) -> JournalUnreadableError:
    return JournalUnreadableError(
        joined(
            say("The journal {path} cannot be read: it is damaged, or it is not a dice table journal.", path=path),
            reason,
            say("Nothing was written to it. Move it aside, restore a copy, or choose another folder with --data."),
        )
    )
