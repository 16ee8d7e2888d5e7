"""Makes the automatic backups while people play: in threads of their own that nobody at the table waits for."""

import logging
import os
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from firmware_host.backup.archive import stream
from firmware_host.backup.automatic import FOLDER, AutomaticBackups, gave_up
from firmware_host.backup.checking import read_manifest
from firmware_host.backup.errors import BackupError, RestoreError
from firmware_host.backup.generations import Keep, Kind, generations
from firmware_host.backup.status_text import day, overdue
from firmware_host.journal.errors import JournalMissingError, JournalUnreadableError
from firmware_host.settings import Settings
from firmware_host.table.ports import Notice
from firmware_host.table.snapshot import TableSnapshot
from firmware_host.words import say

IDLE_S = 1800.0
"""An evening has ended when nobody has played for so long; most Pis are unplugged, not shut down."""

FIRST_S = 60.0
"""Seconds after the start in which nothing is saved: then the program and the first people are busy enough."""

AGAIN_S = 600.0
"""Seconds until a second place that was not there is tried again."""

LAST_S = 1.5
"""Seconds that the last backup may take while the program ends; what it does not get done, the next start does."""

NICENESS = 10
STEP = "backup"
log = logging.getLogger(__name__)


def automatic_backups(settings: Settings) -> AutomaticBackups:
    """Return the automatic backups as they are set."""
    second = settings.data / Path(settings.backup_to).expanduser() if settings.backup_to else None
    return AutomaticBackups(settings.data, Keep(settings.backup_games, settings.backup_evenings), second)


@contextmanager
def naming_newest(data: Path) -> Iterator[None]:
    """Have an error about a journal that is gone or unreadable name the newest backup, if there is one."""
    try:
        yield
    except (JournalMissingError, JournalUnreadableError) as error:
        try:
            newest = generations(data / FOLDER)[-1].path
            made = read_manifest(newest).made
        except (IndexError, OSError, RestoreError):
            raise error from None
        # not for players
        raise type(error)(f"{error} The newest backup, of {day(made)}, is {newest}.") from error


class WatchedTable(Protocol):
    """What is asked of the table: its state, and to wait for the next one (`table.service.TableService`)."""

    def snapshot(self) -> TableSnapshot:
        """Return the state of the table."""

    def changes(self, after: int, timeout: float) -> TableSnapshot | None:
        """Wait for a state after this version; None at timeout, and at once when the table is closed."""

    def notices_changed(self) -> None:
        """Publish that the notices have changed."""


class Occasion:
    """Tells from what the table shows when there is something to save; times in seconds of a monotonic clock."""

    def __init__(self, idle: float = IDLE_S) -> None:
        self._idle = idle
        self._game = ""
        self._moment = ""
        self._over = False
        self._since = 0.0
        self._ended = True

    def look(self, shown: TableSnapshot, now: float) -> Kind | None:
        """Return "game" once for each game that is over or left, "evening" once after a long rest, else None."""
        game = "" if shown.game is None else shown.game.game
        over = shown.game is not None and shown.game.current is None
        left = bool(self._game) and game != self._game and not self._over
        ended = over and not (self._over and shown.moment == self._moment)
        if shown.moment != self._moment:
            self._since, self._ended = now, False
        self._game, self._over, self._moment = game, over, shown.moment
        if left or ended:
            return "game"
        if not self._ended and now - self._since >= self._idle:
            self._ended = True
            return "evening"
        return None


class BackupKeeper:
    """Makes `backups` of the games of a table, and copies them to the second place, each in a thread.

    `notices` may be called from any thread and never waits.
    """

    def __init__(self, backups: AutomaticBackups, first: float = FIRST_S, again: float = AGAIN_S) -> None:
        self._backups = backups
        self._first = first
        self._again = again
        self._notices: tuple[Notice, ...] = ()
        self._table: WatchedTable | None = None
        self._closing = threading.Event()
        self._to_copy = threading.Event()
        self._all_saved = threading.Event()
        self._deadline = float("inf")
        self._saver = threading.Thread(target=self._save_all, name="backup", daemon=True)
        self._copier = threading.Thread(target=self._copy_all, name="backup-copy", daemon=True)

    def start(self, table: WatchedTable) -> None:
        """Begin to watch the table."""
        self._table = table
        self._saver.start()
        self._copier.start()

    def close(self) -> None:
        """Save what is not saved yet, as far as there is time; after the table was closed. Closing twice is allowed."""
        if self._saver.ident is None:
            return
        self._deadline = min(self._deadline, time.monotonic() + LAST_S)
        self._closing.set()
        self._saver.join(self._left())
        self._all_saved.set()
        self._to_copy.set()
        self._copier.join(self._left())

    def notices(self) -> tuple[Notice, ...]:
        """Return what people should know: that backups have failed for a week, or do not reach the second place."""
        return self._notices

    def _save_all(self) -> None:
        _step_back()
        with suppress(OSError):
            self._backups.sweep()
        if not self._closing.wait(self._first):
            self._save("evening")  # what an unplugged evening has left
        occasion = Occasion()
        assert self._table is not None  # noqa: S101 - `start` sets it
        shown = self._table.snapshot()
        while not self._closing.is_set():
            kind = occasion.look(shown, time.monotonic())
            if kind is not None:
                self._save(kind)
            asked = time.monotonic()
            newer = self._table.changes(shown.version, self._again)
            shown = newer or shown
            if newer is None and time.monotonic() - asked < self._again / 2:
                self._closing.wait()  # a closed table does not block
        self._save("evening")

    def _save(self, kind: Kind) -> None:
        if kind == "game":
            self._backups.after_game(self._pause)
        else:
            self._backups.end_evening(self._pause)
        self._to_copy.set()
        self._tell()

    def _copy_all(self) -> None:
        _step_back()
        last = False
        while not last:
            self._to_copy.clear()
            last = self._all_saved.is_set()
            self._backups.copy(self._pause)
            self._tell()
            if not last:
                self._to_copy.wait(self._again)

    def _tell(self) -> None:
        status = self._backups.status()
        second = None if status.second is None else status.second.failure
        told = tuple(Notice(text, STEP) for text in (overdue(status), second) if text)
        if told != self._notices and self._table is not None:
            self._notices = told
            self._table.notices_changed()

    def _pause(self) -> None:
        if time.monotonic() > self._deadline:
            raise gave_up()

    def _left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())


class BackupDownload:
    """A backup made for a page, piece by piece; one at a time, because each takes room on the disk."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._busy = threading.Lock()

    def __call__(self, *, pictures: bool) -> Generator[bytes, None, None]:
        """Yield the pieces; BackupError with the first if it cannot be made."""
        if not self._busy.acquire(blocking=False):
            raise BackupError(say("Another backup is being saved right now. Try again when it is done."))
        try:
            yield from stream(self._data, pictures=pictures)
        finally:
            self._busy.release()


def _step_back() -> None:
    """Give this thread a lower priority, where a thread can have one."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
