import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, lying, render

VALUES = (3, 1, 6, 5)
SPOTS = ((-60.0, 10.0), (-15.0, -30.0), (25.0, 25.0), (70.0, -5.0))


@pytest.fixture(scope="module")
def throw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a rendered photograph of four ivory dice on green cloth, 3 1 6 5 from left to right."""
    grain = np.random.default_rng(3).normal(0, 4, (480, 640, 1))
    cloth: Picture = np.clip(np.array([60, 105, 45]) + grain, 0, 255).astype(np.uint8)
    dice = [DiePose((x, y, 8.0), lying(value, 20.0 + 40 * value)) for value, (x, y) in zip(VALUES, SPOTS, strict=True)]
    camera = VirtualCamera((0.0, -20.0, 420.0), (0.0, 0.0, 0.0), 1200.0, (640, 480))
    path = tmp_path_factory.mktemp("photos") / "throw.jpg"
    cv2.imwrite(str(path), render(dice, camera, LightSource(), cloth))
    return path


def read(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from firmware_host.cli import main; main()", "read", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_dice_are_listed_from_left_to_right_in_pixels_of_the_photograph(throw: Path) -> None:
    result = read("--json", "--faces", "pips", throw)

    assert result.returncode == 0
    assert result.stderr == ""
    (line,) = lines(result.stdout)
    assert line["photo"] == str(throw)
    assert [die["face"] for die in line["dice"]] == [str(value) for value in VALUES]
    middles = [(die["box"][0] + die["box"][2]) / 2 for die in line["dice"]]
    assert middles == sorted(middles)
    camera = VirtualCamera((0.0, -20.0, 420.0), (0.0, 0.0, 0.0), 1200.0, (640, 480))
    for middle, (x, y) in zip(middles, SPOTS, strict=True):
        assert middle == pytest.approx(float(camera.project(np.array([[x, y, 8.0]]))[0, 0]), abs=8)
    for die in line["dice"]:
        assert 0 <= die["confidence"] <= 1
        assert isinstance(die["sure"], bool)
    assert len(line["problems"]) == sum(not die["sure"] for die in line["dice"])


def test_people_get_a_short_table(throw: Path) -> None:
    result = read(throw)

    assert result.returncode == 0
    assert str(throw) in result.stdout
    assert len(result.stdout.splitlines()) == 2


def test_a_photograph_without_dice_is_an_empty_list(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), np.full((300, 400, 3), (60, 105, 45), np.uint8))

    result = read("--json", tmp_path / "cloth.png")

    assert result.returncode == 0
    assert lines(result.stdout) == [{"photo": str(tmp_path / "cloth.png"), "dice": [], "problems": []}]


def test_bad_files_are_named_and_the_others_still_read(throw: Path, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "cut.jpg").write_bytes(throw.read_bytes()[:9000])
    names = [tmp_path / "text.jpg", throw, tmp_path / "gone.jpg", tmp_path / "cut.jpg", throw]

    result = read("--json", *names)

    assert result.returncode == 1
    told = lines(result.stdout)
    assert [line["photo"] for line in told] == [str(name) for name in names]
    assert ["error" in line for line in told] == [True, False, True, True, False]
    assert len(told[1]["dice"]) == len(told[4]["dice"]) == 4
    assert "Traceback" not in result.stderr
    for name in ("text.jpg", "gone.jpg", "cut.jpg"):
        assert name in result.stderr


def test_a_photograph_over_the_pixel_limit_is_refused(throw: Path) -> None:
    result = read("--json", throw, OPENCV_IO_MAX_IMAGE_PIXELS="1000")

    assert result.returncode == 1
    assert "too large" in lines(result.stdout)[0]["error"]
    assert "too large" in result.stderr


def test_the_overlay_is_the_photograph_with_the_readings_drawn_in(throw: Path, tmp_path: Path) -> None:
    assert read("--overlay", tmp_path / "one.png", throw).returncode == 0
    assert read("--overlay", tmp_path / "several", throw, throw).returncode == 0

    drawn = cv2.imread(str(tmp_path / "one.png"))
    photo = cv2.imread(str(throw))
    assert drawn is not None
    assert photo is not None
    assert drawn.shape == photo.shape
    assert not np.array_equal(drawn, photo)
    assert (tmp_path / "several" / "throw.jpg").exists()


def test_unknown_faces_and_no_photographs_are_explained(throw: Path) -> None:
    assert "pips" in read("--faces", "runes", throw).stderr
    assert read().returncode == 2
