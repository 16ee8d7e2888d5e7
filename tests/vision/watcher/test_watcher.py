import threading
import time
from pathlib import Path
from typing import Any

import pytest

from firmware_host.table.ports import KeptDie
from tests.vision.knowing import knowing
from tests.vision.square_tray import ScriptedCamera, SquareReader
from tests.vision.watcher.listening import PATIENCE, SECOND, Cameras, Ear, OpenEye, faces_of
from vision.detection import Detection
from vision.errors import CannotThrowError, VisionError
from vision.read import DiceSetError
from vision.watcher import open_camera


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
    told = ear.next()
    if told == "moving":  # not told where the tray lies still before the next look for a hand
        told = ear.next()
    assert faces_of(told) == (True, ["3", "5", "1"])


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


class Slow(SquareReader):
    """Takes its time over the first picture, until it is hurried."""

    def __init__(self) -> None:
        super().__init__()
        self.reading, self.hurried = threading.Event(), threading.Event()
        self.stuck = True

    def read(self, *asked: Any) -> tuple[Detection, ...]:
        self.reading.set()
        assert not self.stuck or self.hurried.wait(PATIENCE)
        return super().read(*asked)


def test_what_lay_there_before_a_throw_is_not_told_after_it(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    reader = Slow()
    eye = watching(reader=reader)
    assert reader.reading.wait(PATIENCE)

    eye.throw([], 3)
    reader.hurried.set()
    cameras.opened[0].wait_for(cameras.opened[0].shown + 5)
    cameras.opened[0].dice = SECOND

    assert ear.next() == "moving"
    assert ear.faces() == (True, ["6", "5", "2"])


def test_a_throw_that_was_refused_keeps_nothing_from_being_told(
    watching: OpenEye, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise CannotThrowError("It only watches.")

    monkeypatch.setattr(ScriptedCamera, "throw", refuse)
    reader = Slow()
    eye = watching(reader=reader)
    assert reader.reading.wait(PATIENCE)

    with pytest.raises(CannotThrowError):
        eye.throw([], 3)
    reader.hurried.set()

    assert ear.faces() == (False, ["3", "5", "1"])


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
        "The reader cannot read poker dice. Teach it your dice; until then it asks about every die.",
    )


def test_a_dice_set_that_is_not_there_is_refused_and_the_source_let_go(cameras: Cameras, tmp_path: Path) -> None:
    with pytest.raises(DiceSetError, match="no dice set bone"):
        open_camera("usb:0", data_dir=tmp_path, reader=knowing("pips"), opener=cameras.open, dice_set="bone")

    assert cameras.opened[0].closed.is_set()


class Tripping(SquareReader):
    """Fails the first time."""

    def read(self, *asked: Any) -> tuple[Detection, ...]:
        if not self.asked:
            self.asked += 1
            raise RuntimeError("the network stumbled")
        return super().read(*asked)


def test_a_fault_in_reading_is_told_and_survived(watching: OpenEye, ear: Ear, caplog: pytest.LogCaptureFixture) -> None:
    watching(reader=Tripping())

    lost, reason = ear.next()

    assert lost == "lost"
    assert "the network stumbled" in reason
    assert "the watcher failed" in caplog.text
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


def test_a_watcher_that_hangs_is_left_behind_and_another_goes_on(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    reader = Slow()
    eye = watching(reader=reader)
    assert reader.reading.wait(PATIENCE)
    stuck = eye.pulse()
    assert isinstance(stuck, int)

    reader.stuck = False
    eye.mend()

    assert ear.next()[0] == "lost"
    assert ear.next() == "back"
    assert ear.faces() == (False, ["3", "5", "1"])
    assert eye.pulse() != stuck
    reader.hurried.set()  # the one that was left behind wakes up, and says nothing
    cameras.opened[0].dice = SECOND
    assert ear.next() == "moving"
    assert ear.faces() == (True, ["6", "5", "2"])


class Deadly(SquareReader):
    """Ends the thread that reads the first picture."""

    def read(self, *asked: Any) -> tuple[Detection, ...]:
        self.asked += 1
        if self.asked == 1:
            raise SystemExit
        return super().read(*asked)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_watcher_that_has_died_is_followed_by_another(watching: OpenEye, ear: Ear) -> None:
    eye = watching(reader=Deadly())
    while eye.pulse() != "dead":
        time.sleep(0.01)

    eye.mend()

    assert ear.next()[0] == "lost"
    assert ear.next() == "back"
    assert ear.faces() == (False, ["3", "5", "1"])
