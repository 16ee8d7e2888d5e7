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

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from firmware_host.clock import Clock, SystemClock
from firmware_host.game.events import Event
from firmware_host.journal.aside import log_path
from firmware_host.journal.chain import START, Row, link_of
from firmware_host.journal.codec import decode_text, encode
from firmware_host.journal.database import journal_errors, overwrite_refused, writing
from firmware_host.journal.errors import (
    EventCodecError,
    JournalConflictError,
    JournalError,
    JournalMovedError,
    JournalReadOnlyError,
    JournalUnreadableError,
    UnknownGameError,
)
from firmware_host.journal.mark import Mark
from firmware_host.journal.memory import content, copied_files, copied_journal, is_read_only
from firmware_host.journal.opening import Opened, open_to_read, open_to_write
from firmware_host.journal.tables import EVENTS, GAMES, REQUESTS
from firmware_host.words import say

REQUESTS_KEPT = 1000  # a request comes again within seconds of the first time, an evening has a few thousand
FORGOTTEN_TOGETHER = 100  # each time costs the card a page more
log = logging.getLogger(__name__)
_SYSTEM_CLOCK = SystemClock()
_ENDS = (
    "SELECT (SELECT coalesce(max(seq), 0) FROM event WHERE game = ?), number, link FROM event "
    "ORDER BY number DESC LIMIT 1"
)
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

    Every method raises JournalError if the file cannot be used. Where its disk can only be read, from the start or from
    some moment on, a copy in memory takes its place: `unsaved_since` then says when that was (UTC), and `content` is to
    be saved somewhere else. What was appended there stays in memory after `close`, until the machine is switched off.
    """

    def __init__(
        self, opened: Opened, path: Path, clock: Clock, read_only: Callable[[Path], bool] = is_read_only
    ) -> None:
        self._take(opened, path)
        self.doubtful = opened.doubtful
        self.notices = opened.notices
        self._write_lock = threading.Lock()
        self._clock = clock
        self._read_only = read_only
        self._copy: Path | None = None
        self._changed = False
        self.path = path
        self.unsaved_since: datetime | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        clock: Clock = _SYSTEM_CLOCK,
        *,
        new: bool = False,
        read_only: Callable[[Path], bool] = is_read_only,
    ) -> "Journal":
        """Open the journal at `path`, or create it with its folders; `clock` dates the events.

        With `new`, one that cannot be opened is set aside and an empty one begun. `notices` say what was wrong with it,
        `doubtful` are games that are damaged, and cannot be read. `read_only` returns whether the disk of a folder can
        only be read.
        """
        if not read_only(path.parent):
            return cls(open_to_write(path, clock, new=new), path, clock, read_only)
        try:
            copy = copied_files(path)
        except OSError as error:
            raise JournalReadOnlyError(  # not for players
                f"The disk of the journal {path} can only be read, and there is no room for a copy in memory: {error}. "
                "Choose another folder with --data."
            ) from error
        journal = cls(open_to_write(copy, clock, new=new), copy, clock, read_only)
        journal.path = path
        journal._move_to(copy)
        return journal

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """Open the journal at `path` only to read it: its file is not changed, also if it is older or damaged."""
        return cls(open_to_read(path), path, _SYSTEM_CLOCK)

    def _take(self, opened: Opened, path: Path) -> None:
        """Read and write from now on what is open at `path`."""
        self._engine = opened.engine
        self._writing = writing(opened.engine)
        self._mark = opened.mark
        self._files = _OpenFiles(path)

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
                rows = self._appended(game, events, expected_seq, request)
            except (JournalConflictError, JournalMovedError):
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
            self._changed = self._changed or bool(rows)
            if rows and self._mark is not None:
                self._mark.write(Mark(rows[-1].number, rows[-1].link))
        return expected_seq + len(rows)

    def _take_refuge(self) -> bool:
        """Go on in memory if the disk can only be read; return whether that is so from now on."""
        if self._copy is not None or not self._read_only(self.path.parent):
            return False
        try:
            copy = copied_journal(self._engine, self.path)
            opened = open_to_write(copy, self._clock, new=False)
        except (OSError, sqlite3.Error, DBAPIError, JournalError) as error:
            log.warning("The journal cannot be copied into memory: %s", error)
            return False
        if self._mark is not None:
            self._mark.close()
        self._engine.dispose()
        self._take(opened, copy)
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

    def _appended(
        self, game: str, events: Sequence[Event], expected_seq: int, request: KeptRequest | None
    ) -> Sequence[Row]:
        """Commit events and return them as they are stored."""
        with journal_errors(self.path), self._writing.begin() as connection:
            kept, last = _ends(connection, game)
            if kept != expected_seq:
                raise JournalConflictError(
                    say(
                        "Something else has changed game {game} in the journal. Restart the program.",
                        game=game,
                    )
                )
            if not events:
                return ()
            rows = _rows(last, game, events, expected_seq + 1, self._clock.now().isoformat(timespec="milliseconds"))
            if not kept:
                connection.execute(insert(GAMES).values(id=game, started=rows[0].time.decode()))
            connection.execute(insert(EVENTS), [_stored(row) for row in rows])
            if request is not None:
                _keep(connection, request)
            self._files.check()
        return rows

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
        query = select(REQUESTS.c.id, REQUESTS.c.moment).order_by(REQUESTS.c.number.desc()).limit(REQUESTS_KEPT)
        try:
            with journal_errors(self.path), self._engine.connect() as connection:
                newest_first = connection.execute(query).all()
        except JournalUnreadableError as error:  # they matter for seconds, and the games for years
            log.warning("%s", error)
            return ()
        return tuple(KeptRequest(id_, moment) for id_, moment in reversed(newest_first))

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
            return tuple(KeptGame(id_, _started(id_, at), n) for id_, at, n in connection.execute(query))

    def close(self) -> None:
        """Close the file, and forget a copy in memory that nothing was appended to."""
        if self._mark is not None:
            self._mark.close()
        self._engine.dispose()
        if self._copy is not None and not self._changed:
            shutil.rmtree(self._copy.parent, ignore_errors=True)


class _OpenFiles:
    """The journal's file and its log as they are open: somebody may move or delete them at any time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _identity(path)
        self._log: tuple[int, int] | None = None

    def check(self) -> None:
        """JournalMovedError unless what is open is still what is at the journal's place."""
        file, log = _identity(self._path), _identity(log_path(self._path))
        self._log = self._log or log  # none on file systems on which SQLite can keep no log
        if file is None or file != self._file or log != self._log:
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


def _ends(connection: Connection, game: str) -> tuple[int, Mark]:
    """Return the number of a game's last event in it, and the journal's last event; 0 where there is none."""
    row = connection.exec_driver_sql(_ENDS, (game,)).one_or_none()
    return (0, Mark(0, START)) if row is None else (row[0], Mark(row[1], row[2]))


def _keep(connection: Connection, request: KeptRequest) -> None:
    """Store a request, and now and then forget those that came long before it."""
    connection.execute(insert(REQUESTS).values(id=request.id, moment=request.moment))
    number = connection.execute(select(func.max(REQUESTS.c.number))).scalar_one()
    if number % FORGOTTEN_TOGETHER == 0:
        connection.execute(delete(REQUESTS).where(REQUESTS.c.number <= number - REQUESTS_KEPT))


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


def _started(game: str, at: str) -> datetime:
    try:
        return datetime.fromisoformat(at)
    except (TypeError, ValueError) as error:
        raise EventCodecError(
            f"The game {game} in the journal began at “{at}”, which is no time. Save what can be saved with dice-table "
            "repair, or bring a backup back with dice-table restore FILE."
        ) from error
