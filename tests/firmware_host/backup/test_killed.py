"""A restore that is killed before any of its file operations, each in turn, and the start after it."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from firmware_host.backup.archive import save
from firmware_host.backup.restoring import WORK_FOLDER, finish, restore
from firmware_host.clock import ManualClock
from tests.firmware_host.backup.conftest import ended_with, games, hashes, play, write

OPERATIONS = frozenset({"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "sqlite3.connect"})
KILLED = 9
MOST = 400

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs processes that start at once")


def restore_and_die(operation: int, data: Path, file: Path, clock: ManualClock) -> None:
    left = [operation]

    def count(event: str, arguments: tuple[object, ...]) -> None:
        if event in OPERATIONS and str(data) in str(arguments):
            if left[0] == 0:
                os._exit(KILLED)
            left[0] -= 1

    sys.addaudithook(count)
    restore(data, file, clock)


def killed_before(operation: int, data: Path, file: Path, clock: ManualClock) -> bool:
    """Restore in a process that dies before its file operation of this number; tell whether it came that far."""
    ended = ended_with(restore_and_die, operation, data, file, clock)
    assert ended in (0, KILLED)
    return ended == KILLED


def at_home(data: Path) -> dict[str, str]:
    """All files but those of a restore, begun or done."""
    return {name: told for name, told in hashes(data).items() if not name.startswith((WORK_FOLDER, "before-restore-"))}


@pytest.mark.long
def test_after_a_kill_the_old_state_is_whole_or_the_next_start_makes_the_new_one_whole(
    tmp_path: Path, clock: ManualClock
) -> None:
    source = tmp_path / "source"
    play(source, "saved", 20)
    write(source, {"setup.json": b'{"camera": "usb:0"}', "rules/ours.toml": b"o", "pictures/saved/1.jpg": b"p"})
    listed = save(source, tmp_path / "saved.zip", pictures=True)
    new = {member.path: member.sha256 for member in listed.members}
    play(tmp_path / "before", "old", 3)
    write(tmp_path / "before", {"journal.sqlite-wal": b"", "skipped.json": b"{}", "pictures/old/1.jpg": b"o"})
    old = hashes(tmp_path / "before")
    finished = kept_old = 0
    for operation in range(MOST):
        data = tmp_path / f"{operation}"
        shutil.copytree(tmp_path / "before", data)
        if not killed_before(operation, data, tmp_path / "saved.zip", clock):
            break
        planned = (data / WORK_FOLDER / "plan.json").exists()
        if not planned and at_home(data) == old:
            kept_old += 1
        done = finish(data)
        assert (done is not None) == planned
        assert not (data / WORK_FOLDER).exists()
        assert at_home(data) in (old, new)
        assert planned <= (at_home(data) == new)
        if at_home(data) == new:
            finished += 1
            assert hashes(data / "before-restore-20260501T223000") == old
    else:
        pytest.fail(f"it never came to its end within {MOST} operations")
    assert kept_old > 10
    assert finished > 10
    assert games(data) == {"saved": 20}


def test_a_start_that_is_killed_while_it_finishes_is_finished_by_the_next(tmp_path: Path, clock: ManualClock) -> None:
    source, data = tmp_path / "source", tmp_path / "data"
    play(source, "saved", 20)
    listed = save(source, tmp_path / "saved.zip", pictures=True)
    play(data, "old", 3)
    old = hashes(data)
    for operation in range(MOST):
        if not killed_before(operation, data, tmp_path / "saved.zip", clock):
            break
        if (data / WORK_FOLDER / "plan.json").exists():
            break
    # an empty journal with a log of its own, as a program would leave that knew nothing of the plan
    if not (data / "journal.sqlite").exists():
        write(data, {"journal.sqlite": b""})
    write(data, {"journal.sqlite-wal": b"stray"})
    finish(data)
    assert at_home(data) == {member.path: member.sha256 for member in listed.members}
    aside = hashes(data / "before-restore-20260501T223000")
    assert old.items() <= aside.items()
    assert aside.keys() > {"journal.sqlite-wal"}
