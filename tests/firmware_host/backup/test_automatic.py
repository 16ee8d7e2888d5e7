"""Automatic backups: when they are made, how many are kept, and what is told when they fail."""

import json
import os
import shutil
import time
from datetime import timedelta
from pathlib import Path

import pytest

from firmware_host.backup.automatic import FOLDER, AutomaticBackups, gave_up
from firmware_host.backup.checking import read_manifest
from firmware_host.backup.generations import Keep, generations, name_of_next, prune
from firmware_host.backup.restoring import restore
from firmware_host.backup.status_text import copied, failed, made, overdue
from firmware_host.clock import ManualClock
from firmware_host.setup.backup import BackupStep
from tests.firmware_host.backup.conftest import games, play, rows

DAY_S = 86400.0


def kinds(folder: Path) -> list[str]:
    return [f"{one.number} {one.kind}" for one in generations(folder)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    play(data, "first", 5)
    return data


def test_after_each_game_and_evening_one_is_made_unless_nothing_has_changed(folder: Path, clock: ManualClock) -> None:
    backups = AutomaticBackups(folder, clock=clock)
    backups.after_game()
    backups.after_game()
    assert kinds(folder / FOLDER) == ["1 game"]
    backups.end_evening()
    assert kinds(folder / FOLDER) == ["1 evening"]
    play(folder, "second", 7)
    clock.advance(DAY_S)
    backups.end_evening()
    (folder / "settings.toml").write_text("port = 8001\n")
    AutomaticBackups(folder, clock=clock).after_game()
    assert kinds(folder / FOLDER) == ["1 evening", "2 evening", "3 game"]
    restore(folder.parent / "back", generations(folder / FOLDER)[1].path)
    assert rows(folder.parent / "back") == rows(folder)
    status = backups.status()
    assert (status.count, status.own.failure) == (3, "")
    assert "3 backups take" in made(status)


def test_the_number_of_backups_is_bounded(folder: Path, clock: ManualClock) -> None:
    backups = AutomaticBackups(folder, Keep(games=2, evenings=1), clock=clock)
    for game in range(4):
        play(folder, f"g{game}", 3)
        backups.after_game()
        if game % 2:
            backups.end_evening()
    assert kinds(folder / FOLDER) == ["3 game", "4 evening"]


def test_order_comes_from_numbers_not_from_a_clock_that_jumps(folder: Path) -> None:
    for year in (2026, 1970, 2030):
        clock = ManualClock()
        clock.advance((year - 2026) * 365 * DAY_S if year > 2026 else 0)
        play(folder, f"g{year}", 3)
        AutomaticBackups(folder, Keep(games=2), clock=clock).after_game()
    assert kinds(folder / FOLDER) == ["2 game", "3 game"]


def test_backups_of_a_journal_begun_anew_do_not_push_out_the_old_games(folder: Path, clock: ManualClock) -> None:
    play(folder, "long", 50)
    backups = AutomaticBackups(folder, Keep(games=1, evenings=0), clock=clock)
    backups.after_game()
    for path in folder.glob("journal.sqlite*"):
        path.unlink()
    backups.after_game()
    for game in range(3):
        play(folder, f"new{game}", 2)
        backups.after_game()
    assert kinds(folder / FOLDER) == ["1 game", "4 game"]
    assert read_manifest(generations(folder / FOLDER)[0].path).events == 55


def test_what_fails_is_told_at_once_in_the_setup_and_after_a_week_everywhere(folder: Path, clock: ManualClock) -> None:
    (folder / FOLDER).write_text("a file where the folder should be")
    backups = AutomaticBackups(folder, clock=clock)
    step = BackupStep(backups.status)
    backups.after_game()
    assert not step.poll().satisfied
    assert "The latest changes are not backed up." in str(failed(backups.status()))
    assert overdue(backups.status()) is None
    clock.advance(7 * DAY_S)
    backups.end_evening()
    assert "have not been backed up for a week" in str(overdue(backups.status()))
    (folder / FOLDER).unlink()
    backups.after_game()
    assert (failed(backups.status()), overdue(backups.status())) == (None, None)
    assert step.poll().satisfied


def test_a_week_without_a_game_is_no_week_without_a_backup(folder: Path, clock: ManualClock) -> None:
    backups = AutomaticBackups(folder, clock=clock)
    backups.after_game()
    clock.advance(30 * DAY_S)
    backups.end_evening()
    assert overdue(AutomaticBackups(folder, clock=clock).status()) is None


def test_what_was_overdue_is_still_so_after_a_restart(folder: Path, clock: ManualClock) -> None:
    def refuse() -> None:
        raise gave_up()

    AutomaticBackups(folder, clock=clock).after_game(refuse)
    assert kinds(folder / FOLDER) == []
    assert not list(folder.glob(".making*"))
    clock.advance(timedelta(days=8).total_seconds())
    again = AutomaticBackups(folder, clock=clock)
    assert overdue(again.status()) is not None
    again.end_evening()
    assert overdue(again.status()) is None


def test_before_the_first_game_there_is_nothing_to_save(tmp_path: Path) -> None:
    backups = AutomaticBackups(tmp_path)
    backups.after_game()
    backups.copy()
    assert list(tmp_path.iterdir()) == []
    assert "No backup has been made yet" in made(backups.status())
    assert backups.status().own.failure == ""


class TestSecondPlace:
    @pytest.fixture
    def stick(self, tmp_path: Path) -> Path:
        folder = tmp_path / "stick"
        folder.mkdir()
        return folder

    def test_the_newest_is_copied_into_a_folder_of_this_tables_own(
        self, folder: Path, stick: Path, clock: ManualClock
    ) -> None:
        backups = AutomaticBackups(folder, Keep(games=2), stick, clock)
        for game in range(4):
            play(folder, f"g{game}", 3)
            backups.after_game()
            backups.copy()
        backups.end_evening()
        backups.copy()
        (home,) = stick.iterdir()
        assert kinds(home) == kinds(folder / FOLDER) == ["3 game", "4 evening"]
        restore(folder.parent / "back", generations(home)[-1].path)
        assert games(folder.parent / "back") == games(folder)
        assert "A copy was put into" in str(copied(backups.status()))
        written = (folder / FOLDER / "state.json").stat().st_ino
        backups.copy()
        assert (folder / FOLDER / "state.json").stat().st_ino == written, "an idle table must not wear its card out"
        other = folder.parent / "other"
        play(other, "theirs", 2)
        theirs = AutomaticBackups(other, second=stick, clock=clock)
        theirs.after_game()
        theirs.copy()
        assert len(list(stick.iterdir())) == 2

    def test_a_place_that_is_not_there_is_told_and_made_up_for(
        self, folder: Path, stick: Path, clock: ManualClock
    ) -> None:
        stick.rmdir()
        backups = AutomaticBackups(folder, second=stick, clock=clock)
        backups.after_game()
        backups.copy()
        second = backups.status().second
        assert second is not None
        assert "the disk is not there" in second.failure
        assert not stick.exists()
        assert not BackupStep(backups.status).poll().satisfied
        stick.mkdir()
        backups.copy()
        second = backups.status().second
        assert second is not None
        assert second.failure == ""
        assert kinds(next(stick.iterdir())) == ["1 game"]

    def test_the_empty_folder_of_an_unplugged_stick_is_not_the_stick(
        self, folder: Path, stick: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plugged_in = [True]
        devices = os.stat_result

        def device(path: Path, **options: bool) -> os.stat_result:
            told = os.stat(path, **options)
            return devices((*told[:2], 99 if plugged_in[0] and path == stick else 1, *told[3:]))

        monkeypatch.setattr(Path, "stat", device)
        backups = AutomaticBackups(folder, second=stick, clock=clock)
        backups.after_game()
        backups.copy()
        assert backups.status().apart
        plugged_in[0] = False
        for path in stick.iterdir():
            shutil.rmtree(path)
        play(folder, "second", 3)
        again = AutomaticBackups(folder, second=stick, clock=clock)
        again.after_game()
        again.copy()
        second = again.status().second
        assert second is not None
        assert "the disk is not there" in second.failure
        assert list(stick.iterdir()) == []


def test_a_state_that_cannot_be_read_costs_one_backup_too_many(folder: Path, clock: ManualClock) -> None:
    AutomaticBackups(folder, clock=clock).after_game()
    state = folder / FOLDER / "state.json"
    for content in (b"", b"[" * 5000, b"{}", b"\xff", json.dumps({"version": 1, "id": "../x"}).encode()):
        state.write_bytes(content)
        AutomaticBackups(folder, clock=clock).after_game()
    assert len(kinds(folder / FOLDER)) == 6
    assert json.loads(state.read_text())["id"].isalnum()


def test_what_a_killed_backup_left_behind_is_swept(folder: Path) -> None:
    old, young = folder / ".making-backup-old", folder / ".making-backup-young"
    for path in (old, young, folder / FOLDER):
        path.mkdir()
    os.utime(old, (time.time() - 7200,) * 2)
    (folder / FOLDER / ".000001-game-20260501T223000.zip.0123abcd.part").write_bytes(b"half")
    AutomaticBackups(folder).sweep()
    assert (old.exists(), young.exists(), list((folder / FOLDER).iterdir())) == (False, True, [])


def test_pruning_never_takes_the_newest(tmp_path: Path, clock: ManualClock) -> None:
    for kind in ("game", "evening", "game"):
        (tmp_path / name_of_next(tmp_path, "game" if kind == "game" else "evening", clock.now())).write_bytes(b"x")
    prune(tmp_path, Keep(0, 0))
    assert kinds(tmp_path) == ["3 game"]
    prune(tmp_path / "none", Keep())


def test_all_backups_together_keep_to_a_share_of_the_disk(tmp_path: Path, clock: ManualClock) -> None:
    for _ in range(5):
        (tmp_path / name_of_next(tmp_path, "evening", clock.now())).write_bytes(bytes(1000))
    prune(tmp_path, Keep(), 10_000)
    assert len(kinds(tmp_path)) == 5
    prune(tmp_path, Keep(), 2_999)
    assert kinds(tmp_path)[-2:] == ["4 evening", "5 evening"]
    prune(tmp_path, Keep(), 10)
    assert kinds(tmp_path) == ["5 evening"]
