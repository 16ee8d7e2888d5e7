"""Files of JSON that a failing disk or a hand has changed are told of in a sentence, each by whoever reads it."""

from pathlib import Path

import pytest

from firmware_host.settings import load_settings
from firmware_host.setup.results import ResultFile
from firmware_host.setup.skip_file import SkipFile
from vision.calibration.store import TrayFile
from vision.errors import CalibrationError
from vision.network import ModelError, load_network, model_hashes
from vision.read.dice_set import DiceSetError
from vision.read.set_files import FOLDER, IN_USE, DiceSets
from vision.recording.lines import line_from_json

DAMAGED = [
    b"",
    b"[" * 100_000,
    b'{"version":' * 100_000,
    b'{"version": NaN}',
    b'{"version": 1e999, "camera": 3}',
    b'{"version": 2, "trays": {"sim": ' + b"[" * 5000,
    b'{"version": 2, "camera": "\\ud800", "name": "\\udfff"}',
    b'{"is": "began", "is": "lost", "version": 1, "version": 2}',
    b"[]",
    b"null",
    b'"version"',
    b'{"version": []}',
    b"\xff\xfe",
    b"\x00" * 4096,
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_every_reader_says_what_is_wrong(tmp_path: Path, content: bytes) -> None:
    for name in ("setup.json", "tray.json", "skipped.json", "setup_results.json", "card.json", f"{FOLDER}/{IN_USE}"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "card.onnx").write_bytes(b"")
    (note,) = load_settings({"data": tmp_path}, {}).notes
    assert "was ignored, because it cannot be read" in note
    assert note.endswith("Choose the source again on the setup page.")
    with pytest.raises(CalibrationError, match=r"tray.json cannot be read\..*Drag the tray's corners again"):
        TrayFile(tmp_path).load("sim")
    with pytest.raises(DiceSetError, match=r"in_use.json cannot be read \(.+\)\. Choose the dice again"):
        DiceSets(tmp_path).in_use()
    with pytest.raises(ModelError, match="install the project again"):
        load_network("card", tmp_path)
    assert model_hashes(tmp_path) == {}
    assert SkipFile(tmp_path).load() == frozenset()
    assert ResultFile(tmp_path).load("throws") is None
    with pytest.raises(ValueError, match=r"."):
        line_from_json(content.decode("latin-1"))
