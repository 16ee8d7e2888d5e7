import json
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.app.diagnostics import RECORDS as DIAGNOSED
from firmware_host.app.games import ENDING, RULES_FOLDER
from firmware_host.backup import archive
from firmware_host.backup.archive import save, stream
from firmware_host.backup.checking import read_manifest
from firmware_host.backup.contents import FOLDERS, RECORDS, TRAY_PICTURES, covered, largest
from firmware_host.backup.errors import BackupError
from firmware_host.backup.restoring import restore
from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.store import Journal
from firmware_host.setup import results, skip_file
from tests.firmware_host.backup.conftest import FILES, games, hashes, play
from vision.calibration.store import FILE_NAME, PICTURE_NAME
from vision.read import set_files


def test_a_backup_holds_what_nothing_else_could_bring_back(data: Path, tmp_path: Path, clock: ManualClock) -> None:
    listed = save(data, tmp_path / "all.zip", pictures=True, clock=clock)

    assert {member.path for member in listed.members} == {*FILES, "journal.sqlite"}
    assert (listed.games, listed.events, listed.made) == (2, 42, clock.now())
    assert read_manifest(tmp_path / "all.zip") == listed
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        assert packed.testzip() is None
        assert {name: packed.read(name) for name in FILES} == FILES
        kinds = {entry.filename: entry.compress_type for entry in packed.infolist()}
    assert kinds["pictures/20260501T183000x0001/1.jpg"] == zipfile.ZIP_STORED
    assert kinds["journal.sqlite"] == zipfile.ZIP_DEFLATED


def test_pictures_of_rolls_are_saved_only_if_they_are_wanted(data: Path, tmp_path: Path) -> None:
    listed = save(data, tmp_path / "small.zip", pictures=False)
    assert not listed.pictures
    assert [member.path for member in listed.members if member.path.startswith("pictures/")] == []
    assert "tray-0123456789abcdef.jpg" in {member.path for member in listed.members}


def test_everything_that_the_program_keeps_is_known_by_its_name() -> None:
    assert {*DIAGNOSED} - {"dice_sets/in_use.json"} == {*RECORDS} - {"settings.toml"}
    assert {skip_file.FILE_NAME, results.FILE_NAME, FILE_NAME} < {*RECORDS}
    assert FOLDERS == (set_files.FOLDER, RULES_FOLDER)
    assert largest(f"{set_files.FOLDER}/{set_files.IN_USE}")
    assert largest(f"{RULES_FOLDER}/ours{ENDING}")
    picture = "tray-0123456789abcdef.jpg"
    assert PICTURE_NAME.fullmatch(picture)
    assert largest(picture)
    assert Path(picture).match(TRAY_PICTURES)
    assert largest("dice_sets/x.npz") == set_files.LARGEST


@pytest.mark.parametrize(
    "path",
    [
        "../journal.sqlite",
        "/etc/passwd",
        "rules/../../x.toml",
        "rules/a/b.toml",
        "rules/.toml",
        "rules\\x.toml",
        "rules/c:x.toml",
        "dice_sets/..npz",
        "pictures/../1.jpg",
        "pictures/game/1.exe",
        "log/dice-table.log",
        "journal.sqlite-wal",
        "journal.sqlite\n",
        "",
    ],
)
def test_a_path_that_leads_elsewhere_belongs_into_no_backup(path: str) -> None:
    assert largest(path) is None


def test_a_folder_without_games_is_saved_too(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/settings.toml").write_text("port = 8001\n")
    listed = save(tmp_path / "data", tmp_path / "new.zip", pictures=True)
    assert (listed.journal, listed.games, [member.path for member in listed.members]) == (None, 0, ["settings.toml"])
    assert list(covered(tmp_path / "data", pictures=True)) == ["settings.toml"]


def test_while_a_game_is_played_a_backup_holds_an_exact_prefix(tmp_path: Path) -> None:
    data = tmp_path / "data"
    play(data, "first", 5)
    done = threading.Event()
    acknowledged = [1]

    def go_on() -> None:
        with closing(Journal.open(data / "journal.sqlite")) as journal:
            seq = journal.append("g", [GameStarted("g", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))], 0)
            while not done.is_set():
                seq = journal.append("g", [HoldSet(seq, held=True)], seq)
                acknowledged[0] = seq

    player = threading.Thread(target=go_on)
    player.start()
    bounds = []
    try:
        for number in range(5):
            before = acknowledged[0]
            while acknowledged[0] == before:
                pass
            at_least = acknowledged[0]
            save(data, tmp_path / f"{number}.zip", pictures=True)
            bounds.append((at_least, acknowledged[0] + 1))
    finally:
        done.set()
        player.join()
    for number, (least, most) in enumerate(bounds):
        back = tmp_path / f"back{number}"
        restore(back, tmp_path / f"{number}.zip")
        with closing(Journal.open(back / "journal.sqlite")) as journal:
            events = journal.events("g")
            assert least <= len(events) <= most
            assert events[1:] == tuple(HoldSet(seq, held=True) for seq in range(1, len(events)))
            assert len(journal.events("first")) == 5


def test_a_stream_that_nobody_reads_to_its_end_leaves_nothing_behind(data: Path) -> None:
    before = hashes(data)
    pieces = stream(data, pictures=True)
    next(pieces)
    assert list(data.glob(f"{archive.WORK_FOLDER}*"))
    pieces.close()
    assert {name: told for name, told in hashes(data).items() if not name.startswith("journal.sqlite-")} == before
    assert not list(data.glob(f"{archive.WORK_FOLDER}*"))


def test_a_damaged_journal_is_no_backup_and_replaces_none(data: Path, tmp_path: Path) -> None:
    save(data, tmp_path / "good.zip", pictures=False)
    good = (tmp_path / "good.zip").read_bytes()
    content = bytearray((data / "journal.sqlite").read_bytes())
    content[4096:8192] = bytes(4096)
    (data / "journal.sqlite").write_bytes(content)
    with pytest.raises(BackupError, match=r"was not made: .*damaged"):
        save(data, tmp_path / "good.zip", pictures=False)
    assert (tmp_path / "good.zip").read_bytes() == good
    assert {path.name for path in tmp_path.iterdir()} == {"data", "good.zip"}


def test_a_full_disk_is_told_before_anything_is_written(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "ROOM_LEFT", 1 << 60)
    with pytest.raises(BackupError, match=r"MB are needed\. Free some space"):
        save(data, tmp_path / "x.zip", pictures=False)
    assert not (tmp_path / "x.zip").exists()


def test_a_clock_that_stands_in_1970_spoils_no_backup(data: Path, tmp_path: Path) -> None:
    from datetime import UTC, datetime  # noqa: PLC0415 - for this test alone

    save(data, tmp_path / "old.zip", pictures=False, clock=ManualClock(datetime(1970, 1, 1, tzinfo=UTC)))
    restore(tmp_path / "back", tmp_path / "old.zip")
    assert games(tmp_path / "back") == games(data)
    assert json.loads(zipfile.ZipFile(tmp_path / "old.zip").read("manifest.json"))["made"].startswith("1970")
