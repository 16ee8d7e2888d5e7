"""Backups while a table is played at: when, by whom, and what is left for the next start."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.app.backups import BackupDownload, BackupKeeper, Occasion, naming_newest
from firmware_host.backup.automatic import FOLDER, AutomaticBackups
from firmware_host.backup.errors import BackupError
from firmware_host.backup.generations import generations
from firmware_host.backup.restoring import restore
from firmware_host.game.commands import AbandonGame, SetHold
from firmware_host.journal.errors import JournalMissingError
from firmware_host.journal.store import Journal
from firmware_host.table.snapshot import TableSnapshot
from tests.firmware_host.backup.conftest import rows
from tests.firmware_host.table.scripted import TWO, Sitting, lying

PATIENCE_S = 60.0


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with Sitting(tmp_path / "data") as sitting:
        yield sitting


def test_a_game_over_or_left_and_a_long_rest_are_occasions(sitting: Sitting) -> None:
    occasion = Occasion(idle=100.0)
    assert occasion.look(sitting.table.snapshot(), 0.0) is None
    begun = sitting.table.ask(TWO)
    assert occasion.look(begun, 10.0) is None
    assert occasion.look(begun, 109.0) is None
    assert occasion.look(begun, 110.0) == "evening"
    assert occasion.look(begun, 500.0) is None
    sitting.lay(lying("1 2 3 4 5"))
    held = sitting.table.ask(SetHold(0, held=True))
    assert occasion.look(held, 600.0) is None
    over = sitting.table.ask(AbandonGame())
    assert occasion.look(over, 610.0) == "game"
    assert occasion.look(replace(over, version=over.version + 1), 620.0) is None
    again = sitting.table.ask(TWO)
    assert occasion.look(again, 630.0) is None
    sitting.table.ask(AbandonGame())  # while the last backup is still being made
    assert occasion.look(sitting.table.ask(TWO), 640.0) == "game"


class Watched:
    """Automatic backups that tell when one was made."""

    def __init__(self, backups: AutomaticBackups) -> None:
        self.done = threading.Semaphore(0)
        self.backups = backups
        self.fault: Callable[[], None] | None = None

    def __getattr__(self, name: str) -> object:
        call = getattr(self.backups, name)

        def told(*arguments: object) -> object:
            result = call(*arguments)
            if name == "after_game":
                self.done.release()
            return result

        return told


def test_each_game_is_saved_while_the_next_one_is_played(sitting: Sitting, tmp_path: Path) -> None:
    data = tmp_path / "data"
    watched = Watched(AutomaticBackups(data))
    keeper = BackupKeeper(watched, first=0.0)  # type: ignore[arg-type] # it passes every call on
    keeper.start(sitting.table)
    sitting.table.ask(TWO)
    sitting.table.ask(AbandonGame())
    assert watched.done.acquire(timeout=PATIENCE_S)
    assert (data / "journal.sqlite-wal").stat().st_size == 0
    sitting.table.ask(TWO)
    sitting.table.close()
    keeper.close()
    keeper.close()
    kept = generations(data / FOLDER)
    assert [one.kind for one in kept] in (["game", "evening"], ["evening", "game", "evening"])
    restore(tmp_path / "back", kept[-1].path)
    assert rows(tmp_path / "back") == rows(data)


def test_what_an_unplugged_evening_left_is_saved_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Sitting(data) as sitting:
        sitting.table.ask(TWO)
    with Sitting(data) as sitting:
        keeper = BackupKeeper(AutomaticBackups(data))
        keeper.start(sitting.table)
        sitting.table.close()
        keeper.close()
    assert [one.kind for one in generations(data / FOLDER)] == ["evening"]


def test_a_second_place_that_is_missing_is_a_notice(sitting: Sitting, tmp_path: Path) -> None:
    backups = AutomaticBackups(tmp_path / "data", second=tmp_path / "unplugged")
    keeper = BackupKeeper(backups, first=0.0)
    sitting.table.ask(TWO)
    backups.after_game()
    told = threading.Event()
    changed = sitting.table.notices_changed

    def notices_changed() -> None:
        changed()
        told.set()

    sitting.table.notices_changed = notices_changed  # type: ignore[method-assign]
    keeper.start(sitting.table)
    assert told.wait(PATIENCE_S)
    (notice,) = keeper.notices()
    assert (notice.step, "unplugged" in notice.text) == ("backup", True)
    sitting.table.close()
    keeper.close()


def test_a_journal_that_is_gone_is_told_with_the_newest_backup(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Sitting(data) as sitting:
        sitting.table.ask(TWO)
    AutomaticBackups(data).after_game()
    (data / "journal.sqlite").unlink()
    told = r"restore.* The newest backup, of 2.*000001-game-.*\.zip\.$"
    with pytest.raises(JournalMissingError, match=told), naming_newest(data):
        Journal.open(data / "journal.sqlite")
    (saved,) = generations(data / FOLDER)
    restore(data, saved.path)
    with Sitting(data) as sitting:
        assert sitting.table.snapshot().game is not None
    saved.path.unlink()
    (data / "journal.sqlite").unlink()
    with pytest.raises(JournalMissingError, match=r"--new-journal\.$"), naming_newest(data):
        Journal.open(data / "journal.sqlite")


def test_one_backup_is_saved_to_a_device_at_a_time(sitting: Sitting, tmp_path: Path) -> None:
    shown: TableSnapshot = sitting.table.ask(TWO)
    assert shown.game is not None
    download = BackupDownload(tmp_path / "data")
    first = download(pictures=False)
    pieces = [next(first)]
    with pytest.raises(BackupError, match="Another backup is being saved"):
        next(download(pictures=False))
    pieces += list(first)
    (tmp_path / "saved.zip").write_bytes(b"".join(pieces))
    restore(tmp_path / "back", tmp_path / "saved.zip")
    assert rows(tmp_path / "back") == rows(tmp_path / "data")
    unread = download(pictures=True)
    next(unread)
    unread.close()
    assert b"".join(download(pictures=True)).startswith(b"PK")
