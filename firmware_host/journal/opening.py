"""Opening a journal: what was found decides whether it is opened, mended, opened in part or refused."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from firmware_host.clock import Clock
from firmware_host.journal.aside import aside_path, copy_aside, log_path, move_aside
from firmware_host.journal.copying import copy_journal
from firmware_host.journal.database import journal_errors, reading_engine, unreadable, writable_engine
from firmware_host.journal.errors import (
    JournalError,
    JournalMissingError,
    JournalTooNewError,
    JournalUnreadableError,
    UnknownGameError,
)
from firmware_host.journal.examination import Examination, ForeignFileError, examine, too_new
from firmware_host.journal.mark import Mark, MarkFile, read_mark
from firmware_host.journal.rebuild import rebuild_journal
from firmware_host.journal.salvage import salvage
from firmware_host.journal.tables import VERSION
from firmware_host.settings import PICTURE_FOLDER
from firmware_host.words import joined, listed, say, say_count

OLDER_KEPT = 3
"""Copies of journals of older versions that are kept beside the present one."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """An open journal. `notices` are sentences for people; the games in `doubtful` must not be read."""

    engine: Engine
    doubtful: frozenset[str]
    notices: tuple[str, ...] = ()
    mark: MarkFile | None = None


def open_to_write(path: Path, clock: Clock, *, new: bool) -> Opened:
    """Open the journal at `path`, or create it with its folders, for whoever plays.

    A journal that is damaged is mended if the chain proves that nothing is lost by it; one that has lost its end is
    opened without it; in both cases the files are kept aside as they were found, and the notices say so. Where more is
    lost, or signs of games show that there was a journal, a JournalError says what to do; with `new` what was found is
    set aside and an empty journal begun.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(  # not for players
            f"The folder {path.parent} for the journal cannot be created: {error}. Choose another with --data."
        ) from error
    notices: tuple[str, ...] = ()
    try:
        found = _found(path)
        if found.version > VERSION:
            raise JournalTooNewError(too_new(path, found.version))
        if not found.whole:
            found, notices = _mended(path, found, clock.now())
    except (JournalMissingError, JournalUnreadableError) as error:
        if not new:
            raise
        log.warning("%s", error)
        aside = aside_path(path, clock.now())
        with _file_errors(path):
            moved = move_aside(path, aside)
        notices = (say("A new journal was begun."),)
        if moved:
            notices += (say("What was found in its place is kept as {file}.", file=moved[0].name),)
        found = Examination()
    with journal_errors(path):
        if found.version == 1:
            _copy_of_older(path, clock.now())
        engine = writable_engine(path)
        if found.version == 1:
            found = examine(path, None)
    try:
        mark = MarkFile(path, Mark(found.events, found.link), clock)
    except OSError as error:
        log.warning("How far the journal has come cannot be noted: %s", error)
        mark = None
    for notice in notices:
        log.warning("%s", notice)
    return Opened(engine, found.doubtful, notices, mark)


def open_to_read(path: Path) -> Opened:
    """Open the journal at `path` without changing anything; JournalError if it is missing or cannot be read."""
    found = _found(path)
    if not found.version and not found.missing:
        raise UnknownGameError(f"There are no games in {path.parent}. Give the folder of your games with --data.")
    if found.faults:
        raise unreadable(path, " ".join(found.faults[:3]))
    damaged = (_damaged(found.doubtful),) if found.doubtful else ()
    notices = (*damaged, _lost(found.missing)) if found.missing else damaged
    return Opened(reading_engine(path), found.doubtful, notices)


