import json
import threading
from pathlib import Path

import pytest

from vision.calibration import TrayFile
from vision.errors import CalibrationError

TRAY = ((0.1, 0.1), (0.9, 0.15), (0.95, 0.9), (0.05, 0.85))
OTHER = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5))


def test_corners_are_kept_for_each_source(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path / "new" / "folder")
    trays.keep("usb:0", TRAY)
    trays.keep("folder:/photos", OTHER)
    trays.keep("usb:0", OTHER)
    trays.keep("usb:0", TRAY)

    again = TrayFile(tmp_path / "new" / "folder")
    assert again.corners("usb:0") == TRAY
    assert again.corners("folder:/photos") == OTHER
    assert again.corners("usb:1") is None


def test_without_a_file_there_are_no_corners(tmp_path: Path) -> None:
    assert TrayFile(tmp_path).corners("usb:0") is None
    assert not list(tmp_path.iterdir())


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    TrayFile(tmp_path).keep("usb:0", TRAY)

    content = json.loads((tmp_path / "tray.json").read_text())

    assert content == {"version": 1, "trays": {"usb:0": {"corners": [list(corner) for corner in TRAY]}}}
    assert [path.name for path in tmp_path.iterdir()] == ["tray.json"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '"trays"',
        "\x00\x01",
        '{"version": 1}',
        '{"version": 1, "trays": []}',
        '{"version": "1", "trays": {}}',
        '{"trays": {}}',
        '{"version": 1, "trays": {"usb:0": 5}}',
        '{"version": 1, "trays": {"usb:0": {}}}',
        '{"version": 1, "trays": {"usb:0": {"corners": [[0, 0], [1, 0], [1, 1]]}}}',
        '{"version": 1, "trays": {"usb:0": {"corners": null}}}',
    ],
)
def test_a_damaged_file_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "tray.json").write_text(content)

    with pytest.raises(CalibrationError, match=r"tray\.json cannot be understood"):
        TrayFile(tmp_path).corners("usb:0")


def test_a_newer_file_is_told_and_not_lost(tmp_path: Path) -> None:
    newer = '{"version": 2, "boards": []}'
    (tmp_path / "tray.json").write_text(newer)
    trays = TrayFile(tmp_path)

    with pytest.raises(CalibrationError, match=r"newer program \(version 2"):
        trays.corners("usb:0")
    trays.keep("usb:0", TRAY)

    assert trays.corners("usb:0") == TRAY
    assert (tmp_path / "tray.unreadable.json").read_text() == newer


def test_a_folder_that_takes_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CalibrationError, match="cannot be kept in"):
        TrayFile(tmp_path / "file").keep("usb:0", TRAY)


def test_a_reader_never_meets_half_a_file(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path)
    trays.keep("usb:0", TRAY)
    done = threading.Event()

    def keep_changing() -> None:
        for turn in range(20):
            trays.keep("usb:0", OTHER if turn % 2 else TRAY)
        done.set()

    writer = threading.Thread(target=keep_changing)
    writer.start()
    seen = set()
    while not done.is_set():
        seen.add(trays.corners("usb:0"))
    writer.join()

    assert seen <= {TRAY, OTHER}
