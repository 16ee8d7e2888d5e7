import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vision.atomic_file import atomic_write, write_all, write_bytes


def test_the_content_replaces_what_was_there_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "tray.json"
    write_bytes(path, b"old")
    write_bytes(path, b"new")

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError("the disk is full"), KeyboardInterrupt()])
def test_what_fails_in_the_middle_leaves_the_file_as_it_was(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "tray.json"
    path.write_bytes(b"old")

    def write_half() -> None:
        with atomic_write(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write_half()

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_of_several_files_those_before_the_fault_are_kept(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_all({tmp_path / "1.jpg": b"one", tmp_path / "nowhere" / "2.jpg": b"two"})

    assert [path.name for path in tmp_path.iterdir()] == ["1.jpg"]


def test_many_writers_at_once_leave_one_whole_content(tmp_path: Path) -> None:
    path = tmp_path / "set.npz"
    contents = [bytes([number]) * 100_000 for number in range(8)]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_bytes(path, content), contents * 4))

    assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows syncs no folders")
def test_the_content_is_synced_before_it_gets_its_name_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tray.json"
    synced: list[tuple[str, bool]] = []
    sync = os.fsync

    def noting(handle: int) -> None:
        sync(handle)
        what = "folder" if os.fstat(handle).st_ino == tmp_path.stat().st_ino else "file"
        synced.append((what, path.exists()))

    monkeypatch.setattr(os, "fsync", noting)
    write_bytes(path, b"corners")

    assert synced == [("file", False), ("folder", True)]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such rights")
def test_whoever_may_read_new_files_may_read_this_one(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_bytes(tmp_path / "kept", b"")

    assert (tmp_path / "kept").stat().st_mode == (tmp_path / "usual").stat().st_mode
