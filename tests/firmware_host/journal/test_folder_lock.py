import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_host.journal.folder_lock import LOCK_FILE, FolderInUseError, FolderLock

NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
HOLDER = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from firmware_host.journal.folder_lock import FolderLock

lock = FolderLock(Path(sys.argv[1]), "dice-table play", datetime.now(UTC))
print("locked", flush=True)
time.sleep(600)
"""


def test_a_folder_has_one_holder_at_a_time(tmp_path: Path) -> None:
    first = FolderLock(tmp_path / "data", "dice-table play", NOW)
    with pytest.raises(FolderInUseError, match=r"is in use by dice-table play \(process \d+, since 2026-05-01 .*Stop"):
        FolderLock(tmp_path / "data", "dice-table repair", NOW)
    first.close()
    first.close()
    FolderLock(tmp_path / "data", "dice-table repair", NOW).close()


def test_a_holder_that_is_killed_leaves_no_lock(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        with pytest.raises(FolderInUseError, match=f"process {holder.pid}"):
            FolderLock(tmp_path, "dice-table play", NOW)
        holder.send_signal(signal.SIGKILL)
    assert (tmp_path / LOCK_FILE).exists()
    FolderLock(tmp_path, "dice-table play", NOW).close()


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderInUseError, match="cannot be written to"):
        FolderLock(tmp_path / "file" / "data", "dice-table play", NOW)
