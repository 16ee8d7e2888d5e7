"""The journal's tables, and the triggers that keep every event and every game as it was written."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    insert,
)

VERSION = 2

METADATA = MetaData()

SCHEMA = Table("schema", METADATA, Column("version", Integer, nullable=False))

GAMES = Table(
    "game",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("started", Text, nullable=False),
    sqlite_autoincrement=True,
)

EVENTS = Table(
    "event",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, ForeignKey("game.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, CheckConstraint("json_valid(body)"), nullable=False),
    Column("time", Text, nullable=False),
    Column("link", LargeBinary, nullable=False),
    UniqueConstraint("game", "seq"),
)
"""Every event: its number in the journal and in its game (`seq`), both from 1, and its link in the chain."""

REQUESTS = Table(
    "request",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("moment", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""The latest requests whose events are in the journal. Unlike events they are not for ever: old ones are deleted."""

OF_VERSION_1 = frozenset({SCHEMA.name, GAMES.name, EVENTS.name})
"""The tables that every journal has; the others were added later, and older programs do not mind them."""

EVENT_TRIGGERS = {
    "event_stays": "BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
    "event_remains": "BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
    # INSERT OR REPLACE fires no delete trigger: a row that is not the next one is refused here.
    "event_follows": "BEFORE INSERT ON event "
    "WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE game = NEW.game) "
    "OR NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM event) "
    "BEGIN SELECT RAISE(ABORT, 'events follow one another without gaps'); END",
}
_GAME_TRIGGERS = {
    "game_stays": "BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'games are append-only'); END",
    "game_remains": "BEFORE DELETE ON game BEGIN SELECT RAISE(ABORT, 'games are append-only'); END",
    "game_is_new": "BEFORE INSERT ON game WHEN EXISTS "
    "(SELECT 1 FROM game WHERE id = NEW.id OR number = NEW.number) "
    "BEGIN SELECT RAISE(ABORT, 'games are append-only'); END",
}
TRIGGERS = {name: f"CREATE TRIGGER {name} {what}" for name, what in (EVENT_TRIGGERS | _GAME_TRIGGERS).items()}
"""The statement of each trigger, by its name, as it stands in a journal."""


def create_tables(connection: Connection) -> None:
    """Create the tables, their triggers and the row with the version, in the transaction of `connection`."""
    METADATA.create_all(connection)
    for trigger in TRIGGERS.values():
        connection.exec_driver_sql(trigger)
    connection.execute(insert(SCHEMA).values(version=VERSION))
