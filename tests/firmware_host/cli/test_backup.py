"""Backup, wipe, restore as people do it: by the commands."""

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_host.backup import restoring
from firmware_host.cli import main
from firmware_host.clock import SystemClock
from firmware_host.journal.folder_lock import LOCK_FILE, FolderLock
from tests.firmware_host.backup.conftest import FILES, hashes, play, rows, write


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    play(folder, "20260501T183000x0001", 30)
    write(folder, FILES)
    return folder


def test_backup_wipe_restore(data: Path, tmp_path: Path) -> None:
    played = rows(data)
    result = run("backup", tmp_path / "all.zip", "--pictures", "--data", data)
    assert result.exit_code == 0, result.output
    assert "Saved 1 game and 13 other files" in result.output
    assert f"dice-table restore {tmp_path / 'all.zip'}" in result.output
    shutil.rmtree(data)

    result = run("restore", tmp_path / "all.zip", "--data", data)

    assert result.exit_code == 0, result.output
    assert result.output.endswith("All 14 files were compared with the backup: their hashes are equal.\n")
    write(tmp_path / "written", FILES)
    assert {name: told for name, told in hashes(data).items() if name in FILES} == hashes(tmp_path / "written")
    assert rows(data) == played
    assert "20260501T183000x0001" in run("export", "--data", data).output


def test_a_backup_goes_into_a_folder_and_replaces_nothing_unasked(data: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    assert run("backup", tmp_path / "stick", "--data", data).exit_code == 0
    (saved,) = (tmp_path / "stick").iterdir()
    assert re.fullmatch(r"dice-table-\d{4}-\d\d-\d\d-\d{4}\.zip", saved.name)
    before = saved.read_bytes()
    result = run("backup", saved, "--data", data)
    assert (result.exit_code, saved.read_bytes()) == (1, before)
    assert "--force to replace it" in result.output
    assert run("backup", saved, "--force", "--data", data).exit_code == 0
    assert run("backup", tmp_path / "x.zip", "--data", tmp_path / "nowhere").exit_code == 1
    assert not (tmp_path / "nowhere").exists()


def test_what_cannot_be_restored_is_refused_with_its_sentence(data: Path, tmp_path: Path) -> None:
    before = hashes(data)
    (tmp_path / "x.zip").write_bytes(b"no backup")
    result = run("restore", tmp_path / "x.zip", "--data", data)
    assert result.exit_code == 1
    assert "x.zip was not restored. It is not a whole backup" in result.output
    assert "Nothing was changed." in result.output
    (data / LOCK_FILE).unlink()
    assert hashes(data) == before


def test_while_a_program_plays_nothing_is_restored_and_everything_can_be_saved(data: Path, tmp_path: Path) -> None:
    with closing(FolderLock(data, "dice-table play", SystemClock().now())):
        assert run("backup", tmp_path / "all.zip", "--data", data).exit_code == 0
        before = hashes(data)
        result = run("restore", tmp_path / "all.zip", "--data", data)
        assert result.exit_code == 1
        assert "is in use by dice-table play" in result.output
        assert hashes(data) == before
    assert run("restore", tmp_path / "all.zip", "--data", data).exit_code == 0


def test_the_next_command_finishes_a_restore_that_was_killed(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "all.zip", "--data", data)
    other = tmp_path / "other"
    play(other, "20260401T183000x0009", 3)
    with monkeypatch.context() as dying:
        dying.setattr(restoring, "_in_the_way", _dies)
        with pytest.raises(KeyboardInterrupt):
            restoring.restore(other, tmp_path / "all.zip")

    result = run("export", "--data", other)

    assert "A restore that was interrupted is now finished. What was there before is in" in result.output
    assert "20260501T183000x0001" in result.output
    assert "finished" not in run("export", "--data", other).output


def _dies(*_: object) -> None:
    raise KeyboardInterrupt
