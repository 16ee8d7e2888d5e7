import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.fake_driver import FakeDriver, plugged_in
from tests.vision.sources.fake_picamera2 import fake_module
from vision.errors import SourceLostError, SourceUnavailableError
from vision.sources import cameras
from vision.sources.cameras import list_cameras, thumbnail
from vision.sources.kind import CameraInfo
from vision.sources.pace import FrameClock
from vision.sources.pi_camera import pi_cameras
from vision.sources.usb import usb_cameras
from vision.sources.usb_names import usb_specs
from vision.sources.v4l2 import Device

SIZES = ((320, 240), (640, 480), (1280, 720), (1280, 960), (1920, 1080))


def test_usb_cameras_are_told_with_name_and_sizes(tmp_path: Path) -> None:
    driver = FakeDriver()
    with plugged_in(tmp_path / "dev", 0, "046d_C920_1A2B"):
        found = usb_cameras(tmp_path / "dev", lambda node: Device(node, driver.ioctl))

        assert tuple(found) == (CameraInfo("usb:046d_C920_1A2B", "HD Pro Webcam C920", SIZES),)


def test_nodes_that_give_no_pictures_are_left_out_and_silent_drivers_are_not(tmp_path: Path) -> None:
    driver, silent = FakeDriver(), FakeDriver()
    driver.capture = False
    silent.gone = True
    with plugged_in(tmp_path, 0), plugged_in(tmp_path, 1):
        found = usb_cameras(tmp_path, lambda node: Device(node, (driver if node.name == "video0" else silent).ioctl))

        assert tuple(found) == (CameraInfo("usb:1", "usb:1"),)


def test_pi_cameras_are_told_where_picamera2_is(clock: FrameClock, monkeypatch: pytest.MonkeyPatch) -> None:
    module = fake_module(clock)
    module.__spec__ = sys.__spec__  # an imported module has one
    monkeypatch.setitem(sys.modules, "picamera2", module)

    assert tuple(pi_cameras()) == (CameraInfo("pi:0", "imx708", ((1280, 960),)),)


def test_the_list_comes_from_a_process_of_its_own() -> None:
    found = list_cameras()

    assert isinstance(found, tuple)
    assert all(camera.spec.startswith(("usb:", "pi:")) for camera in found)


def test_drivers_that_do_not_answer_leave_what_the_system_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def hang(command: list[str], **_options: Any) -> None:
        raise subprocess.TimeoutExpired(command, 6.0)

    monkeypatch.setattr(subprocess, "run", hang)
    monkeypatch.setattr(cameras, "offered_specs", lambda: ("sim", *usb_specs(tmp_path)))
    (tmp_path / "video3").touch()

    assert list_cameras() == (CameraInfo("usb:3", "usb:3"),)
    assert "cannot be asked" in caplog.text


def test_a_thumbnail_is_small_and_shows_what_is_seen(folder: Path) -> None:
    picture = cv2.imdecode(np.frombuffer(thumbnail(f"folder:{folder}"), np.uint8), cv2.IMREAD_COLOR)

    assert picture is not None
    assert picture.shape == (240, 320, 3)
    assert picture[5, 5].tolist() == pytest.approx([40, 40, 40], abs=3)


def test_what_cannot_be_seen_has_no_thumbnail(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError):
        thumbnail(f"folder:{tmp_path}/nowhere")

    script = tmp_path / "garbled.toml"
    script.write_text('rate = 60\nevent = [{ at = 0, do = "garble", seconds = 600 }]')
    with pytest.raises(SourceLostError, match="no picture"):
        thumbnail(f"sim:script={script}")
