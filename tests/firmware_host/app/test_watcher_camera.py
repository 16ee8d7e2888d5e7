import queue
from pathlib import Path

import numpy as np
import pytest

from firmware_host.app.watcher_camera import WatcherCamera, WatcherSetup, tray_event
from firmware_host.setup.ports import CameraSetupPort
from firmware_host.table.ports import (
    CameraBack,
    CameraLost,
    CameraPort,
    Notice,
    NoticesChanged,
    TrayEvent,
    TrayMoving,
    TraySettled,
)
from firmware_host.words import Words
from tests.vision.square_tray import SquareReader
from tests.vision.watcher.listening import PATIENCE, Cameras
from vision import watcher as vision
from vision.pipeline import SettledRoll
from vision.sentence import say
from vision.settle import Moving

AWAY = say("{camera} was unplugged.", camera="usb:0")


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Moving(), TrayMoving()),
        (Moving(hand=True), TrayMoving(hand=True)),
        (vision.SourceLost("It is broken."), CameraLost("It is broken.")),
        (vision.SourceBack(), CameraBack()),
        (vision.WatcherNoticesChanged(), NoticesChanged()),
    ],
    ids=["moving", "hand", "lost", "back", "notices"],
)
def test_each_event_has_a_counterpart(event: vision.WatcherEvent, expected: TrayEvent) -> None:
    assert tray_event(event) == expected


def test_texts_can_be_translated_afterwards() -> None:
    lost = tray_event(vision.SourceLost(AWAY))
    settled = tray_event(SettledRoll(np.zeros((4, 4, 3), np.uint8), (), thrown=True, problems=(AWAY,)))

    assert isinstance(lost, CameraLost)
    assert isinstance(settled, TraySettled)
    assert all(isinstance(text, Words) and str(text) == str(AWAY) for text in (lost.reason, *settled.roll.problems))


def test_what_the_setup_is_told_can_be_translated_too(tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text("no tray at all", encoding="utf-8")
    watcher = vision.open_camera("usb:0", data_dir=tmp_path, reader=SquareReader(), opener=Cameras().open)
    try:
        setup: CameraSetupPort = WatcherSetup(watcher.current, watcher.dice)
        assert isinstance(setup.tray().fault, Words)
    finally:
        watcher.close()


def test_a_broken_file_of_trays_is_told_before_any_dice_are_thrown(tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text("no tray at all", encoding="utf-8")
    watcher = vision.open_camera("usb:0", data_dir=tmp_path, reader=SquareReader(), opener=Cameras().open)
    try:
        (notice,) = WatcherCamera(watcher).notices()
    finally:
        watcher.close()
    assert notice.step == "tray"
    assert notice.text.startswith("The whole picture is read.")
    assert "tray.json cannot be read" in notice.text
    assert isinstance(notice.text, Words)


def test_a_watcher_reports_to_the_table(tmp_path: Path) -> None:
    watcher = vision.open_camera("usb:0", data_dir=tmp_path, reader=SquareReader(), opener=Cameras().open)
    camera: CameraPort = WatcherCamera(watcher)
    events: queue.Queue[TrayEvent] = queue.Queue()
    try:
        camera.start(events.put)
        event = events.get(timeout=PATIENCE)
    finally:
        camera.close()

    assert isinstance(event, TraySettled)
    assert [die.face for die in event.roll.dice] == ["3", "5", "1"]
    assert (camera.source, camera.can_throw, camera.notices()) == ("usb:0", True, ())


def test_what_is_wrong_leads_to_the_step_that_puts_it_right(tmp_path: Path) -> None:
    watcher = vision.open_camera("usb:0", data_dir=tmp_path, reader=SquareReader(), opener=Cameras().open)
    watcher.dice.notices = ("These dice are unknown.",)
    try:
        assert WatcherCamera(watcher).notices() == (Notice("These dice are unknown.", "dice"),)
    finally:
        watcher.close()
