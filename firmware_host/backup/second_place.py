"""The newest backup once more in another place: a USB stick, a folder of another machine."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

from firmware_host.backup.archive import CHUNK
from firmware_host.backup.contents import MEBIBYTE
from firmware_host.backup.errors import BackupError
from firmware_host.backup.generations import Keep, generations, prune
from firmware_host.backup.memory import Memory, PlaceState
from firmware_host.clock import Clock
from firmware_host.words import say
from vision.atomic_file import atomic_write

log = logging.getLogger(__name__)


class SecondPlace:
    """Copies the newest backup of `source` into a folder of this table's own in `folder`.

    Nothing is written where the disk is not the one that was there before: an unplugged stick often leaves an empty
    folder, and what is written there lies on the disk that the copy is meant to outlive. Every call may wait as long as
    a network does.
    """

    def __init__(self, folder: Path, source: Path, memory: Memory, keep: Keep, clock: Clock) -> None:
        self.folder = folder
        self._source = source
        self._memory = memory
        self._keep = keep
        self._clock = clock
        if memory.state.second_folder != str(folder):
            memory.change(second_folder=str(folder), second=PlaceState(), apart=False)

    def copy_newest(self, pause: Callable[[], None] = lambda: None) -> None:
        """Copy the newest backup unless it is there; what goes wrong is remembered and told, never raised.

        `pause` is called between pieces and may raise BackupError to give up.
        """
        now = self._clock.now()
        try:
            kept = generations(self._source)
            if not kept:
                return
            made = self._copy(kept[-1].path, pause)
        except (BackupError, OSError) as error:
            why = error.sentence if isinstance(error, BackupError) else _cannot(self.folder, error)
            log.warning("%s", why)
            self._memory.change(second=self._memory.state.second.at_work(now).failed(why))
            return
        before = self._memory.state.second
        self._memory.change(second=PlaceState(now if made else before.made or now))

    def _copy(self, newest: Path, pause: Callable[[], None]) -> bool:
        """Have the newest backup in the second place, and tell whether it had to be copied."""
        home = self._home()
        number = newest.name.partition("-")[0]
        for there in generations(home):
            if there.path.name.startswith(f"{number}-"):
                if there.path.name != newest.name:
                    there.path.rename(home / newest.name)
                prune(home, self._keep)
                return False
        needed = newest.stat().st_size + MEBIBYTE
        free = shutil.disk_usage(home).free
        if free < needed:
            raise BackupError(
                say(
                    "{folder} has {free} MB left, and a backup takes {needed} MB. Make room there.",
                    folder=self.folder,
                    free=free // MEBIBYTE,
                    needed=needed // MEBIBYTE,
                )
            )
        with newest.open("rb") as source, atomic_write(home / newest.name) as out:
            while piece := source.read(CHUNK):
                out.write(piece)
                pause()
        prune(home, self._keep)
        return True

    def _home(self) -> Path:
        """Return this table's own folder there, made if need be; BackupError if the disk is not there."""
        if not self.folder.is_dir():
            raise BackupError(missing(self.folder))
        apart = self.folder.stat().st_dev != self._source.stat().st_dev
        if self._memory.state.apart and not apart:
            raise BackupError(missing(self.folder))
        self._memory.change(apart=apart)
        home = self.folder / f"dice-table-{self._memory.state.id}"
        home.mkdir(exist_ok=True)
        return home


def missing(folder: Path) -> str:
    """Say that the second place is not there."""
    return say(
        "Backups are not copied to {folder}: the disk is not there. Plug it in, or connect this machine with it.",
        folder=folder,
    )


def _cannot(folder: Path, error: OSError) -> str:
    return say(
        "Backups are not copied to {folder}: {reason}. Make sure that the disk is there and can be written to.",
        folder=folder,
        reason=error.strerror or error,
    )
