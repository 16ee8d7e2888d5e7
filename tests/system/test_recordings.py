"""Every recording in tests/data/recordings is read right; its README tells how a misread gets there."""

import shutil
from pathlib import Path

import pytest

from firmware_host.app.recording_check import WatchOptions, compare_recording

RECORDINGS = Path(__file__).parents[1] / "data/recordings"
FOLDERS = sorted(path for path in RECORDINGS.iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_invented_missed_or_misread(folder: Path) -> None:
    watched = compare_recording(folder, WatchOptions())

    assert watched.faults == []
    assert watched.recording.damage == []
    assert watched.pairs, "it holds a roll"


def test_a_misread_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "touching"
    shutil.copytree(RECORDINGS / "touching", folder)
    (folder / "truth.txt").write_text("1: 1 5 6 3 2\n")

    (fault,) = compare_recording(folder, WatchOptions()).faults

    assert fault == "roll 1: same; die 4 from the left 2 (it was 3)"


def test_each_recording_is_told_of() -> None:
    told = (RECORDINGS / "README.md").read_text(encoding="utf-8")

    assert [folder.name for folder in FOLDERS if f"- `{folder.name}`: " not in told] == []
