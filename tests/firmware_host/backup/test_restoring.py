"""Backup, wipe, restore; and what is refused with nothing touched."""

import json
import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware_host.backup import checking, contents
from firmware_host.backup.archive import save
from firmware_host.backup.errors import RestoreError
from firmware_host.backup.restoring import finish, restore
from firmware_host.clock import ManualClock
from tests.firmware_host.backup.conftest import FILES, games, hashes, play, rows, write

Change = Callable[[dict[str, Any], dict[str, bytes]], None]


@pytest.fixture
def saved(data: Path, tmp_path: Path) -> Path:
    file = tmp_path / "saved.zip"
    save(data, file, pictures=True)
    return file


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Another table's folder, with a game and a choice of its own."""
    folder = tmp_path / "target"
    play(folder, "theirs", 4)
    write(folder, {"setup.json": b'{"camera": "pi:0"}', "rules/theirs.toml": b"", "log/dice-table.log": b"x"})
    return folder


def kept(data: Path) -> dict[str, str]:
    """What is worth keeping, the journal excepted: a copy of it has the same rows, and other bytes in its header."""
    return {name: told for name, told in hashes(data).items() if name in FILES}


def test_what_was_saved_wiped_and_restored_has_the_same_hashes(data: Path, saved: Path, clock: ManualClock) -> None:
    before, played = kept(data), rows(data)
    listed = checking.read_manifest(saved)
    shutil.rmtree(data)

    _, restored = restore(data, saved, clock)

    assert hashes(data) == {member.path: member.sha256 for member in listed.members}
    assert kept(data) == before
    assert (restored.files, restored.aside) == (len(FILES) + 1, None)
    assert rows(data) == played


def test_a_second_backup_of_what_was_restored_is_the_same(saved: Path, tmp_path: Path) -> None:
    restore(tmp_path / "back", saved)
    again = save(tmp_path / "back", tmp_path / "again.zip", pictures=True)
    first = checking.read_manifest(saved)
    assert again.members[1:] == first.members[1:]
    assert (again.games, again.events) == (first.games, first.events)
    restore(tmp_path / "twice", tmp_path / "again.zip")
    assert rows(tmp_path / "twice") == rows(tmp_path / "back")


def test_what_was_there_is_kept_aside_with_the_logs_of_its_journal(
    target: Path, saved: Path, clock: ManualClock
) -> None:
    write(target, {"journal.sqlite-wal": b"stray", "journal.sqlite-shm": b"stray", "pictures/theirs/1.jpg": b"x"})
    before = hashes(target)

    _, restored = restore(target, saved, clock)

    aside = target / "before-restore-20260501T223000"
    assert restored.aside == aside
    assert hashes(aside) == {name: told for name, told in before.items() if not name.startswith("log/")}
    assert {name for name in hashes(target) if not name.startswith(aside.name)} == {
        *FILES,
        "journal.sqlite",
        "log/dice-table.log",
    }
    assert list(games(target)) == ["20260501T193000x0002", "20260501T183000x0001"]
    restore(target, saved, clock)
    assert (target / "before-restore-20260501T223000-2").is_dir()


def test_without_pictures_in_it_those_that_are_there_stay(data: Path, tmp_path: Path) -> None:
    save(data, tmp_path / "small.zip", pictures=False)
    restore(data, tmp_path / "small.zip")
    assert (data / "pictures/20260501T183000x0001/1.jpg").is_file()


def repacked(saved: Path, change: Change, **options: Any) -> Path:
    """The backup with its list and files changed."""
    with zipfile.ZipFile(saved) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    listed = json.loads(files.pop("manifest.json"))
    change(listed, files)
    with zipfile.ZipFile(saved, "w", **options) as packed:
        for name, content in {**files, "manifest.json": json.dumps(listed).encode()}.items():
            packed.writestr(name, content)
    return saved


def member(listed: Mapping[str, Any], path: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in listed["members"] if one["path"] == path)
    return found


def add(path: str) -> Change:
    def change(listed: dict[str, Any], files: dict[str, bytes]) -> None:
        files[path] = b"x"
        listed["members"].append(
            {"path": path, "size": 1, "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db"}
        )

    return change


def told(key: str, value: object) -> Change:
    return lambda listed, _: listed.update({key: value})


def tampered(listed: dict[str, Any], files: dict[str, bytes]) -> None:  # noqa: ARG001 - as all changes
    files["setup.json"] = b'{"camera": "usb:9"}'


def hidden(listed: dict[str, Any], files: dict[str, bytes]) -> None:
    add("rules/new.toml")(listed, files)
    listed["members"].pop()


def dropped(listed: dict[str, Any], files: dict[str, bytes]) -> None:  # noqa: ARG001 - likewise
    del files["tray.json"]


def bomb(listed: dict[str, Any], files: dict[str, bytes]) -> None:
    files["rules/ours.toml"] = bytes(12 * contents.MEBIBYTE)
    member(listed, "rules/ours.toml")["size"] = 12 * contents.MEBIBYTE


