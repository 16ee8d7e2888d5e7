import hashlib
import json
import shutil
from pathlib import Path

import pytest

from vision.network import ModelError, load_network, models_folder


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
