import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.watcher.listening import Cameras, Ear, OpenEye
from vision.calibration import Calibration
from vision.errors import CalibrationError
from vision.watcher import CameraWatcher


def decoded(jpeg: bytes | None) -> np.ndarray:
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_corners_are_kept_and_limit_what_is_read(watching: OpenEye, ear: Ear) -> None:
    left_half = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))
    eye = watching()
    assert eye.watch.tray_now.outline == ((0, 0), (1, 0), (1, 1), (0, 1))
    ear.next()

    eye.current.set_tray(Calibration.of_corners(left_half))

    assert ear.faces() == (False, ["3", "5"])
    assert watching().watch.tray_now.outline == left_half


def test_corners_that_make_no_tray_change_nothing(watching: OpenEye) -> None:
    eye = watching()

    with pytest.raises(CalibrationError, match="four corners"):
        eye.current.set_tray(Calibration.of_corners(((0.0, 0.0), (1.0, 1.0))))

    assert eye.watch.tray_now.outline == ((0, 0), (1, 0), (1, 1), (0, 1))


def test_each_source_has_corners_of_its_own(watching: OpenEye) -> None:
    left_half = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))
    eye = watching()
    eye.current.set_tray(Calibration.of_corners(left_half))

    eye.use_source("usb:1")
    assert eye.watch.tray_now.outline == ((0, 0), (1, 0), (1, 1), (0, 1))
    eye.use_source("usb:0")
    assert eye.watch.tray_now.outline == left_half


def test_a_damaged_file_of_corners_is_a_problem_and_the_whole_picture_is_read(
    watching: OpenEye, ear: Ear, tmp_path: Path
) -> None:
    (tmp_path / "tray.json").write_text("{broken")
    eye = watching()

    roll = ear.next()

    assert [die.face for die in roll.dice] == ["3", "5", "1"]
    (problem,) = roll.problems
    assert problem.startswith("The whole picture is read. ")
    assert "tray.json cannot be read" in problem
    eye.current.set_tray(Calibration.of_corners(((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))))
    assert ear.next().problems == ()


def test_the_live_picture_shows_the_readings_while_the_dice_lie_still(
    watching: OpenEye, cameras: Cameras, ear: Ear
) -> None:
    eye = watching()
    ear.next()
    assert _colours(eye) > 60, "boxes and faces are drawn in colour over the grey tray"

    cameras.opened[0].restless = True
    assert ear.next() == "moving"
    time.sleep(0.25)  # a picture is good for 0.2 s

    assert _colours(eye) < 30


def _colours(eye: CameraWatcher) -> int:
    """How colourful the most colourful pixel of the live picture is."""
    return int(np.ptp(decoded(eye.live_jpeg()).astype(int), axis=2).max())


def test_the_live_picture_is_drawn_at_most_five_times_a_second(watching: OpenEye, ear: Ear) -> None:
    eye = watching()
    ear.next()

    began = time.monotonic()
    pictures = set()
    while time.monotonic() - began < 0.5:
        pictures.add(eye.live_jpeg())

    assert len(pictures) <= 1 + (time.monotonic() - began) / 0.2


def test_the_live_picture_shows_the_tray_outline(watching: OpenEye, ear: Ear) -> None:
    eye = watching()
    ear.next()
    eye.current.set_tray(Calibration.of_corners(((0.2, 0.2), (0.4, 0.2), (0.4, 0.8), (0.2, 0.8))))
    ear.next()

    picture = decoded(eye.live_jpeg()).astype(int)

    assert np.ptp(picture[100, 60:68], axis=1).max() > 60
