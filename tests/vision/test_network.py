import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.network import ModelError, load_network, models_folder

# A network of one convolution whose weights lie in "weights.bin", as the onnx package saves it.
OUTSIDE = (
    b'\x08\x08:\xad\x01\n\x1c\n\x08pictures\n\x01w\x12\x07answers"\x04Conv\x12\x01g*C\x08\x01\x08\x03\x08\x01\x08\x01'
    b"\x10\x01B\x01wj\x17\n\x08location\x12\x0bweights.binj\x0b\n\x06offset\x12\x010j\x0c\n\x06length\x12\x0212p\x01"
    b'Z"\n\x08pictures\x12\x16\n\x14\x08\x01\x12\x10\n\x02\x08\x01\n\x02\x08\x03\n\x02\x08\x02\n\x02\x08\x02'
    b"b!\n\x07answers\x12\x16\n\x14\x08\x01\x12\x10\n\x02\x08\x01\n\x02\x08\x01\n\x02\x08\x02\n\x02\x08\x02B\x04"
    b"\n\x00\x10\x11"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("faces.onnx", "faces.json"):
        shutil.copy(models_folder() / name, tmp_path / name)
    return tmp_path


def test_a_model_that_is_the_one_of_its_card_is_loaded(folder: Path) -> None:
    assert load_network("faces", folder).card["labels"][:6] == ["1", "2", "3", "4", "5", "6"]


def test_a_changed_model_is_refused_by_name(folder: Path) -> None:
    data = bytearray((folder / "faces.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "faces.onnx").write_bytes(data)

    with pytest.raises(ModelError, match=r"faces\.onnx.*sha256"):
        load_network("faces", folder)


def test_a_missing_model_is_named(folder: Path) -> None:
    (folder / "faces.onnx").unlink()

    with pytest.raises(ModelError, match=r"faces\.onnx"):
        load_network("faces", folder)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sha256": 1}'])
def test_a_broken_card_is_named(folder: Path, text: str) -> None:
    (folder / "faces.json").write_text(text)

    with pytest.raises(ModelError, match="faces"):
        load_network("faces", folder)


def test_a_file_that_is_no_network_is_refused_even_with_the_right_hash(folder: Path) -> None:
    (folder / "faces.onnx").write_bytes(b"not a network")
    (folder / "faces.json").write_text(json.dumps({"sha256": hashlib.sha256(b"not a network").hexdigest()}))

    with pytest.raises(ModelError, match="cannot load"):
        load_network("faces", folder)


def test_weights_in_other_files_are_refused_also_where_those_files_lie(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "weights.bin").write_bytes(np.ones(3, np.float32).tobytes())
    (folder / "faces.onnx").write_bytes(OUTSIDE)
    (folder / "faces.json").write_text(json.dumps({"sha256": hashlib.sha256(OUTSIDE).hexdigest()}))

    with pytest.raises(ModelError, match=r"faces\.onnx keeps weights in other files"):
        load_network("faces", folder)
