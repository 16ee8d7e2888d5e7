"""Writes events into a new journal, as they were stored, and brings an older journal to the present version."""

import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine, update
from sqlalchemy.engine import URL

from firmware_host.journal.aside import aside_path, replace_journal
from firmware_host.journal.chain import START, Row, link_of
from firmware_host.journal.reading import read_only
from firmware_host.journal.tables import EVENT_TRIGGERS, METADATA, SCHEMA, TRIGGERS, VERSION, create_tables

_INSERT_GAME = "INSERT INTO game (id, started) VALUES (CAST(? AS TEXT), CAST(? AS TEXT))"
_INSERT_EVENT = (
    "INSERT INTO event (number, game, seq, kind, body, time, link) "
    "VALUES (?, CAST(? AS TEXT), ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?)"
)
_OLD_EVENTS = "SELECT rowid, game, seq, kind, body, time, x'' FROM event_of_version_1 ORDER BY rowid"


def rebuild_journal(path: Path, rows: Sequence[Row], now: datetime) -> Path:
    """Put a new journal of events in the place of the damaged one at `path`; return where that is kept.

    Raises what `write_journal` and `replace_journal` raise; the damaged one then stays in its place.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    aside = aside_path(path, now)
    try:
        write_journal(draft, rows, _requests(path))
        replace_journal(path, draft, aside)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)
    return aside


def write_journal(draft: Path, rows: Iterable[Row], requests: Sequence[tuple[str, str]] = ()) -> None:
    """Create a journal of events in their order, on the disk and checked; sqlite3.Error or DBAPIError if it fails.

    `rows` keep their numbers and links; `requests` are ids and moments, the oldest first.
    """
    engine = create_engine(URL.create("sqlite", database=str(draft)))
    try:
        with engine.begin() as connection:
            create_tables(connection)
            raw = _raw(connection)
            for row in rows:
                if row.seq == 1:
                    raw.execute(_INSERT_GAME, (row.game, row.time))
                raw.execute(_INSERT_EVENT, row)
            raw.executemany("INSERT INTO request (id, moment) VALUES (?, ?)", requests)
    finally:
        engine.dispose()
    with closing(sqlite3.connect(draft)) as written:
        fault = written.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def _requests(path: Path) -> list[tuple[str, str]]:
    """Return the requests of a damaged journal, as far as the database can read them: they matter for seconds alone."""
    found: list[tuple[str, str]] = []
    with suppress(sqlite3.Error), closing(read_only(path)) as connection:
        found.extend(connection.execute("SELECT id, moment FROM request ORDER BY number"))
    return found


def linked(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the events numbered from 1 and linked to one another anew."""
    previous = START
    for number, row in enumerate(rows, start=1):
        anew = row._replace(number=number)
        previous = link_of(previous, anew)
        yield anew._replace(link=previous)


def bring_up_from_version_1(connection: Connection) -> None:
    """Give every event its number and its link in the chain, in the transaction of `connection`."""
    for trigger in EVENT_TRIGGERS:
        connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
    connection.exec_driver_sql("ALTER TABLE event RENAME TO event_of_version_1")
    METADATA.create_all(connection)
    raw = _raw(connection)
    text_factory = raw.text_factory
    raw.text_factory = bytes  # a text that is none is taken over as it is, and refused where it is read
    try:
        stored = [Row(*row) for row in raw.execute(_OLD_EVENTS)]
    finally:
        raw.text_factory = text_factory
    raw.executemany(_INSERT_EVENT, linked(stored))
    connection.exec_driver_sql("DROP TABLE event_of_version_1")
    for trigger in EVENT_TRIGGERS:
        connection.exec_driver_sql(TRIGGERS[trigger])
    connection.execute(update(SCHEMA).values(version=VERSION))


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    if not isinstance(raw, sqlite3.Connection):
        raise TypeError(f"{raw!r} is not a connection of SQLite")
    return raw
