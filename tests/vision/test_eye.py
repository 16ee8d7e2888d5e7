import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_host.table.ports import Eye as EyePort
from firmware_host.table.ports import KeptDie
from tests.vision.knowing import knowing
from tests.vision.square_tray import Lying, ScriptedCamera, SquareReader
from vision.calibration import Calibration
from vision.errors import CalibrationError, CannotThrowError, SourceSpecError, SourceUnavailableError, VisionError
from vision.eye import Eye, open_eye
from vision.pipeline import SettledRoll
from vision.read import DiceSetError
from vision.sighting import Sighting
from vision.sources import Memory, Source, check_spec
from vision.sources.base import Report

FIRST: Lying = ((50, 60, 3), (120, 150, 5), (250, 100, 1))
SECOND: Lying = ((70, 180, 6), (120, 150, 5), (200, 40, 2))
PATIENCE = 20.0  # seconds; a busy machine is slow, a broken eye says nothing at all


class Ear:
    """Keeps what the eye tells, in order."""

    def __init__(self) -> None:
        self.told: queue.Queue[Any] = queue.Queue()
        self.noticed = 0

    def tray_moving(self, *, hand: bool = False) -> None:
        self.told.put("hand" if hand else "moving")

    def tray_settled(self, roll: SettledRoll) -> None:
        self.told.put(roll)

    def camera_lost(self, reason: str) -> None:
        self.told.put(("lost", reason))

    def camera_back(self) -> None:
        self.told.put("back")

    def notices_changed(self) -> None:
        self.noticed += 1

    def next(self) -> Any:
        return self.told.get(timeout=PATIENCE)

    def faces(self) -> tuple[bool, list[str]]:
        roll = self.next()
        assert isinstance(roll, SettledRoll), roll
        return roll.thrown, [die.face for die in roll.dice]


class Cameras:
    """Cameras by name, to be plugged in and out; each opening gives a new ScriptedCamera."""

    def __init__(self) -> None:
        self.plugged: dict[str, Lying] = {"usb:0": FIRST, "usb:1": SECOND}
        self.opened: list[ScriptedCamera] = []

    def open(self, spec: str, memory: Memory) -> Source:  # noqa: ARG002 - scripted cameras begin anew
        check_spec(spec)
        if spec not in self.plugged:
            raise SourceUnavailableError(f"no camera {spec}")
        self.opened.append(ScriptedCamera(spec, self.plugged[spec]))
        return self.opened[-1]


@pytest.fixture
def cameras() -> Cameras:
    return Cameras()


@pytest.fixture
def ear() -> Ear:
    return Ear()


OpenEye = Callable[..., Eye]


@pytest.fixture
def watching(cameras: Cameras, ear: Ear, tmp_path: Path) -> Iterator[OpenEye]:
    """Opens an eye on a scripted camera and starts it; closes all of them at the end."""
    eyes: list[Eye] = []

    def start(spec: str = "usb:0", reader: Any = None) -> Eye:
        eye = open_eye(spec, data_dir=tmp_path, reader=reader or SquareReader(), opener=cameras.open)
        eyes.append(eye)
        eye.start(ear)
        return eye

    yield start
    for eye in eyes:
        eye.close()


def decoded(jpeg: bytes | None) -> np.ndarray:
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_it_fits_the_tables_port(watching: OpenEye) -> None:
    eye: EyePort = watching()

    assert eye.source == "usb:0"


