"""Backups that nobody has to think of: after each game and each evening, a bounded number of them."""

import hashlib
import logging
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from firmware_host.backup.archive import WORK_FOLDER, save
from firmware_host.backup.contents import MEBIBYTE, files
from firmware_host.backup.errors import BackupError
from firmware_host.backup.generations import Keep, Kind, generations, name_of_next, prune
from firmware_host.backup.memory import Memory, PlaceState
from firmware_host.backup.second_place import SecondPlace
from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.journal.checkpoint import checkpoint
from firmware_host.journal.errors import JournalError
from firmware_host.journal.reading import read_only
from firmware_host.settings import JOURNAL_FILE

FOLDER = "backups"
PATIENCE = timedelta(days=7)
"""How long backups may fail before every page says so; the setup says so at once."""

FORGOTTEN_S = 3600.0
"""Seconds after which the working folder of a backup is what a kill has left behind."""

_SYSTEM_CLOCK = SystemClock()
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlaceStatus:
    """How backups into one place stand; `overdue` tells that they have failed for a week."""

    folder: Path
    made: datetime | None
    failure: str
    overdue: bool


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """The automatic backups: how many there are, how many megabytes they take, and how they stand.

    `second` is the second place, None if none is named; `apart` tells whether it is on another disk than the games.
    """

    own: PlaceStatus
    count: int
    megabytes: float
    second: PlaceStatus | None = None
    apart: bool = False


class AutomaticBackups:
    """The backups of a data folder in its folder `backups`; the newest also in `second`, if one is named.

    `after_game`, `end_evening` and `copy` may take long: they belong into threads of their own. They never raise; what
    goes wrong is remembered and told by `status`, which may be called from any thread.
    """

    def __init__(
        self, data: Path, keep: Keep | None = None, second: Path | None = None, clock: Clock = _SYSTEM_CLOCK
    ) -> None:
        self._data = data
        self._folder = data / FOLDER
        self._keep = keep or Keep()
        self._clock = clock
        self._memory = Memory(self._folder)
        self._second = None if second is None else SecondPlace(second, self._folder, self._memory, self._keep, clock)

    def after_game(self, pause: Callable[[], None] = lambda: None) -> None:
        """Bring the journal's log into its file, and save everything unless nothing has changed since the last time."""
        self._save("game", pause)

    def end_evening(self, pause: Callable[[], None] = lambda: None) -> None:
        """Save everything that changed since the last backup; without a change, that one is the evening's.

        `pause` is called between pieces and may raise BackupError to give up.
        """
        self._save("evening", pause)

    def copy(self, pause: Callable[[], None] = lambda: None) -> None:
        """Copy the newest backup to the second place unless it is there."""
        if self._second is not None:
            self._second.copy_newest(pause)

    def sweep(self) -> None:
        """Remove what backups that were killed have left behind."""
        for folder in self._data.glob(f"{WORK_FOLDER}*"):
            if time.time() - folder.stat().st_mtime > FORGOTTEN_S:
                shutil.rmtree(folder, ignore_errors=True)
        for draft in self._folder.glob(".*.part"):
            draft.unlink(missing_ok=True)

    def status(self) -> BackupStatus:
        """Return how the backups stand."""
        state = self._memory.state
        try:
            sizes = [one.path.stat().st_size for one in generations(self._folder)]
        except OSError:
            sizes = []
        second = None if self._second is None else self._told(self._second.folder, state.second)
        own = self._told(self._folder, state.own)
        return BackupStatus(own, len(sizes), sum(sizes) / MEBIBYTE, second, state.apart)

    def _save(self, kind: Kind, pause: Callable[[], None]) -> None:
        now = self._clock.now()
        try:
            mark = self._mark()
            if mark is None or self._is_saved(mark, kind):
                return
            self._memory.change(own=self._memory.state.own.at_work(now))
            if not checkpoint(self._data / JOURNAL_FILE):
                log.info("The journal's log stays beside it for now: somebody is reading it")
            self._folder.mkdir(parents=True, exist_ok=True)
            name = name_of_next(self._folder, kind, now)
            save(self._data, self._folder / name, pictures=False, clock=self._clock, pause=pause)
            prune(self._folder, self._keep)
        except (DiceTableError, OSError, sqlite3.Error) as error:
            why = error.sentence if isinstance(error, DiceTableError) else str(error)
            log.warning("No backup was made: %s", why)
            self._memory.change(own=self._memory.state.own.failed(why))
        else:
            self._memory.change(mark=mark, own=PlaceState(made=now))

    def _is_saved(self, mark: str, kind: Kind) -> bool:
        """Return whether the newest backup holds this already; at the end of an evening it becomes the evening's."""
        kept = generations(self._folder)
        if not kept or mark != self._memory.state.mark:
            return False
        newest = kept[-1]
        if kind == "evening" and newest.kind == "game":
            newest.path.rename(newest.path.with_name(newest.as_kind("evening")))
            prune(self._folder, self._keep)
        return True

    def _mark(self) -> str | None:
        """Return what tells the data folder of now from that of the last backup; None if nobody has played yet."""
        try:
            with closing(read_only(self._data / JOURNAL_FILE)) as connection:
                played = connection.execute("SELECT max(rowid) FROM event").fetchone()
        except sqlite3.Error as error:
            if not (self._data / JOURNAL_FILE).exists():
                return None
            raise JournalError(f"The journal cannot be read: {error}.") from error
        if played == (None,):
            return None
        told = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files(self._data, pictures=False)]
        return hashlib.sha256(repr((played, told)).encode()).hexdigest()

    def _told(self, folder: Path, state: PlaceState) -> PlaceStatus:
        overdue = state.due is not None and self._clock.now() - state.due >= PATIENCE
        return PlaceStatus(folder, state.made, state.failure, overdue)


def gave_up() -> BackupError:
    """Say that the program ended before the backup was done."""
    return BackupError("The program was stopped first. The backup is made up for at the next start.")  # not for players