def too_large(listed: dict[str, Any], files: dict[str, bytes]) -> None:
    files["rules/ours.toml"] = bytes(17 * contents.MEBIBYTE)
    member(listed, "rules/ours.toml")["size"] = 17 * contents.MEBIBYTE


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (tampered, "setup.json in it is not what was saved"),
        (hidden, "not those of its own list"),
        (dropped, "not those of its own list"),
        (add("../../escaped.toml"), "does not belong into a backup"),
        (add("/tmp/escaped.toml"), "does not belong into a backup"),  # noqa: S108 - it is never written
        (add("rules/../../escaped.toml"), "does not belong into a backup"),
        (add("journal.sqlite-wal"), "does not belong into a backup"),
        (bomb, "packed in a way that no backup is"),
        (too_large, "does not belong into a backup"),
        (told("version", 2), "A newer dice table made it"),
        (told("journal", 99), "journal.sqlite in it is not what was saved"),
        (told("events", 43), "journal.sqlite in it is not what was saved"),
        (told("format", "holiday photos"), "It is not a backup of a dice table"),
        (told("members", "all"), "It is not a backup of a dice table"),
        (told("version", True), "It is not a backup of a dice table"),
    ],
    ids=[
        *("tampered", "hidden", "dropped", "slip", "absolute", "slip-inside", "log", "bomb", "too-large"),
        *("newer", "newer-journal", "fewer-events", "foreign", "no-list", "no-version"),
    ],
)
def test_a_backup_that_was_changed_is_refused_and_nothing_is_touched(
    target: Path, saved: Path, change: Change, why: str
) -> None:
    before = hashes(target.parent)
    repacked(saved, change, compression=zipfile.ZIP_DEFLATED)
    before["saved.zip"] = hashes(saved.parent)["saved.zip"]
    with pytest.raises(RestoreError, match=r"was not restored\. .* Nothing was changed\.$") as refusal:
        restore(target, saved)
    assert why in str(refusal.value)
    assert hashes(target.parent) == before


@pytest.mark.parametrize("keep", [0.0, 0.2, 0.9, 0.9999])
def test_a_backup_cut_short_is_refused(target: Path, saved: Path, keep: float) -> None:
    before = hashes(target)
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(RestoreError, match="It is not a whole backup"):
        restore(target, saved)
    assert hashes(target) == before


def test_a_flipped_byte_is_found_wherever_it_is(target: Path, saved: Path) -> None:
    before = hashes(target)
    whole = saved.read_bytes()
    unpacked = target.parent / "unpacked"
    files = {member.path: member.sha256 for member in checking.read_manifest(saved).members}
    refused = 0
    for place in range(0, len(whole), 61):
        broken = bytearray(whole)
        broken[place] ^= 0x40
        saved.write_bytes(broken)
        try:
            checking.unpack(saved, _empty(unpacked))
        except RestoreError:
            refused += 1
        else:  # it hit what no reader looks at, such as the time in an entry
            assert hashes(unpacked) == files
    assert refused > len(whole) / 61 / 2
    assert hashes(target) == before


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@pytest.mark.parametrize("content", [b"", b"no zip", b"\x1f\x8b\x08tar", b"PK\x03\x04"])
def test_a_foreign_file_is_refused(target: Path, tmp_path: Path, content: bytes) -> None:
    before = hashes(target)
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(RestoreError, match=r"x\.zip was not restored"):
        restore(target, tmp_path / "x.zip")
    with pytest.raises(RestoreError, match="There is no such file"):
        restore(target, tmp_path / "none.zip")
    with pytest.raises(RestoreError, match="There is no such file"):
        restore(target, tmp_path)
    assert hashes(target) == before


def test_another_programs_zip_and_a_deep_list_are_refused(target: Path, tmp_path: Path) -> None:
    for name, content in {"photo.jpg": b"x", "manifest.json": b"[" * 100_000}.items():
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
            packed.writestr(name, content)
        with pytest.raises(RestoreError, match="It is not a backup of a dice table"):
            restore(target, tmp_path / "x.zip")


def test_a_newer_programs_journal_is_refused(target: Path, data: Path, tmp_path: Path) -> None:
    import sqlite3  # noqa: PLC0415 - for this test alone

    save(data, tmp_path / "new.zip", pictures=False)
    with zipfile.ZipFile(tmp_path / "new.zip") as packed:
        (tmp_path / "j.sqlite").write_bytes(packed.read("journal.sqlite"))
    connection = sqlite3.connect(tmp_path / "j.sqlite")
    connection.execute("UPDATE schema SET version = 999")
    connection.commit()
    connection.close()
    content = (tmp_path / "j.sqlite").read_bytes()

    def newer(listed: dict[str, Any], files: dict[str, bytes]) -> None:
        files["journal.sqlite"] = content
        told_hash = hashes(tmp_path)["j.sqlite"]
        member(listed, "journal.sqlite").update(size=len(content), sha256=told_hash)
        listed["journal"] = 999

    before = hashes(target)
    with pytest.raises(RestoreError, match="A newer dice table made it"):
        restore(target, repacked(tmp_path / "new.zip", newer))
    assert hashes(target) == before


def test_a_disk_without_room_is_told_before_anything_is_unpacked(
    target: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "ROOM_LEFT", 1 << 60)
    before = hashes(target)
    with pytest.raises(RestoreError, match="Free some space"):
        restore(target, saved)
    assert hashes(target) == before


def test_where_nothing_was_being_restored_there_is_nothing_to_finish(data: Path, tmp_path: Path) -> None:
    before = hashes(data)
    assert finish(data) is None
    assert finish(tmp_path / "nowhere") is None
    assert hashes(data) == before