def test_it_tells_what_lies_there_and_what_is_thrown(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    watching()
    assert ear.faces() == (False, ["3", "5", "1"])

    cameras.opened[0].dice = SECOND

    assert ear.next() == "moving"
    assert ear.faces() == (True, ["6", "5", "2"])


def test_it_tells_of_a_hand_in_the_tray(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    watching()
    ear.next()

    cameras.opened[0].sleeve = True

    assert ear.next() == "moving"
    assert ear.next() == "hand"
    cameras.opened[0].sleeve = False
    assert ear.next() == "moving"
    assert ear.faces() == (True, ["3", "5", "1"])


def test_while_nothing_moves_nothing_is_read_or_told(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    reader = SquareReader()
    watching(reader=reader)
    ear.next()
    asked = reader.asked
    shown = cameras.opened[0].shown

    cameras.opened[0].wait_for(shown + 30)

    assert reader.asked == asked
    assert ear.told.empty()


def test_a_throw_reaches_the_source(watching: OpenEye, cameras: Cameras) -> None:
    eye = watching()

    eye.throw([KeptDie(10.0, 20.0, "4")], 3)

    assert eye.can_throw
    assert cameras.opened[0].kept == [[(10.0, 20.0, "4")]]
    assert cameras.opened[0].counts == [3]


def test_dice_are_thrown_and_told_of_as_what_is_in_play(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    eye.dice.use_kind("poker")
    eye.throw([], 5)
    eye.dice.use_kind("pips")
    eye.throw([], 5)

    assert cameras.opened[0].kinds == ["poker", "pips"]
    assert eye.notices() == ()


def test_what_there_is_to_say_of_the_dice_is_among_its_notices(watching: OpenEye, ear: Ear) -> None:
    eye = watching(reader=knowing("pips"))
    ear.next()
    noticed = ear.noticed

    eye.dice.use_kind("poker")

    assert ear.noticed == noticed + 1
    assert eye.notices() == (
        "The reader does not know poker dice. Teach it yours; until then it asks about every die.",
    )


def test_a_dice_set_that_is_not_there_is_refused_and_the_source_let_go(cameras: Cameras, tmp_path: Path) -> None:
    with pytest.raises(DiceSetError, match="no dice set bone"):
        open_eye("usb:0", data_dir=tmp_path, reader=knowing("pips"), opener=cameras.open, dice_set="bone")

    assert cameras.opened[0].closed.is_set()


def test_an_unplugged_camera_is_told_and_picked_up_again(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    del cameras.plugged["usb:0"]
    cameras.opened[0].unplugged = True

    assert ear.next() == ("lost", "somebody pulled the plug")
    assert eye.live_jpeg() is not None
    with pytest.raises(CannotThrowError, match="away"):
        eye.throw([], 3)
    cameras.plugged["usb:0"] = SECOND

    assert ear.next() == "back"
    assert ear.faces() == (False, ["6", "5", "2"])
    assert cameras.opened[0].closed.is_set()


def test_a_camera_that_hangs_is_told_and_does_not_hold_up_the_end(
    watching: OpenEye, cameras: Cameras, ear: Ear
) -> None:
    eye = watching()
    ear.next()

    cameras.opened[0].hanging.set()
    began = time.monotonic()
    lost, reason = ear.next()
    told_after = time.monotonic() - began
    began = time.monotonic()
    eye.close()
    closed_after = time.monotonic() - began
    cameras.opened[0].hanging.clear()

    assert lost == "lost"
    assert "no picture for 2 s" in reason
    assert 1.5 < told_after < 5
    assert closed_after < 4


def test_a_camera_that_hung_is_back_by_itself(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    watching()
    ear.next()
    cameras.opened[0].hanging.set()
    assert ear.next()[0] == "lost"

    cameras.opened[0].hanging.clear()

    assert ear.next() == "back"
    assert ear.faces() == (False, ["3", "5", "1"])


def test_a_camera_may_be_plugged_in_later(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    del cameras.plugged["usb:0"]
    eye = watching()

    assert ear.next() == ("lost", "no camera usb:0")
    assert not eye.can_throw
    assert eye.live_jpeg() is None
    cameras.plugged["usb:0"] = FIRST

    assert ear.next() == "back"
    assert ear.faces() == (False, ["3", "5", "1"])
    assert eye.can_throw


def test_what_can_never_be_opened_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceSpecError, match="No source is named"):
        open_eye("webcam", data_dir=tmp_path, reader=SquareReader())
    with pytest.raises(SourceUnavailableError, match="There is no folder"):
        open_eye(f"folder:{tmp_path}/nowhere", data_dir=tmp_path, reader=SquareReader())


def test_another_source_is_watched_from_now_on(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()

    eye.use_source("usb:1")

    assert eye.source == "usb:1"
    assert ear.faces() == (False, ["6", "5", "2"])
    assert cameras.opened[0].closed.wait(PATIENCE)


def test_a_source_that_cannot_be_opened_leaves_the_old_one(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()

    with pytest.raises(SourceUnavailableError):
        eye.use_source("usb:7")
    with pytest.raises(SourceSpecError):
        eye.use_source("photo")
    eye.use_source("usb:0")
    cameras.opened[0].dice = SECOND

    assert eye.source == "usb:0"
    assert ear.next() == "moving"
    assert ear.faces() == (True, ["6", "5", "2"])
    assert len(cameras.opened) == 1


def test_a_lost_camera_is_given_up_for_another(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    del cameras.plugged["usb:0"]
    cameras.opened[0].unplugged = True
    assert ear.next()[0] == "lost"
    with pytest.raises(SourceUnavailableError, match="tried again every second"):
        eye.use_source("usb:0")

    eye.use_source("usb:1")

    assert ear.next() == "back"
    assert ear.faces() == (False, ["6", "5", "2"])


def test_the_source_tells_of_itself_also_while_it_is_away(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    there = eye.report
    del cameras.plugged["usb:0"]
    cameras.opened[0].unplugged = True
    ear.next()

    assert there == eye.report == Report("Scripted camera", "usb:0")


def test_the_sources_to_choose_from(watching: OpenEye) -> None:
    offered = watching().sources()

    assert offered[0] == "sim"
    assert "usb:0" in offered
    assert len(set(offered)) == len(offered)


def test_corners_are_kept_and_limit_what_is_read(watching: OpenEye, ear: Ear) -> None:
    left_half = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))
    eye = watching()
    assert eye.watch.tray_now.outline == ((0, 0), (1, 0), (1, 1), (0, 1))
    ear.next()

    eye.set_tray(Calibration.of_corners(left_half))

    assert ear.faces() == (False, ["3", "5"])
    assert watching().watch.tray_now.outline == left_half


def test_corners_that_make_no_tray_change_nothing(watching: OpenEye) -> None:
    eye = watching()

    with pytest.raises(CalibrationError, match="four corners"):
        eye.set_tray(Calibration.of_corners(((0.0, 0.0), (1.0, 1.0))))

    assert eye.watch.tray_now.outline == ((0, 0), (1, 0), (1, 1), (0, 1))


def test_each_source_has_corners_of_its_own(watching: OpenEye) -> None:
    left_half = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))
    eye = watching()
    eye.set_tray(Calibration.of_corners(left_half))

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
    assert "tray.json cannot be understood" in problem
    eye.set_tray(Calibration.of_corners(((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))))
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


def _colours(eye: Eye) -> int:
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
    eye.set_tray(Calibration.of_corners(((0.2, 0.2), (0.4, 0.2), (0.4, 0.8), (0.2, 0.8))))
    ear.next()

    picture = decoded(eye.live_jpeg()).astype(int)

    assert np.ptp(picture[100, 60:68], axis=1).max() > 60


class Tripping(SquareReader):
    """Fails the first time."""

    def read(self, *asked: Any) -> tuple[Sighting, ...]:
        if not self.asked:
            self.asked += 1
            raise RuntimeError("the network stumbled")
        return super().read(*asked)


def test_a_fault_in_reading_is_told_and_survived(watching: OpenEye, ear: Ear, caplog: pytest.LogCaptureFixture) -> None:
    watching(reader=Tripping())

    lost, reason = ear.next()

    assert lost == "lost"
    assert "the network stumbled" in reason
    assert "the eye failed" in caplog.text
    assert ear.next() == "back"
    assert ear.faces() == (False, ["3", "5", "1"])


def test_at_the_end_all_threads_are_gone(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    before = set(threading.enumerate())
    eye = watching()
    ear.next()

    eye.close()
    eye.close()

    assert cameras.opened[0].closed.is_set()
    assert not [thread for thread in threading.enumerate() if thread not in before]


def test_it_is_started_once(watching: OpenEye, ear: Ear) -> None:
    eye = watching()

    with pytest.raises(VisionError, match="watched already"):
        eye.start(ear)
