import time
from pathlib import Path

import pytest

from tests.vision.square_tray import SquareReader
from tests.vision.watcher.listening import FIRST, PATIENCE, SECOND, Cameras, Ear, OpenEye
from vision.errors import CannotThrowError, SourceSpecError, SourceUnavailableError
from vision.sources.base import Report
from vision.watcher import open_camera


def test_an_unplugged_camera_is_told_and_picked_up_again(watching: OpenEye, cameras: Cameras, ear: Ear) -> None:
    eye = watching()
    ear.next()
    del cameras.plugged["usb:0"]
    cameras.opened[0].unplugged = True

    assert ear.next() == ("lost", "somebody pulled the plug")
    assert eye.live_jpeg() is not None
    with pytest.raises(CannotThrowError, match="not connected"):
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
        open_camera("webcam", data_dir=tmp_path, reader=SquareReader())
    with pytest.raises(SourceUnavailableError, match="There is no folder"):
        open_camera(f"folder:{tmp_path}/nowhere", data_dir=tmp_path, reader=SquareReader())


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
    with pytest.raises(SourceUnavailableError, match="Retrying every second"):
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
    offered = watching().current.choices()

    assert offered[0] == "sim"
    assert "usb:0" in offered
    assert len(set(offered)) == len(offered)
