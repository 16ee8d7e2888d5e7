"""The event store: events are appended in one transaction, on disk before anybody sees them, and read in order."""

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, insert, select

from firmware_host.clock import Clock, SystemClock
from firmware_host.game.events import Event
from firmware_host.journal.codec import decode, encode
from firmware_host.journal.database import journal_errors, open_engine, writing
from firmware_host.journal.errors import EventCodecError, JournalConflictError, UnknownGameError
from firmware_host.journal.tables import EVENTS, GAMES, REQUESTS
from firmware_host.words import say

REQUESTS_KEPT = 1000  # a request comes again within seconds of the first time, an evening has a few thousand
_SYSTEM_CLOCK = SystemClock()


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game in the journal: its id, when it began (UTC) and how many events it has."""

    id: str
    started: datetime
    events: int


@dataclass(frozen=True, slots=True)
class KeptRequest:
    """A request whose events are in the journal: the id it came with, and the moment of the game right after it."""

    id: str
    moment: str


class Journal:
    """All games of one table in one file. One thread appends; any number can read at the same time.

    Every method raises JournalError if the file cannot be used.
    """

    def __init__(self, engine: Engine, path: Path, clock: Clock) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._write_lock = threading.Lock()
        self._clock = clock
        self.path = path

    @classmethod
    def open(cls, path: Path, clock: Clock = _SYSTEM_CLOCK) -> "Journal":
        """Open the journal at `path`, or create it with its folders; `clock` dates the events."""
        return cls(open_engine(path), path, clock)

    def append(self, game: str, events: Sequence[Event], expected_seq: int, request: KeptRequest | None = None) -> int:
        """Store events of a game, all or none, and return the number of its last event once they are on disk.

        `expected_seq` is the number of events the game has, 0 for a new one; JournalConflictError if it has more.
        `request` is what caused them: it is stored with them, or not at all.
        """
        with self._write_lock, journal_errors(self.path), self._writing.begin() as connection:
            kept = _last_seq(connection, game)
            if kept != expected_seq:
                raise JournalConflictError(
                    say(
                        "Something else has changed game {game} in the journal. Restart the program.",
                        game=game,
                    )
                )
            rows = _rows(game, events, expected_seq + 1, self._clock.now().isoformat(timespec="milliseconds"))
            if rows and not kept:
                connection.execute(insert(GAMES).values(id=game, started=rows[0]["time"]))
            if rows:
                connection.execute(insert(EVENTS), rows)
            if rows and request is not None:
                _keep(connection, request)
        return expected_seq + len(rows)

    def events(self, game: str) -> tuple[Event, ...]:
        """Return all events of a game in order; UnknownGameError if there are none."""
        query = select(EVENTS.c.kind, EVENTS.c.body).where(EVENTS.c.game == game).order_by(EVENTS.c.seq)
        with journal_errors(self.path), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        if not rows:
            raise UnknownGameError(
                f"There is no game “{game}” in the journal {self.path}. Choose one that is listed there."
            )
        return tuple(_event(kind, body) for kind, body in rows)

    def requests(self) -> tuple[KeptRequest, ...]:
        """Return the latest requests that were stored with their events, the oldest first."""
        query = select(REQUESTS.c.id, REQUESTS.c.moment).order_by(REQUESTS.c.number)
        with journal_errors(self.path), self._engine.connect() as connection:
            return tuple(KeptRequest(id_, moment) for id_, moment in connection.execute(query))

    def latest(self) -> str | None:
        """Return the id of the game started last, finished or not; None in an empty journal."""
        query = select(GAMES.c.id).order_by(GAMES.c.number.desc()).limit(1)
        with journal_errors(self.path), self._engine.connect() as connection:
            return connection.execute(query).scalar()

    def games(self) -> tuple[KeptGame, ...]:
        """Return all games, the latest first."""
        query = (
            select(GAMES.c.id, GAMES.c.started, func.count())
            .join_from(GAMES, EVENTS)
            .group_by(GAMES.c.number)
            .order_by(GAMES.c.number.desc())
        )
        with journal_errors(self.path), self._engine.connect() as connection:
            return tuple(KeptGame(id_, _started(id_, at), n) for id_, at, n in connection.execute(query))

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()


def _last_seq(connection: Connection, game: str) -> int:
    query = select(func.coalesce(func.max(EVENTS.c.seq), 0)).where(EVENTS.c.game == game)
    last: int = connection.execute(query).scalar_one()
    return last


def _keep(connection: Connection, request: KeptRequest) -> None:
    """Store a request, and forget those that came long before it."""
    connection.execute(insert(REQUESTS).values(id=request.id, moment=request.moment))
    newest = select(func.max(REQUESTS.c.number)).scalar_subquery()
    connection.execute(delete(REQUESTS).where(REQUESTS.c.number <= newest - REQUESTS_KEPT))


def _rows(game: str, events: Sequence[Event], first: int, time: str) -> list[dict[str, str | int]]:
    rows: list[dict[str, str | int]] = []
    for seq, event in enumerate(events, start=first):
        kind, body = encode(event)
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        rows.append({"game": game, "seq": seq, "kind": kind, "body": text, "time": time})
    return rows


def _started(game: str, at: str) -> datetime:
    try:
        return datetime.fromisoformat(at)
    except (TypeError, ValueError) as error:
        raise EventCodecError(
            f"The game {game} in the journal began at “{at}”, which is no time. Restore a copy of the journal."
        ) from error


def _event(kind: str, body: str) -> Event:
    try:
        fields = json.loads(body)
    except ValueError as error:
        raise EventCodecError(
            f"A stored event of the kind “{kind}” is not valid JSON: {error}. Restore a copy of the journal."
        ) from error
    return decode(kind, fields)
