"""Sweeps up what a kill leaves: half-written files, and pictures of a roll that never reached the journal.

Pictures that the journal does not know may also be all that is left of evenings, where the journal was lost or an older
copy took its place. So only what one kill can leave is removed: drafts, and one roll.
"""

import logging
import time
from collections.abc import Iterable
from pathlib import Path

from firmware_host.game.events import Rolled
from firmware_host.journal.store import Journal
from firmware_host.table.disk_room import DRAFT, PICTURE_FILE, game_folders, remove_game

DAY_S = 86_400.0
"""A draft outside the pictures may be of another program that is still writing it, such as `dice-table solve`; not one
that is older than this."""

log = logging.getLogger(__name__)


def sweep_pictures(pictures: Path, journal: Journal) -> None:
    """Remove what a kill has left among the pictures; OSError or JournalError if that cannot be done.

    Nothing is removed while the journal has no game, or its disk can only be read.
    """
    latest = journal.latest()
    if latest is None or journal.unsaved_since is not None:
        return
    rolls = sum(isinstance(event, Rolled) for event in journal.events(latest))
    home = pictures / latest
    if home.is_dir():
        _remove(path for path in home.iterdir() if DRAFT.fullmatch(path.name))
        _sweep_rolls(home, rolls)
    known = sorted(game.id for game in journal.games())
    for folder in game_folders(pictures):
        if folder.name not in known:
            _sweep_unknown(folder, after=known[0], before=known[-1])


def sweep_drafts(folders: Iterable[Path]) -> None:
    """Remove drafts that nobody can be writing any more from these folders; OSError if that cannot be done."""
    now = time.time()
    for folder in folders:
        if folder.is_dir():
            drafts = (path for path in folder.iterdir() if DRAFT.fullmatch(path.name))
            _remove(path for path in drafts if now - path.stat().st_mtime > DAY_S)


def _sweep_rolls(home: Path, rolls: int) -> None:
    """Remove the pictures of the roll after those that the journal has, unless there are pictures of more."""
    files = [path for path in home.iterdir() if PICTURE_FILE.fullmatch(path.name) and _roll(path) > rolls]
    if any(_roll(path) > rolls + 1 for path in files):
        log.warning("%s has pictures of rolls that the journal does not know, which are left as they are", home)
        return
    _remove(files)


def _sweep_unknown(folder: Path, after: str, before: str) -> None:
    """Remove the pictures of one roll of a game that does not exist, and leave all that may tell of a lost evening."""
    rolls = {_roll(path) for path in folder.iterdir() if PICTURE_FILE.fullmatch(path.name)}
    if after < folder.name < before and rolls <= {1}:
        remove_game(folder)
    elif rolls:
        log.warning("%s has pictures of a game that the journal does not know, which are left as they are", folder)


def _remove(files: Iterable[Path]) -> None:
    for path in files:
        path.unlink(missing_ok=True)
        log.info("%s was left by a kill, and is removed", path)


def _roll(picture: Path) -> int:
    return int(picture.stem.partition("-")[0])
