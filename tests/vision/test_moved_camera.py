"""The eye over a tray whose camera is knocked."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.watcher.watched_source
from tests.vision.square_tray import Lying, ScriptedCamera, SquareReader, tray_with
from tests.vision.watcher.listening import Ear
from vision.calibration import Calibration, TrayFile
from vision.frame import Frame
from vision.pipeline import SettledRoll
from vision.sources import ResumeState
from vision.watcher import CameraWatcher, open_camera

INSIDE = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
DICE: Lying = ((100, 80, 3), (160, 150, 5))
AT_THE_RIM: Lying = ((100, 80, 2), (254, 150, 6))
"""The second die lies 2 pixels inside of the tray; seen 4 pixels to the right it is outside of where that was."""

PATIENCE = 60.0  # seconds; a busy machine is slow


class KnockedCamera(ScriptedCamera):
    """A camera over a tray on a patterned table, which looks `shift` pixels elsewhere."""

    def __init__(self, spec: str, dice: Lying) -> None:
        super().__init__(spec, dice)
        self.shift = 0
        coarse = np.random.default_rng(8).integers(10, 80, (80, 100), np.uint8)
        table = cv2.resize(coarse, (400, 320), interpolation=cv2.INTER_NEAREST)
        cv2.rectangle(table, (104, 88), (296, 232), 40, -1)
        self._table = table[..., None]

    def read(self, timeout: float) -> Frame:
        frame = super().read(timeout)
        noise = frame.image.astype(int) - tray_with(self._lying())
        x, y = 40 - self.shift, 40
        scene = np.maximum(tray_with(self._lying()), 41).astype(int)
        moved = np.roll(scene, self.shift, axis=1)
        ground = self._table[y : y + 240, x : x + 320].astype(int)
        picture = np.where(moved > 41, moved, ground) + noise
        return Frame(np.asarray(np.clip(picture, 0, 255), np.uint8), frame.time, frame.number)


Open = Callable[..., tuple[CameraWatcher, KnockedCamera]]


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def watching(tmp_path: Path, ear: Ear, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    monkeypatch.setattr(vision.watcher.watched_source, "CHECK_SECONDS", 0.05)
    opened: list[CameraWatcher] = []

    def start(spec: str = "usb:0") -> tuple[CameraWatcher, KnockedCamera]:
        cameras: list[KnockedCamera] = []

        def opener(spec: str, memory: ResumeState) -> KnockedCamera:  # noqa: ARG001 - as any opener
            cameras.append(KnockedCamera(spec, DICE))
            return cameras[-1]

        eye = open_camera(spec, data_dir=tmp_path, reader=SquareReader(), opener=opener)
        opened.append(eye)
        eye.start(ear)
        return eye, cameras[-1]

    yield start
    for eye in opened:
        eye.close()


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def settled(ear: Ear) -> SettledRoll:
    while True:
        news = ear.next()
        if isinstance(news, SettledRoll):
            return news


def test_a_small_shift_is_followed_and_dice_at_the_rim_are_still_read(watching: Open, ear: Ear) -> None:
    eye, camera = watching()
    settled(ear)
    eye.current.set_tray(Calibration.of_corners(INSIDE))
    settled(ear)

    camera.shift = 4
    wait_until(lambda: eye.watch.tray_now.outline != INSIDE)
    camera.dice = AT_THE_RIM

    moved = (np.array(eye.watch.tray_now.outline) - INSIDE) * (320, 240)
    assert moved == pytest.approx(np.array([[4.0, 0.0]] * 4), abs=0.7)
    assert eye.notices() == ()
    wait_until(lambda: [die.face for die in settled(ear).dice] == ["2", "6"])


def test_a_knocked_camera_is_a_problem_until_it_is_back(watching: Open, ear: Ear) -> None:
    eye, camera = watching()
    settled(ear)
    eye.current.set_tray(Calibration.of_corners(INSIDE))
    assert settled(ear).problems == ()

    camera.shift = 14
    roll = settled(ear)

    assert "The camera was moved. Mark the tray again, or turn the camera back." in roll.problems
    wait_until(lambda: bool(eye.notices()))
    wait_until(lambda: ear.noticed == 1)
    assert eye.watch.tray_now.outline == INSIDE
    camera.shift = 0
    wait_until(lambda: not eye.notices())
    wait_until(lambda: ear.noticed == 2)
    assert settled(ear).problems == ()


def test_the_tray_marked_before_is_compared_with_when_the_program_starts(watching: Open, ear: Ear) -> None:
    eye, _ = watching()
    settled(ear)
    eye.current.set_tray(Calibration.of_corners(INSIDE))
    settled(ear)
    eye.close()

    later, camera = watching()
    camera.shift = 14

    wait_until(lambda: bool(later.notices()))


def test_a_folder_of_photographs_has_no_camera_to_be_moved(watching: Open, ear: Ear, tmp_path: Path) -> None:
    eye, camera = watching("folder:x")
    settled(ear)
    eye.current.set_tray(Calibration.of_corners(INSIDE))
    settled(ear)
    assert TrayFile(tmp_path).picture("folder:x") is not None

    camera.shift = 14

    assert settled(ear).problems == ()
    assert eye.notices() == ()
