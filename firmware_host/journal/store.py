"""The event store: events are appended in one transaction, on disk before anybody sees them, and read in order."""

import json
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select

from firmware_host.clock import Clock, SystemClock
from firmware_host.game.events import Event
from firmware_host.journal.aside import log_path
from firmware_host.journal.chain import START, Row, link_of
from firmware_host.journal.codec import decode_text, encode
from firmware_host.journal.database import journal_errors, writing
from firmware_host.journal.errors import (
    EventCodecError,
    JournalConflictError,
    JournalMovedError,
    JournalUnreadableError,
    UnknownGameError,
)
from firmware_host.journal.mark import Mark
from firmware_host.journal.opening import Opened, open_to_read, open_to_write
from firmware_host.journal.tables import EVENTS, GAMES, REQUESTS
from firmware_host.words import say

REQUESTS_KEPT = 1000  # a request comes again within seconds of the first time, an evening has a few thousand
log = logging.getLogger(__name__)
_SYSTEM_CLOCK = SystemClock()
_TEXTS = frozenset({"game", "kind", "body", "time"})


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

    def __init__(self, opened: Opened, path: Path, clock: Clock) -> None:
        self._engine = opened.engine
        self._writing = writing(opened.engine)
        self._mark = opened.mark
        self.doubtful = opened.doubtful
        self._files = _OpenFiles(path)
        self._write_lock = threading.Lock()
        self._clock = clock
        self.notices = opened.notices
        self.path = path

    @classmethod
    def open(cls, path: Path, clock: Clock = _SYSTEM_CLOCK, *, new: bool = False) -> "Journal":
        """Open the journal at `path`, or create it with its folders; `clock` dates the events.

        With `new`, one that cannot be opened is set aside and an empty one begun. `notices` say what was wrong with it,
        `doubtful` are games that are damaged, and cannot be read.
        """
        return cls(open_to_write(path, clock, new=new), path, clock)

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """Open the journal at `path` only to read it: its file is not changed, also if it is older or damaged."""
        return cls(open_to_read(path), path, _SYSTEM_CLOCK)

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
            if not events:
                return expected_seq
            last = _last(connection)
            rows = _rows(last, game, events, expected_seq + 1, self._clock.now().isoformat(timespec="milliseconds"))
            if not kept:
                connection.execute(insert(GAMES).values(id=game, started=rows[0].time.decode()))
            connection.execute(insert(EVENTS), [_stored(row) for row in rows])
            if request is not None:
                _keep(connection, request)
            self._files.check()
        if self._mark is not None:
            self._mark.write(Mark(rows[-1].number, rows[-1].link))
        return expected_seq + len(rows)

    def events(self, game: str) -> tuple[Event, ...]:
        """Return all events of a game in order; UnknownGameError if there are none."""
        if game in self.doubtful:
            raise EventCodecError(
                f"Game {game} is damaged: its events are not as they were saved. Save what can be saved with "
                "dice-table repair, or bring a backup back with dice-table restore FILE."
            )
        query = select(EVENTS.c.kind, EVENTS.c.body).where(EVENTS.c.game == game).order_by(EVENTS.c.seq)
        with journal_errors(self.path), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        if not rows:
            raise UnknownGameError(
                f"There is no game “{game}” in the journal {self.path}. Choose one that is listed there."
            )
        return tuple(decode_text(kind, body) for kind, body in rows)

    def requests(self) -> tuple[KeptRequest, ...]:
        """Return the latest requests that were stored with their events, the oldest first."""
        query = select(REQUESTS.c.id, REQUESTS.c.moment).order_by(REQUESTS.c.number)
        try:
            with journal_errors(self.path), self._engine.connect() as connection:
                return tuple(KeptRequest(id_, moment) for id_, moment in connection.execute(query))
        except JournalUnreadableError as error:  # they matter for seconds, and the games for years
            log.warning("%s", error)
            return ()

    def latest(self) -> str | None:
        """Return the id of the game started last, finished or not; None in an empty journal."""
        query = select(GAMES.c.id).order_by(GAMES.c.number.desc()).limit(1)
        with journal_errors(self.path), self._engine.connect() as connection:
            return connection.execute(query).scalar()

    def games(self) -> tuple[KeptGame, ...]:
        """Return all games, the latest first."""
        query = (
            select(GAMES.c.id, GAMES.c.started, func.max(EVENTS.c.seq))
            .join_from(GAMES, EVENTS)
            .group_by(GAMES.c.number)
            .order_by(GAMES.c.number.desc())
        )
        with journal_errors(self.path), self._engine.connect() as connection:
            return tuple(KeptGame(id_, datetime.fromisoformat(at), n) for id_, at, n in connection.execute(query))

    def close(self) -> None:
        """Close the file."""
        if self._mark is not None:
            self._mark.close()
        self._engine.dispose()


class _OpenFiles:
    """The journal's file and its log as they are open: somebody may move or delete them at any time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _identity(path)
        self._log: tuple[int, int] | None = None

    def check(self) -> None:
        """JournalMovedError unless what is open is still what is at the journal's place."""
        file, log = _identity(self._path), _identity(log_path(self._path))
        self._log = self._log or log
        if file is None or file != self._file or log is None or log != self._log:
            raise JournalMovedError(
                say(
                    "The journal is no longer at {path}: it was moved, renamed or deleted. Nothing more is saved. "
                    "Put it back, or restart the program.",
                    path=self._path,
                )
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _last_seq(connection: Connection, game: str) -> int:
    query = select(func.coalesce(func.max(EVENTS.c.seq), 0)).where(EVENTS.c.game == game)
    last: int = connection.execute(query).scalar_one()
    return last


def _keep(connection: Connection, request: KeptRequest) -> None:
    """Store a request, and forget those that came long before it."""
    connection.execute(insert(REQUESTS).values(id=request.id, moment=request.moment))
    newest = select(func.max(REQUESTS.c.number)).scalar_subquery()
    connection.execute(delete(REQUESTS).where(REQUESTS.c.number <= newest - REQUESTS_KEPT))


def _last(connection: Connection) -> Mark:
    query = select(EVENTS.c.number, EVENTS.c.link).order_by(EVENTS.c.number.desc()).limit(1)
    last = connection.execute(query).one_or_none()
    return Mark(0, START) if last is None else Mark(*last)


def _rows(last: Mark, game: str, events: Sequence[Event], first: int, time: str) -> list[Row]:
    rows: list[Row] = []
    number, link = last.number, last.link
    for seq, event in enumerate(events, start=first):
        kind, body = encode(event)
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        number += 1
        row = Row(number, game.encode(), seq, kind.encode(), text.encode(), time.encode(), b"")
        link = link_of(link, row)
        rows.append(row._replace(link=link))
    return rows


def _stored(row: Row) -> dict[str, object]:
    return {name: value.decode() if name in _TEXTS else value for name, value in row._asdict().items()}
