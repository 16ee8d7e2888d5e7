"""Scripted cameras to open eyes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.vision.square_tray import SquareReader
from tests.vision.watcher.listening import Cameras, Ear, OpenEye
from vision.watcher import CameraWatcher, open_camera


@pytest.fixture
def cameras() -> Cameras:
    return Cameras()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def watching(cameras: Cameras, ear: Ear, tmp_path: Path) -> Iterator[OpenEye]:
    """Opens an eye on a scripted camera and starts it; closes all of them at the end."""
    eyes: list[CameraWatcher] = []

    def start(spec: str = "usb:0", reader: Any = None) -> CameraWatcher:
        eye = open_camera(spec, data_dir=tmp_path, reader=reader or SquareReader(), opener=cameras.open)
        eyes.append(eye)
        eye.start(ear)
        return eye

    yield start
    for eye in eyes:
        eye.close()
