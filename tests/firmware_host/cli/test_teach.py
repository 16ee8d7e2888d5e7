import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.read.conftest import CODE, tray


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from firmware_host.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("DICE_TABLE_")},
    )


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Give a photograph of four dice for each face of a set whose pips stand for poker faces."""
    folder = tmp_path_factory.mktemp("photos")
    paths = {}
    for value, face in CODE.items():
        paths[face] = folder / f"{face}.png"
        cv2.imwrite(str(paths[face]), tray((value,) * 4, 40 + value))
    return paths


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, photos: dict[str, Path]) -> Path:
    folder = tmp_path_factory.mktemp("data")
    result = run("teach", "odd set", *(f"{face}={path}" for face, path in photos.items()), "--data", folder)
    assert result.returncode == 0, result.stderr
    assert "odd set is taught: 24 examples of 6 faces" in result.stdout
    assert "Expect" in result.stdout
    return folder


def test_a_taught_set_is_read(data: Path, tmp_path: Path) -> None:
    values = (3, 1, 6, 5)
    cv2.imwrite(str(tmp_path / "throw.png"), tray(values, 9))

    result = run("read", "--json", "--dice-set", "odd set", "--data", data, tmp_path / "throw.png")

    assert result.returncode == 0, result.stderr
    line: dict[str, Any] = json.loads(result.stdout)
    assert [die["face"] for die in line["dice"]] == [CODE[value] for value in values]


def test_an_unknown_set_is_told_with_the_known_ones(data: Path, tmp_path: Path) -> None:
    result = run("read", "--dice-set", "bone", "--data", data, tmp_path / "throw.png")

    assert result.returncode == 1
    assert "odd set" in result.stderr
    assert "Traceback" not in result.stderr


def test_every_fault_is_told_at_once_and_nothing_is_kept(photos: dict[str, Path], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), np.full((300, 400, 3), (60, 105, 45), np.uint8))

    result = run(
        "teach", "bad", "Z=x.jpg", "king.jpg", f"K={tmp_path}/none.jpg", f"Q={tmp_path}/cloth.png",
        f"9={photos['9']}", "--data", tmp_path,
    )  # fmt: skip

    assert result.returncode == 1
    for told in ("no face 'Z'", "'king.jpg' is not a face", "none.jpg", "cloth.png: no dice"):
        assert told in result.stderr
    assert not (tmp_path / "dice_sets").exists()


def test_too_few_looks_are_refused(photos: dict[str, Path], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), tray((2,), 3))

    result = run("teach", "thin", f"9={photos['9']}", f"K={tmp_path}/one.png", "--data", tmp_path)

    assert result.returncode == 1
    assert "1 of the 3 looks needed at the face K" in result.stderr


def test_a_name_that_is_a_path_is_refused(photos: dict[str, Path], tmp_path: Path) -> None:
    shown = [f"{face}={path}" for face, path in photos.items()]

    result = run("teach", "../up", *shown, "--data", tmp_path)

    assert result.returncode == 1
    assert "cannot be the name of a dice set" in result.stderr
