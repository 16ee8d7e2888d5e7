"""The event store: events are appended in one transaction, on disk before anybody sees them, and read in order."""

import json
import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from firmware_host.clock import Clock, SystemClock
from firmware_host.game.events import Event
from firmware_host.journal.codec import decode, encode
from firmware_host.journal.database import journal_errors, open_engine, overwrite_refused, writing
from firmware_host.journal.errors import (
    EventCodecError,
    JournalConflictError,
    JournalError,
    JournalReadOnlyError,
    UnknownGameError,
)
from firmware_host.journal.memory import content, copied_files, copied_journal, is_read_only
from firmware_host.journal.tables import EVENTS, GAMES, REQUESTS
from firmware_host.words import say

REQUESTS_KEPT = 1000  # a request comes again within seconds of the first time, an evening has a few thousand
FORGOTTEN_TOGETHER = 100  # each time costs the card a page more
_SYSTEM_CLOCK = SystemClock()
log = logging.getLogger(__name__)


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

    Every method raises JournalError if the file cannot be used. Where its disk can only be read, from the start or from
    some moment on, a copy in memory takes its place: `unsaved_since` then says when that was (UTC), and `content` is to
    be saved somewhere else. What was appended there stays in memory after `close`, until the machine is switched off.
    """

    def __init__(self, engine: Engine, path: Path, clock: Clock, read_only: Callable[[Path], bool]) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._write_lock = threading.Lock()
        self._clock = clock
        self._read_only = read_only
        self._copy: Path | None = None
        self._appended = False
        self.path = path
        self.unsaved_since: datetime | None = None

    @classmethod
    def open(
        cls, path: Path, clock: Clock = _SYSTEM_CLOCK, read_only: Callable[[Path], bool] = is_read_only
    ) -> "Journal":
        """Open the journal at `path`, or create it with its folders; `clock` dates the events.

        `read_only` returns whether the disk of a folder can only be read.
        """
        if not read_only(path.parent):
            return cls(open_engine(path), path, clock, read_only)
        try:
            copy = copied_files(path)
        except OSError as error:
            raise JournalReadOnlyError(  # not for players
                f"The disk of the journal {path} can only be read, and there is no room for a copy in memory: {error}. "
                "Choose another folder with --data."
            ) from error
        journal = cls(open_engine(copy), path, clock, read_only)
        journal._move_to(copy)
        return journal

    def content(self) -> bytes:
        """Return the whole journal as one file."""
        with journal_errors(self.path):
            return content(self._engine)

    def append(self, game: str, events: Sequence[Event], expected_seq: int, request: KeptRequest | None = None) -> int:
        """Store events of a game, all or none, and return the number of its last event once they are on disk.

        `expected_seq` is the number of events the game has, 0 for a new one; JournalConflictError if it has more.
        `request` is what caused them: it is stored with them, or not at all.
        """
        with self._write_lock:
            try:
                return self._append(game, events, expected_seq, request)
            except JournalConflictError:
                raise
            except JournalError as error:
                if self._take_refuge():
                    raise JournalReadOnlyError(
                        say(
                            "The disk can only be read now, so this was not saved. From now on the game is kept in "
                            "memory: do it again."
                        )
                    ) from error
                overwrite_refused(self._engine)
                raise

    def _take_refuge(self) -> bool:
        """Go on in memory if the disk can only be read; return whether that is so from now on."""
        if self._copy is not None or not self._read_only(self.path.parent):
            return False
        try:
            copy = copied_journal(self._engine, self.path)
            engine = open_engine(copy)
        except (OSError, sqlite3.Error, DBAPIError, JournalError) as error:
            log.warning("The journal cannot be copied into memory: %s", error)
            return False
        self._engine.dispose()
        self._engine, self._writing = engine, writing(engine)
        self._move_to(copy)
        return True

    def _move_to(self, copy: Path) -> None:
        self._copy, self.unsaved_since = copy, self._clock.now()
        log.warning(  # not for players
            "The disk of %s can only be read. What is played from now on is in memory alone, as %s: it is lost when "
            "the machine is switched off. Save it from the setup page, or copy that file.",
            self.path,
            copy,
        )

    def _append(self, game: str, events: Sequence[Event], expected_seq: int, request: KeptRequest | None) -> int:
        with journal_errors(self.path), self._writing.begin() as connection:
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
        self._appended = self._appended or bool(rows)
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
        query = select(REQUESTS.c.id, REQUESTS.c.moment).order_by(REQUESTS.c.number.desc()).limit(REQUESTS_KEPT)
        with journal_errors(self.path), self._engine.connect() as connection:
            newest_first = connection.execute(query).all()
        return tuple(KeptRequest(id_, moment) for id_, moment in reversed(newest_first))

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
            return tuple(KeptGame(id_, datetime.fromisoformat(at), n) for id_, at, n in connection.execute(query))

    def close(self) -> None:
        """Close the file, and forget a copy in memory that nothing was appended to."""
        self._engine.dispose()
        if self._copy is not None and not self._appended:
            shutil.rmtree(self._copy.parent, ignore_errors=True)


def _last_seq(connection: Connection, game: str) -> int:
    query = select(func.coalesce(func.max(EVENTS.c.seq), 0)).where(EVENTS.c.game == game)
    last: int = connection.execute(query).scalar_one()
    return last


def _keep(connection: Connection, request: KeptRequest) -> None:
    """Store a request, and now and then forget those that came long before it."""
    connection.execute(insert(REQUESTS).values(id=request.id, moment=request.moment))
    number = connection.execute(select(func.max(REQUESTS.c.number))).scalar_one()
    if number % FORGOTTEN_TOGETHER == 0:
        connection.execute(delete(REQUESTS).where(REQUESTS.c.number <= number - REQUESTS_KEPT))


def _rows(game: str, events: Sequence[Event], first: int, time: str) -> list[dict[str, str | int]]:
    rows: list[dict[str, str | int]] = []
    for seq, event in enumerate(events, start=first):
        kind, body = encode(event)
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        rows.append({"game": game, "seq": seq, "kind": kind, "body": text, "time": time})
    return rows


def _event(kind: str, body: str) -> Event:
    try:
        fields = json.loads(body)
    except ValueError as error:
        raise EventCodecError(
            f"A stored event of the kind “{kind}” is not valid JSON: {error}. Restore a copy of the journal."
        ) from error
    return decode(kind, fields)
