"""The room on the disk of the games, and what gives way when it is short.

Pictures give way first, whole games, the oldest first; then old logs; the journal never.
"""

import logging
import re
import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware_host.journal.memory import is_read_only
from firmware_host.journal.store import Journal
from firmware_host.table.ports import Notice
from firmware_host.words import Words, say

MEGABYTE = 1_000_000
PICTURE_FILE = re.compile(r"\d{1,6}((-\d)?\.jpg|\.zip)")
DRAFT = re.compile(r"\..+\.[0-9a-f]{8}\.part")
"""Files that `vision.atomic_file` has begun; after a kill they stay."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RoomLimits:
    """Bytes free on the disk, below or above which something changes, and how often it is looked at."""

    wanted: int = 100 * MEGABYTE
    """Below this, old pictures give way: a long evening's pictures take some 50 MB, its log and journal 5, and the
    system beside us writes too."""

    last: int = 8 * MEGABYTE
    """Below this, no picture is saved and old logs give way. It is the journal's: its WAL grows to 4 MB before SQLite
    takes it back into the journal, which itself grows by 1 MB in a long evening; the rest is for settings and the log.
    """

    back: int = 16 * MEGABYTE
    """From this on pictures are saved again; twice `last`, so that they do not come and go with every roll."""

    every_s: float = 60.0
    """Seconds between looks while nothing is thrown, so that the page says soon that there is room again."""


LIMITS = RoomLimits()


def free_bytes(folder: Path) -> int:
    """Return the bytes that are free for us on the disk of a folder, which need not exist yet."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return shutil.disk_usage(there).free


class PictureRoom(Protocol):
    """Whether pictures may be saved; `begin` says which game's pictures never give way: the one being played."""

    def begin(self, game: str) -> None:
        """Take note of the game being played."""

    def for_pictures(self) -> bool:
        """Return whether a picture may be saved now."""


class EndlessRoom:
    """A `PictureRoom` without limits, for tables whose pictures are not looked after."""

    def begin(self, game: str) -> None:
        """Do nothing."""

    def for_pictures(self) -> bool:
        """Return True."""
        return True


ENDLESS = EndlessRoom()


class DiskRoom:
    """Looks after the room of `pictures`, a folder of a folder for each game (`PictureRoom`).

    Together they take at most `most` bytes, apart from the game being played. `logs` are old log files, which may go.
    `free` returns the bytes that are free on the disk of a folder, and raises OSError if that cannot be told;
    `read_only` returns whether it can only be read, and no picture is saved then.
    `start` begins a thread that tidies up: at once, when a game begins, when room gets short and every minute.
    `notices`, `begin` and `for_pictures` may be called from any thread and never wait for it.
    """

    def __init__(
        self,
        pictures: Path,
        most: int,
        logs: Sequence[Path] = (),
        free: Callable[[Path], int] = free_bytes,
        limits: RoomLimits = LIMITS,
        read_only: Callable[[Path], bool] = is_read_only,
    ) -> None:
        self._read_only = read_only
        self._pictures = pictures
        self._most = most
        self._logs = tuple(logs)
        self._free = free
        self._limits = limits
        self._playing = ""
        self._saving = True
        self._left = 0
        self._sizes: dict[str, tuple[int, int]] = {}  # of each game: when its folder changed, and its bytes
        self._on_change: Callable[[], None] = lambda: None
        self._woken = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="disk-room", daemon=True)
        self._measure()

    def start(self, on_change: Callable[[], None]) -> None:
        """Begin to tidy up; `on_change` is called when the notices have changed."""
        self._on_change = on_change
        self._thread.start()

    def close(self) -> None:
        """Stop; closing twice is allowed."""
        self._closed = True
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join()

    def begin(self, game: str) -> None:
        """Take note of the game being played, and see whether there is room for it."""
        self._playing = game
        self._woken.set()

    def for_pictures(self) -> bool:
        """Return whether a picture may be saved now."""
        if self._measure() < self._limits.wanted:
            self._woken.set()
        return self._saving and not self._read_only(self._pictures)

    def notices(self) -> tuple[Notice, ...]:
        """Return what people should know about the disk."""
        if self._saving:
            return ()
        return (Notice(_almost_full(self._left), step=None),)

    def tidy(self) -> None:
        """Let pictures and logs give way until they keep to the limits."""
        before = self.notices()
        try:
            self._shrink()
        except OSError as error:
            log.warning("Old pictures and logs could not be removed: %s", error)
        self._measure()
        if self.notices() != before:
            self._on_change()

    def _run(self) -> None:
        while not self._closed:
            self._woken.clear()
            self.tidy()
            self._woken.wait(self._limits.every_s)

    def _measure(self) -> int:
        """Return the bytes that are free, and decide whether pictures are saved."""
        try:
            free = self._free(self._pictures)
        except OSError:
            return self._limits.wanted  # saving itself will tell what is wrong
        self._saving = free >= (self._limits.last if self._saving else self._limits.back)
        self._left = free // MEGABYTE
        return free

    def _shrink(self) -> None:
        if self._read_only(self._pictures):
            return
        sizes = self._games()
        total = sum(sizes.values())
        for game, size in sizes.items():
            if total <= self._most and self._measure() >= self._limits.wanted:
                return
            if game == self._playing:
                continue
            remove_game(self._pictures / game)
            total -= size
            log.warning("The pictures of game %s gave way: %d MB", game, size // MEGABYTE)
        if self._measure() < self._limits.last:
            for path in self._logs:
                path.unlink(missing_ok=True)

    def _games(self) -> dict[str, int]:
        """Return how many bytes the pictures of each game take, the oldest game first."""
        sizes: dict[str, int] = {}
        known, self._sizes = self._sizes, {}
        for folder in game_folders(self._pictures):
            changed = folder.stat().st_mtime_ns
            at, size = known.get(folder.name, (0, 0))
            self._sizes[folder.name] = (changed, size if at == changed else bytes_of(folder))
            sizes[folder.name] = self._sizes[folder.name][1]
        return sizes


def game_folders(pictures: Path) -> list[Path]:
    """Return the folders of games, the oldest game first: their names sort by time."""
    if not pictures.is_dir():
        return []
    return sorted(path for path in pictures.iterdir() if path.is_dir() and not path.is_symlink())


def bytes_of(folder: Path) -> int:
    """Return how many bytes a game's pictures take."""
    total = 0
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # removed meanwhile
            total += path.stat().st_size
    return total


def remove_game(folder: Path) -> None:
    """Remove a game's pictures, and its folder unless other files lie there; OSError if the disk refuses."""
    for path in folder.iterdir():
        if PICTURE_FILE.fullmatch(path.name) or DRAFT.fullmatch(path.name):
            path.unlink(missing_ok=True)
    with suppress(OSError):  # somebody's own files stay
        folder.rmdir()


def unsaved(journal: Journal) -> tuple[Notice, ...]:
    """Return what people should know of a journal whose disk can only be read."""
    if journal.unsaved_since is None:
        return ()
    return (
        Notice(
            say(
                "The disk can only be read, so what is played now is saved nowhere: it is lost when the machine is "
                "switched off. Play on, and save the games from the setup page before that."
            )
        ),
    )


def _almost_full(left: int) -> Words:
    return say(
        "The disk is almost full ({left} MB free), so rolls count without their pictures. Make room, and pictures are "
        "saved again.",
        left=left,
    )
