import json
import threading
from pathlib import Path

import numpy as np
import pytest

from vision.calibration import Calibration, TrayFile
from vision.calibration.lens import Lens
from vision.errors import CalibrationError
from vision.frame import Picture

TRAY = Calibration.of_corners(((0.1, 0.1), (0.9, 0.15), (0.95, 0.9), (0.05, 0.85)))
OTHER = Calibration.of_corners(((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)))
ROUND = Calibration(
    tuple((0.5 + 0.4 * np.cos(turn), 0.5 + 0.4 * np.sin(turn)) for turn in np.linspace(0, 6, 30).tolist()),
    ((250.0, 0.0, 0.0), (0.0, 250.0, 0.0), (0.0, 0.01, 1.0)),
    True,
    ((30.0, 60.0), (60.0, 60.0), (60.0, 190.0)),
    Lens((640, 480), (600.0, 610.0), (318.0, 242.0), (-0.2, 0.03), 0.2),
)


def picture(level: int) -> Picture:
    return np.full((48, 64, 3), level, np.uint8)


def test_corners_are_kept_for_each_source(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path / "new" / "folder")
    trays.keep("usb:0", TRAY)
    trays.keep("folder:/photos", OTHER)
    trays.keep("usb:0", OTHER)
    trays.keep("usb:0", TRAY)

    again = TrayFile(tmp_path / "new" / "folder")
    assert again.load("usb:0") == TRAY
    assert again.load("folder:/photos") == OTHER
    assert again.load("usb:1") is None


def test_without_a_file_there_are_no_corners(tmp_path: Path) -> None:
    assert TrayFile(tmp_path).load("usb:0") is None
    assert not list(tmp_path.iterdir())


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    TrayFile(tmp_path).keep("usb:0", TRAY)

    content = json.loads((tmp_path / "tray.json").read_text())

    assert content["version"] == 2
    assert content["trays"]["usb:0"]["outline"] == [list(corner) for corner in TRAY.outline]
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
        '{"version": 2, "trays": {"usb:0": {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}}}',
    ],
)
def test_a_damaged_file_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "tray.json").write_text(content)

    with pytest.raises(CalibrationError, match=r"tray\.json cannot be read"):
        TrayFile(tmp_path).load("usb:0")


def test_a_newer_file_is_told_and_not_lost(tmp_path: Path) -> None:
    newer = '{"version": 3, "boards": []}'
    (tmp_path / "tray.json").write_text(newer)
    trays = TrayFile(tmp_path)

    with pytest.raises(CalibrationError, match=r"newer version .*format 3"):
        trays.load("usb:0")
    trays.keep("usb:0", TRAY)

    assert trays.load("usb:0") == TRAY
    assert (tmp_path / "tray.unreadable.json").read_text() == newer


def test_a_folder_that_takes_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CalibrationError, match="cannot be saved in"):
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
    seen = []
    while not done.is_set():
        seen.append(trays.load("usb:0"))
    writer.join()

    assert all(tray in (TRAY, OTHER) for tray in seen)


def test_all_that_is_known_of_a_tray_comes_back(tmp_path: Path) -> None:
    TrayFile(tmp_path).keep("usb:0", ROUND)

    assert TrayFile(tmp_path).load("usb:0") == ROUND


def test_the_first_version_of_the_file_is_understood_and_renewed(tmp_path: Path) -> None:
    trays = {"usb:0": {"corners": [list(corner) for corner in TRAY.outline]}}
    (tmp_path / "tray.json").write_text(json.dumps({"version": 1, "trays": trays}))
    kept = TrayFile(tmp_path)

    assert kept.load("usb:0") == TRAY
    kept.keep("usb:1", OTHER)

    assert json.loads((tmp_path / "tray.json").read_text())["version"] == 2
    assert kept.load("usb:0") == TRAY
    assert kept.load("usb:1") == OTHER


def test_every_fault_of_a_tray_is_told_by_its_field(tmp_path: Path) -> None:
    tray = {
        "outline": [[0, 0], [1, 1]],
        "view": [[1, 0], [0, 1]],
        "millimetres": "yes",
        "rail": [[1, 2, 3]],
        "lens": {"size": [640]},
        "picture": 7,
        "colour": "green",
    }
    (tmp_path / "tray.json").write_text(json.dumps({"version": 2, "trays": {"usb:0": tray}}))

    with pytest.raises(CalibrationError) as refused:
        TrayFile(tmp_path).load("usb:0")

    assert set(refused.value.faults) == set(tray)
    assert "outline: A tray's outline has 3 to 64 corners, not 2" in str(refused.value)


def test_the_picture_lies_beside_the_file_and_goes_with_its_tray(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path)
    trays.keep("usb:0", TRAY, picture(80))
    trays.keep("usb:1", TRAY, picture(160))
    trays.keep("usb:0", OTHER, picture(120))

    kept = [trays.picture("usb:0"), trays.picture("usb:1")]

    assert [None if one is None else round(float(one.mean())) for one in kept] == [120, 160]
    assert len(list(tmp_path.glob("*.jpg"))) == 2
    trays.keep("usb:0", TRAY)
    trays.keep("usb:1", TRAY, picture(160))
    assert trays.picture("usb:0") is None
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == [".jpg", ".json"]


def test_a_picture_that_is_gone_or_elsewhere_is_none(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path)
    trays.keep("usb:0", TRAY, picture(80))
    next(tmp_path.glob("*.jpg")).unlink()
    assert trays.picture("usb:0") is None

    content = json.loads((tmp_path / "tray.json").read_text())
    content["trays"]["usb:0"]["picture"] = "../secret.jpg"
    (tmp_path / "tray.json").write_text(json.dumps(content))
    (tmp_path.parent / "secret.jpg").write_bytes(b"no picture")
    assert trays.picture("usb:0") is None
    trays.keep("usb:0", TRAY)
    assert (tmp_path.parent / "secret.jpg").exists()


def test_a_folder_whose_name_is_no_text_spoils_no_other_tray(tmp_path: Path) -> None:
    trays = TrayFile(tmp_path)
    trays.keep("usb:0", TRAY)
    trays.keep("folder:caf\udce9", OTHER)  # as Python reads a name in Latin-1
    assert trays.load("usb:0") == TRAY
    assert trays.load("folder:caf\udce9") == OTHER


def test_a_version_that_is_no_number_is_told(tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text('{"version": {}, "trays": {}}')

    with pytest.raises(CalibrationError, match=r"tray\.json cannot be read"):
        TrayFile(tmp_path).load("usb:0")
