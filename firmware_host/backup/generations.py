"""The automatic backups in one folder: numbered, a bounded number of each kind, the fullest never given up."""

import re
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from firmware_host.backup.checking import read_manifest
from firmware_host.backup.errors import RestoreError

Kind = Literal["game", "evening"]
DISK_SHARE = 10
"""All backups together take at most the disk divided by this."""

KINDS: tuple[Kind, ...] = ("game", "evening")
_NAME = re.compile(r"(?P<number>\d{6})-(?P<kind>game|evening)-\d{8}T\d{6}\.zip")


@dataclass(frozen=True, slots=True)
class Keep:
    """How many backups of each kind are kept; 0 for none."""

    games: int = 10
    evenings: int = 30

    def of(self, kind: Kind) -> int:
        """Return the number for a kind."""
        return self.games if kind == "game" else self.evenings


@dataclass(frozen=True, slots=True, order=True)
class Generation:
    """One automatic backup. The number gives the order, not the day: a Pi without a network lives in 1970."""

    number: int
    kind: Kind
    path: Path

    def as_kind(self, kind: Kind) -> str:
        """Return the name it has as a backup of another kind."""
        return self.path.name.replace(f"-{self.kind}-", f"-{kind}-")


def generations(folder: Path) -> tuple[Generation, ...]:
    """Return the backups in a folder, which need not exist, the oldest first; OSError if it cannot be read."""
    if not folder.is_dir():
        return ()
    found = ((_NAME.fullmatch(path.name), path) for path in folder.iterdir())
    return tuple(
        sorted(
            Generation(int(name["number"]), kind, path)
            for name, path in found
            if name is not None
            for kind in KINDS
            if kind == name["kind"]
        )
    )


def name_of_next(folder: Path, kind: Kind, now: datetime) -> str:
    """Return the name of the next backup in a folder."""
    number = max((one.number for one in generations(folder)), default=0) + 1
    return f"{number:06d}-{kind}-{now:%Y%m%dT%H%M%S}.zip"


def prune(folder: Path, keep: Keep, most: int | None = None) -> None:
    """Remove the oldest backups beyond the number to keep of each kind, and those beyond `most` bytes of all together.

    `most` is a tenth of the disk if nothing else is said. OSError if the disk refuses.

    The newest stays, whatever the numbers say, and so does the one that holds most events: should a journal be lost and
    begun anew, the backups of the new one must not push out the old games.
    """
    all_kept = generations(folder)
    if not all_kept:
        return
    too_old = [one for kind in KINDS for one in _beyond([one for one in all_kept if one.kind == kind], keep.of(kind))]
    too_old += _beyond_bytes([one for one in all_kept if one not in too_old], _share(folder) if most is None else most)
    too_old = [one for one in too_old if one != all_kept[-1]]
    if too_old:
        fullest = max(all_kept, key=lambda one: (_events(one.path), one.number))
        for one in too_old:
            if one != fullest:
                one.path.unlink(missing_ok=True)


def _beyond(ordered: list[Generation], most: int) -> list[Generation]:
    return ordered[: max(0, len(ordered) - most)]


def _beyond_bytes(ordered: list[Generation], most: int) -> list[Generation]:
    sizes = [one.path.stat().st_size for one in ordered]
    count = 0
    while sum(sizes[count:]) > most:
        count += 1
    return ordered[:count]


def _share(folder: Path) -> int:
    return shutil.disk_usage(folder).total // DISK_SHARE


def _events(path: Path) -> int:
    """Return how many events a backup holds; fewer than none if it is no longer whole."""
    try:
        return read_manifest(path).events
    except RestoreError:
        return -1
