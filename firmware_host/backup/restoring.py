"""Puts a backup in place of what a data folder holds; a kill at any moment leaves the old state, the new, or a plan.

First the backup is unpacked beside the games and compared with its own hashes; until then nothing else is touched. Then
the plan is written, in one step. From there on there is only one way: whoever finds the plan, this restore or the next
start, moves the old files aside and the new ones in, as far as that has not been done, and removes the plan last.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_host.backup.checking import hash_of, is_journal, unpack
from firmware_host.backup.contents import JOURNAL_LOGS, covered
from firmware_host.backup.errors import RestoreError, RestoreUnfinishedError
from firmware_host.backup.manifest import Manifest, Member
from firmware_host.clock import Clock, SystemClock
from firmware_host.settings import JOURNAL_FILE
from vision.atomic_file import sync_folder, write_bytes

WORK_FOLDER = ".restoring"
PLAN = "plan.json"
NEW = "new"
ASIDE = "before-restore-"
_SYSTEM_CLOCK = SystemClock()


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: how many files, all compared with their hashes, and the folder with what was there before.

    `aside` is None if nothing was there.
    """

    files: int
    aside: Path | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """The names to move aside and to move in, the folder for the old ones, and the files as they must be in the end."""

    aside: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    members: tuple[Member, ...]


def restore(data: Path, file: Path, clock: Clock = _SYSTEM_CLOCK) -> tuple[Manifest, Restored]:
    """Put a backup in place of what is in the data folder, and return its list and what was done.

    Of a journal saved by itself, only the journal there gives way.
    Nobody may use the folder meanwhile. Raises RestoreError with nothing touched, and RestoreUnfinishedError if the
    disk refuses when all is checked: then it goes on with `finish`.
    """
    work = data / WORK_FOLDER
    finish(data)
    try:
        (work / NEW).mkdir(parents=True)
        listed = unpack(file, work / NEW)
        _give_to_owner_of(data, work)
        old = tuple(covered(data, pictures=listed.pictures))
        if is_journal(file):  # all else stays
            old = tuple(name for name in old if name in {JOURNAL_FILE, *JOURNAL_LOGS})
        new = tuple(sorted(path.name for path in (work / NEW).iterdir()))
        plan = _Plan(_free_name(data, f"{ASIDE}{clock.now():%Y%m%dT%H%M%S}"), old, new, listed.members)
        write_bytes(work / PLAN, json.dumps(asdict(plan), ensure_ascii=False).encode())
    except OSError as error:
        _remove(work)
        reason = error.strerror or error
        raise RestoreError(f"{file} was not restored. {reason}. Nothing was changed.") from error
    except BaseException:
        _remove(work)
        raise
    done = finish(data)
    assert done is not None  # noqa: S101 - the plan was written just now
    return listed, done


def is_unfinished(data: Path) -> bool:
    """Return whether a restore was interrupted, or is under way, in a data folder."""
    return (data / WORK_FOLDER).exists()


def finish(data: Path) -> Restored | None:
    """Finish a restore that was interrupted, and return what was done; None if there is none.

    One that had only begun is removed. Nobody may use the folder meanwhile. Raises RestoreUnfinishedError if the disk
    still refuses, and RestoreError if what is in place then is not what the backup held.
    """
    work = data / WORK_FOLDER
    plan = _plan(work)
    if plan is None:
        _remove(work)
        return None
    aside = data / plan.aside
    try:
        for name in _in_the_way(data, plan):
            aside.mkdir(exist_ok=True)
            (data / name).rename(aside / _free_name(aside, name))
        _sync(aside, data)
        for name in plan.new:
            if _there(work / NEW / name):
                (work / NEW / name).rename(data / name)
        _sync(work / NEW, data)
        wrong = [member.path for member in plan.members if _differs(data, member)]
        (work / PLAN).unlink()
        _sync(work)
    except OSError as error:
        raise RestoreUnfinishedError(
            f"The backup is checked, but not all of it is in place: {error}. Put that right, then start again: the "
            f"program goes on where it stopped. What was there before is in {aside}."
        ) from error
    _remove(work)
    if wrong:
        raise RestoreError(
            f"{', '.join(wrong[:3])} cannot be read back as it was restored: the disk is failing. Use another disk, "
            f"and restore the backup there. What was there before is in {aside}."
        )
    return Restored(len(plan.members), aside if aside.is_dir() else None)


def _plan(work: Path) -> _Plan | None:
    try:
        fields = json.loads((work / PLAN).read_text(encoding="utf-8"))
        members = tuple(Member(**one) for one in fields["members"])
        return _Plan(fields["aside"], tuple(fields["old"]), tuple(fields["new"]), members)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise RestoreUnfinishedError(
            f"A backup was being restored, but its plan {work / PLAN} cannot be read: {error}. Restore the backup "
            "again into another folder, given with --data."
        ) from error


def _in_the_way(data: Path, plan: _Plan) -> Iterator[str]:
    """Yield what must move aside before the new files come; what is new and in place already stays.

    A journal takes its logs along, also those that came after the plan: beside another journal they would be replayed
    into it.
    """
    for name in dict.fromkeys((*plan.old, *JOURNAL_LOGS, *plan.new)):
        unit = JOURNAL_FILE if name in JOURNAL_LOGS else name
        in_place = unit in plan.new and not _there(data / WORK_FOLDER / NEW / unit)
        if not in_place and _there(data / name):
            yield name


def _differs(data: Path, member: Member) -> bool:
    try:
        return hash_of(data.joinpath(*member.path.split("/"))) != member.sha256
    except FileNotFoundError:
        return True


def _there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _free_name(folder: Path, name: str) -> str:
    """Return the name, or the name with a number behind it: nothing is ever overwritten."""
    number, free = 1, name
    while _there(folder / free):
        number += 1
        free = f"{name}-{number}"
    return free


def _give_to_owner_of(data: Path, work: Path) -> None:
    """Let the files belong to the folder's owner where an administrator restores them for a service of its own."""
    if os.name == "nt" or os.geteuid() != 0:
        return
    owner = data.stat()
    for path in (work, *work.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)


def _sync(*folders: Path) -> None:
    for folder in folders:
        if folder.is_dir():
            sync_folder(folder)


def _remove(work: Path) -> None:
    """Remove the working folder; a plan in it goes first, so that half of it is never taken for a whole."""
    with suppress(OSError):
        (work / PLAN).unlink(missing_ok=True)
    shutil.rmtree(work, ignore_errors=True)
