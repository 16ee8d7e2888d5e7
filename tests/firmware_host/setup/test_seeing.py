"""The steps of camera, tray, light, lock and keep rail: what they say, and when they are satisfied."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_host.setup import StepStatus
from firmware_host.setup.camera import CameraStep, ChooseCamera, picture_name
from firmware_host.setup.light import LightStep
from firmware_host.setup.lock import LockAgain, LockStep
from firmware_host.setup.rail import ClearRail, MarkRail, RailStep
from firmware_host.setup.tray import FindTray, ForgetPhotos, MarkTray, PhotographBoard, TrayStep
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import ApplyCameraChange, Request, UseSource
from tests.firmware_host.setup.refreshing import refreshed
from tests.firmware_host.setup.scripted_camera_setup import (
    SIDES,
    WHOLE,
    Checked,
    Mark,
    Marked,
    ScriptedCameraSetup,
    Setting,
    listed,
)

TRIANGLE = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9))


@pytest.fixture
def camera_setup() -> ScriptedCameraSetup:
    return ScriptedCameraSetup()


@pytest.fixture
def asked() -> list[Request]:
    return []


@pytest.fixture
def ask(asked: list[Request]) -> Callable[[Request], object]:
    """Takes what is asked of the table, and does what changes the camera."""

    def take(request: Request) -> None:
        asked.append(request)
        if isinstance(request, ApplyCameraChange):
            request.change()

    return take


Ask = Callable[[Request], object]


def sentences(status: StepStatus) -> list[str]:
    return [str(finding.sentence) for finding in status.findings]


def grades(status: StepStatus) -> list[str]:
    return [finding.grade for finding in status.findings]


def test_a_camera_that_gives_pictures_is_enough(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    camera_setup.source, camera_setup.listed = "usb:0", (listed("usb:0", "ACME", ((640, 480), (1920, 1080))),)
    status = refreshed(CameraStep(camera_setup, ask))
    assert status.satisfied
    assert sentences(status) == ["USB camera ACME gives pictures of 1280 x 960."]
    assert status.facts["cameras"] == [
        {"spec": "usb:0", "title": "USB camera ACME", "detail": "up to 1920 x 1080", "picture": picture_name("usb:0")}
    ]


def test_a_simulated_tray_will_do_but_is_no_camera(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    status = CameraStep(camera_setup, ask).poll()
    assert (status.satisfied, grades(status)) == (True, ["ok", "warn"])
    assert camera_setup.asked_drivers == 0


def test_a_lost_camera_says_why_and_what_to_do(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    camera_setup.lost = "usb:0 has given no picture for 2 s. Is it plugged in?"
    status = refreshed(CameraStep(camera_setup, ask))
    assert not status.satisfied
    assert sentences(status) == [f"{camera_setup.lost} Plug it in again, or choose another one."]


def test_choosing_a_camera_is_asked_of_the_table(
    camera_setup: ScriptedCameraSetup, ask: Ask, asked: list[Request]
) -> None:
    CameraStep(camera_setup, ask).do(ChooseCamera("usb:0"))
    assert asked == [UseSource("usb:0")]


@pytest.mark.parametrize(
    "spec",
    ["folder:/home", "folder:photos/..", "video:/dev/zero", "sim:script=/etc/passwd", "usb:9", "sim", "http://x", ""],
)
def test_a_source_that_is_not_listed_is_not_opened(
    camera_setup: ScriptedCameraSetup, ask: Ask, asked: list[Request], spec: str
) -> None:
    step = CameraStep(camera_setup, ask)
    with pytest.raises(TableRefusal, match="no such camera in the list"):
        step.do(ChooseCamera(spec))
    assert step.file(picture_name(spec)) is None
    assert asked == []


def test_thumbnails_are_asked_for_by_a_name_that_fits_an_address(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    step = CameraStep(camera_setup, ask)
    assert step.file(picture_name("usb:0")) == camera_setup.thumbnail("usb:0")
    assert step.file(picture_name("usb:9")) is None


def test_a_tray_that_nobody_marked_is_to_do(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    status = refreshed(TrayStep(camera_setup, ask))
    assert (status.satisfied, grades(status), status.facts["marked"]) == (False, ["bad"], False)


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        (Marked(TRIANGLE, marked=True), ["The tray is marked by 3 corners."]),
        (Marked(WHOLE, marked=True), ["The whole picture is the tray."]),
        (Marked(TRIANGLE, marked=True, size=(299.6, 200.2)), ["The tray is marked: 300 x 200 mm."]),
    ],
)
def test_a_marked_tray_is_told_as_it_was_marked(
    camera_setup: ScriptedCameraSetup, ask: Ask, marked: Marked, told: list[str]
) -> None:
    camera_setup.marked = marked
    status = refreshed(TrayStep(camera_setup, ask))
    assert (status.satisfied, sentences(status)) == (True, told)


def test_a_camera_that_moved_since_is_to_be_put_right(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    camera_setup.marked = Marked(TRIANGLE, marked=True, notices=("The camera was moved. Mark the tray anew.",))
    status = refreshed(TrayStep(camera_setup, ask))
    assert (status.satisfied, grades(status)) == (False, ["ok", "bad"])


def test_a_tray_is_marked_and_found_in_the_tables_queue(
    camera_setup: ScriptedCameraSetup, ask: Ask, asked: list[Request]
) -> None:
    step = TrayStep(camera_setup, ask)
    step.do(MarkTray(TRIANGLE))
    assert camera_setup.marked.outline == TRIANGLE
    step.do(FindTray(is_round=True))
    assert camera_setup.marked.size == (250.0, 250.0)
    assert [type(request) for request in asked] == [ApplyCameraChange, ApplyCameraChange]
    assert grades(refreshed(step)) == ["ok", "warn"], "the cards still lie there"


def test_the_board_is_photographed_and_a_lens_that_is_known_is_told(
    camera_setup: ScriptedCameraSetup, ask: Ask
) -> None:
    step = TrayStep(camera_setup, ask)
    step.do(PhotographBoard())
    step.do(PhotographBoard())
    assert refreshed(step).facts["photos"] == 2
    step.do(ForgetPhotos())
    assert refreshed(step).facts["photos"] == 0
    camera_setup.marked = Marked(TRIANGLE, marked=True, lens=0.34)
    assert sentences(refreshed(step))[-1] == "Lens distortion is calibrated (±0.3 px)."


def test_light_that_was_never_measured_is_to_do_and_one_that_is_bad_too(camera_setup: ScriptedCameraSetup) -> None:
    step = LightStep(camera_setup)
    assert not step.poll().satisfied
    assert refreshed(step).satisfied
    assert step.poll().satisfied
    camera_setup.to_measure = (Checked("light", Mark.WARN), Checked("focus", Mark.BAD), Checked("die-size"))
    status = refreshed(step)
    assert (status.satisfied, grades(status)) == (False, ["warn", "bad", "ok"])


def test_without_dice_their_size_is_not_known(camera_setup: ScriptedCameraSetup) -> None:
    assert sentences(refreshed(LightStep(camera_setup)))[-1].startswith("There are no dice.")
    camera_setup.to_measure = (Checked("light"), Checked("die-size"))
    assert len(refreshed(LightStep(camera_setup)).findings) == 2


def test_a_simulated_tray_has_nothing_to_lock(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    status = refreshed(LockStep(camera_setup, ask))
    assert (status.satisfied, sentences(status)) == (True, ["There is nothing to lock: this is not a camera."])


@pytest.mark.parametrize(
    ("lock", "grade", "told"),
    [
        (Setting("exposure", 200.0, 200.0), "ok", "Exposure: locked at 200."),
        (Setting("focus", None, None), "ok", "Focus: this camera has none."),
        (Setting("automatic focus", 0.0, 1.0), "bad", "Automatic focus: set to 0, but the camera stays at 1."),
        (Setting("red", 1.5, None), "warn", "Red: set to 1.5, but the camera does not confirm it."),
    ],
)
def test_each_setting_has_a_verdict(
    camera_setup: ScriptedCameraSetup, ask: Ask, lock: Setting, grade: str, told: str
) -> None:
    camera_setup.source, camera_setup.locks = "usb:0", (lock,)
    status = refreshed(LockStep(camera_setup, ask))
    (finding,) = status.findings
    assert (finding.grade, status.satisfied) == (grade, grade != "bad")
    assert finding.sentence.startswith(told)


def test_a_camera_that_tells_nothing_of_its_settings_is_not_locked_for_sure(
    camera_setup: ScriptedCameraSetup, ask: Ask
) -> None:
    camera_setup.source = "pi:0"
    assert not refreshed(LockStep(camera_setup, ask)).satisfied


def test_settings_are_locked_anew_on_demand(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    LockStep(camera_setup, ask).do(LockAgain())
    assert camera_setup.locked_anew == 1


def test_a_rail_is_marked_among_the_strips_offered_and_taken_away(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    step = RailStep(camera_setup, ask)
    assert "strips" not in step.poll().facts
    assert not refreshed(step).satisfied
    step.do(MarkRail("top", 1))
    status = refreshed(step)
    assert (status.satisfied, status.facts["rail"]) == (True, SIDES["top"][1])
    step.do(ClearRail())
    assert not refreshed(step).satisfied


def test_a_rail_goes_with_the_tray_that_it_was_part_of(camera_setup: ScriptedCameraSetup, ask: Ask) -> None:
    camera_setup.marked = replace(camera_setup.marked, rail=SIDES["left"][0], marked=True)
    TrayStep(camera_setup, ask).do(MarkTray(TRIANGLE))
    assert not refreshed(RailStep(camera_setup, ask)).satisfied