def _found(path: Path) -> Examination:
    """Examine what lies at `path`; an Examination of no version for an empty place where nothing ever was."""
    if path.is_dir():
        raise JournalError(f"The journal {path} is a folder. Choose another folder with --data.")  # not for players
    mark = read_mark(path)
    known = 0 if mark is None else mark.number
    size = path.stat().st_size if path.exists() else 0
    if not size:
        logged = log_path(path).stat().st_size if log_path(path).exists() else 0
        if logged:
            # not for players
            return Examination(VERSION, faults=("It is empty, but its log is not.",), missing=known)
        if known or (mark is None and _signs(path)):
            raise _missing(path, known)
        return Examination()
    try:
        with journal_errors(path):
            found = examine(path, mark)
    except ForeignFileError as error:
        raise unreadable(path, str(error)) from error
    if not found.events and not found.faults and mark is None and _signs(path):
        raise _missing(path, 0)
    return found


def _mended(path: Path, found: Examination, now: datetime) -> tuple[Examination, tuple[str, ...]]:
    """Return what was found once it can be opened, and what to tell people; JournalUnreadableError if it cannot."""
    mark = read_mark(path)
    if mark is not None and found.version != 1:
        with _file_errors(path):
            saved = salvage(path)
        if saved.all_there(mark, found.events):
            with _file_errors(path), journal_errors(path):
                aside = rebuild_journal(path, saved.rows, now)
                found = examine(path, mark)
            notice = say(
                "The journal was damaged and has been mended: nothing is lost. The damaged file is kept as {file}.",
                file=aside.name,
            )
            return found, (notice,)
    if found.faults:
        raise unreadable(path, " ".join(found.faults[:3]))
    if not found.missing:
        return found, (_damaged(found.doubtful),)
    if not found.events:
        raise _missing(path, found.missing)
    with _file_errors(path):
        aside = aside_path(path, now)
        copy_aside(path, aside)
    kept = say("What was found is kept as {file}.", file=aside.name)
    damaged = (_damaged(found.doubtful),) if found.doubtful else ()
    return replace(found, missing=0), (*damaged, _lost(found.missing), kept)


def _copy_of_older(path: Path, now: datetime) -> None:
    """Copy a journal of an older version before it is changed, and remove the oldest of such copies."""
    stem = f"{path.name}.before-version-{VERSION}-"
    copy_journal(path, path.with_name(f"{stem}{now:%Y%m%dT%H%M%S}"))
    for old in sorted(path.parent.glob(f"{stem}*"))[:-OLDER_KEPT]:
        old.unlink()


def _signs(path: Path) -> str:
    """Return what lies beside a journal and comes from games, "" for nothing."""
    if any(file.suffix in {".jpg", ".zip"} for file in (path.parent / PICTURE_FOLDER).glob("*/*")):
        return f"pictures of games are in {path.parent / PICTURE_FOLDER}"  # not for players
    aside = max(path.parent.glob(f"{path.name}.damaged-*[0-9]"), default=None)
    return "" if aside is None else f"{aside.name} lies beside it"  # not for players


def _missing(path: Path, known: int) -> JournalMissingError:
    size = path.stat().st_size if path.exists() else None
    what = "is gone" if size is None else "has no games in it" if size else "is empty"
    signs = f"{known} entries were saved in it" if known else _signs(path)  # not for players
    # not for players
    return JournalMissingError(
        f"The journal {path} {what}, but {signs}. Nothing was changed. Bring a backup back with dice-table restore "
        "FILE, save what can be saved with dice-table repair, or begin a new journal with dice-table play "
        "--new-journal."
    )


def _damaged(games: frozenset[str]) -> str:
    return joined(
        say_count(
            "A game is damaged and was set aside: {games}.",
            "{count} games are damaged and were set aside: {games}.",
            len(games),
            games=listed(sorted(games)),
        ),
        say("All others are there. Ask the table's owner to run dice-table repair."),
    )


def _lost(missing: int) -> str:
    return say_count(
        "The last entry of the journal is lost; everything before it is there.",
        "The last {count} entries of the journal are lost; everything before them is there.",
        missing,
    )


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise JournalError(  # not for players
            f"The journal {path} is damaged and cannot be kept aside: {error.strerror or error}. Nothing was written "
            "to it. Make room on the disk, then try again."
        ) from error
