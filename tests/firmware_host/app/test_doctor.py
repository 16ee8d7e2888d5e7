import re
from pathlib import Path

import numpy as np
import pytest

from firmware_host.app.doctor import DoctorFinding, examine, load_fault
from firmware_host.backup.automatic import AutomaticBackups, gave_up
from firmware_host.backup.status_text import failed
from firmware_host.settings import load_settings
from tests.firmware_host.backup.conftest import play
from vision.read import DiceSet, DiceSets
from vision.read.example import SIDE
from vision.sources import cameras
from vision.sources.kind import CameraInfo


def test_it_tells_versions_settings_and_sources(tmp_path: Path) -> None:
    settings = load_settings({"data": tmp_path / "new", "port": 8090}, {})
    lines = [str(finding) for finding in examine(settings)]
    told = "\n".join(lines)
    for subject in ("python", "opencv-python", "onnxruntime", "numpy", "gpiozero", "source form"):
        assert any(line.startswith(f"ok   {subject}") for line in lines), told
    assert f"data             {tmp_path / 'new'} (--data, new)" in told
    assert "port             8090 (--port)" in told
    assert not (tmp_path / "new").exists()


def test_cameras_are_told_with_name_and_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (CameraInfo("usb:0", "C920", ((640, 480), (1280, 960))), CameraInfo("usb:1", "usb:1"))
    monkeypatch.setattr(cameras, "list_cameras", lambda: found)
    told = [finding.found for finding in examine(load_settings({"data": tmp_path}, {})) if finding.subject == "source"]
    assert told == ["USB camera C920 (usb:0; 640 x 480, 1280 x 960)", "USB camera 1 (usb:1; sizes unknown)"]


def test_dice_sets_are_told_and_which_is_in_use(tmp_path: Path) -> None:
    crops = tuple(np.zeros((SIDE, SIDE, 3), np.uint8) for _ in range(3))
    sets = DiceSets(tmp_path)
    sets.save(DiceSet("bone", ("K", "9", "K"), crops))
    sets.save(DiceSet("red", ("1", "1", "1"), crops))
    sets.use("bone")

    def told(**options: str) -> list[tuple[str, bool]]:
        settings = load_settings({"data": tmp_path, **options}, {})
        return [(finding.found, finding.good) for finding in examine(settings) if finding.subject == "dice set"]

    assert told() == [("bone (in use): 3 examples of 9 K", True), ("red: 3 examples of 1", True)]
    assert told(dice_set="red")[1] == ("red (in use): 3 examples of 1", True)
    assert told(dice_set="blue")[-1] == ("There is no dice set blue. There are: bone, red.", False)
    (sets.folder / "in_use.json").write_text("{")
    assert [good for _, good in told()] == [False]


def test_backups_are_told_and_why_one_was_not_made(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"

    def told() -> list[tuple[str, bool]]:
        settings = load_settings({"data": data, "backup_to": str(stick)}, {})
        return [(finding.found, finding.good) for finding in examine(settings) if finding.subject == "backups"]

    assert told() == [("No backup has been made yet. One is made after each game and each evening.", True)]
    play(data, "first", 5)
    backups = AutomaticBackups(data, second=stick)
    backups.after_game()
    backups.copy()
    last, missing = told()
    assert last[0].startswith("The last backup was made on ")
    assert last[1]
    assert "the disk is not there" in missing[0]
    assert not missing[1]
    stick.mkdir()
    backups.copy()
    assert told()[1][0].startswith(f"A copy was put into {stick}")
    play(data, "second", 2)
    backups.after_game(_refuse)
    assert told()[1] == (str(failed(backups.status())), False)


def _refuse() -> None:
    raise gave_up()


def test_what_is_amiss_stands_out(tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text("{")
    notes = [finding for finding in examine(load_settings({"data": tmp_path}, {})) if finding.subject == "note"]
    assert [finding.good for finding in notes] == [False]
    assert str(DoctorFinding("models", "none", good=False)) == "BAD  models           none"


@pytest.mark.parametrize("library", ["libGL.so.1", "libgthread-2.0.so.0", "libxcb.so.1"])
def test_a_missing_system_library_names_its_packages(library: str) -> None:
    sentence = load_fault(ImportError(f"{library}: cannot open shared object file: No such file or directory"))
    assert sentence is not None
    assert "sudo apt install libgl1 libglib2.0-0" in sentence
    assert load_fault(ImportError("No module named 'cv3'")) is None
    assert load_fault(ValueError("no such game")) is None


def test_any_other_system_library_is_named_with_how_to_find_its_package() -> None:
    sentence = load_fault(ImportError("libatomic.so.1: cannot open shared object file: No such file or directory"))
    assert sentence is not None
    assert "apt-file search libatomic.so.1" in sentence


@pytest.mark.parametrize(
    "error",
    [
        ValueError("numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88"),
        ImportError("numpy.core.multiarray failed to import"),
    ],
    ids=["made for numpy 1", "made for numpy 2"],
)
def test_a_library_made_for_another_numpy_is_one_sentence(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = load_fault(error)
    assert sentence is not None
    assert "Create the environment anew" in sentence

    def load(_module: str) -> None:
        raise error

    monkeypatch.setattr("firmware_host.app.doctor.import_module", load)
    found = next(finding for finding in examine(load_settings({}, {})) if finding.subject == "opencv-python")
    assert (found.found, found.good) == (sentence, False)


def test_room_and_pictures_are_told(tmp_path: Path) -> None:
    game = tmp_path / "pictures" / "20260101T120000x0001"
    game.mkdir(parents=True)
    (game / "1.jpg").write_bytes(b"x" * 3_000_000)
    told = [str(finding) for finding in examine(load_settings({"data": tmp_path}, {}))]
    assert any(re.search(r"^(ok |BAD)  disk +\d+ MB free", line) for line in told)
    assert "ok   pictures         3 MB of 1 games, the oldest 20260101T120000x0001" in told
