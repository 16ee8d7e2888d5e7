"""Small pictures of rolling dice: each frame is another, a slow reader misses some, and only the tray is shown."""

import cv2
import numpy as np

from tests.vision.watcher.listening import Cameras, Ear, OpenEye
from vision.calibration import Calibration
from vision.frame import Picture
from vision.watcher import CameraWatcher


def next_frame(eye: CameraWatcher, after: int) -> tuple[int, Picture]:
    """Ask until there is a frame other than `after`, as a page does."""
    while (taken := eye.rolling_jpeg(after)) is None:
        pass
    number, jpeg = taken
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return number, np.asarray(picture, np.uint8)


def test_each_frame_of_rolling_dice_is_another_picture(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    cameras.opened[0].restless = True
    frames = []
    number = 0
    for _ in range(5):
        number, picture = next_frame(eye, number)
        frames.append((number, picture.tobytes()))

    assert len({number for number, _ in frames}) == 5
    assert len({picture for _, picture in frames}) == 5


def test_a_slow_reader_gets_the_newest_frame_and_none_of_those_between(watching: OpenEye, cameras: Cameras) -> None:
    eye = watching()
    camera = cameras.opened[0]
    first, _ = next_frame(eye, 0)
    before = camera.shown

    camera.wait_for(before + 10)

    second, _ = next_frame(eye, first)
    assert second >= first + 9


def test_only_the_tray_is_shown(watching: OpenEye) -> None:
    eye = watching()
    _, whole = next_frame(eye, 0)
    assert whole.shape[:2] == (240, 320)

    eye.current.set_tray(Calibration.of_corners(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))))

    _, tray = next_frame(eye, 0)
    assert tray.shape[:2] == (128, 170)


def test_before_the_first_frame_there_is_none(watching: OpenEye, cameras: Cameras) -> None:
    cameras.plugged.clear()
    assert watching().rolling_jpeg(0) is None
