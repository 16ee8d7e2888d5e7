"""The steps of camera, tray, light, lock and keep rail: what they say, and when they are satisfied."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_host.table.requests import LookAnew, Request, UseSource
from firmware_host.table.setup import Standing
from firmware_host.table.setup.camera import CameraStep, ChooseCamera, picture_name, source_title
from firmware_host.table.setup.light import LightStep
from firmware_host.table.setup.lock import LockAnew, LockStep
from firmware_host.table.setup.rail import ClearRail, MarkRail, RailStep
from firmware_host.table.setup.tray import FindTray, ForgetPhotos, MarkTray, PhotographBoard, TrayStep
from tests.firmware_host.table.setup.scripted_desk import (
    SIDES,
    WHOLE,
    Camera,
    Checked,
    Mark,
    Marked,
    ScriptedDesk,
    Setting,
)

TRIANGLE = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9))


@pytest.fixture
def desk() -> ScriptedDesk:
    return ScriptedDesk()


@pytest.fixture
def asked() -> list[Request]:
    return []


@pytest.fixture
def ask(asked: list[Request]) -> Callable[[Request], object]:
    """Takes what is asked of the table, and does what changes the eye."""

    def take(request: Request) -> None:
        asked.append(request)
        if isinstance(request, LookAnew):
            request.change()

    return take


Ask = Callable[[Request], object]


def sentences(standing: Standing) -> list[str]:
    return [str(finding.sentence) for finding in standing.findings]


def grades(standing: Standing) -> list[str]:
    return [finding.grade for finding in standing.findings]


@pytest.mark.parametrize(
    ("spec", "name", "title"),
    [
        ("usb:1", "", "USB camera 1"),
        ("usb:1", "HD Pro Webcam", "HD Pro Webcam"),
        ("usb:046d_HD_Pro_Webcam_C920_8F3A", "", "046d HD Pro Webcam C920 8F3A"),
        ("usb:046d_HD_Pro_Webcam_C920_8F3A", "HD Pro Webcam C920", "HD Pro Webcam C920"),
        ("pi:0", "imx708", "Raspberry Pi camera 0"),
        ("sim", "", "Simulated tray"),
        ("sim:seed=7", "", "Simulated tray (the same throws each time)"),
        ("sim:script=a.toml", "", "Simulated tray (by a script)"),
        ("video:/films/a.mp4", "", "Video file"),
        ("folder:photos", "", "Folder of photos"),
        ("telescope:3", "", "telescope"),
    ],
)
def test_sources_are_called_what_people_call_them(spec: str, name: str, title: str) -> None:
    assert source_title(spec, name) == title


def test_a_camera_that_gives_pictures_is_enough(desk: ScriptedDesk, ask: Ask) -> None:
    desk.source, desk.listed = "usb:0", (Camera("usb:0", "ACME", ((640, 480), (1920, 1080))),)
    standing = CameraStep(desk, ask).look(afresh=True)
    assert standing.satisfied
    assert sentences(standing) == ["ACME gives pictures of 1280 x 960."]
    assert standing.facts["cameras"] == [
        {"spec": "usb:0", "title": "ACME", "detail": "up to 1920 x 1080", "picture": picture_name("usb:0")}
    ]


def test_a_simulated_tray_will_do_but_is_no_camera(desk: ScriptedDesk, ask: Ask) -> None:
    standing = CameraStep(desk, ask).look(afresh=False)
    assert (standing.satisfied, grades(standing)) == (True, ["ok", "warn"])
    assert desk.asked_drivers == 0


def test_a_lost_camera_says_why_and_what_to_do(desk: ScriptedDesk, ask: Ask) -> None:
    desk.lost = "usb:0 has given no picture for 2 s. Is it plugged in?"
    standing = CameraStep(desk, ask).look(afresh=True)
    assert not standing.satisfied
    assert sentences(standing) == [f"{desk.lost} Plug it in again, or choose another one."]


def test_choosing_a_camera_is_asked_of_the_table(desk: ScriptedDesk, ask: Ask, asked: list[Request]) -> None:
    CameraStep(desk, ask).do(ChooseCamera("usb:0"))
    assert asked == [UseSource("usb:0")]


def test_thumbnails_are_asked_for_by_a_name_that_fits_an_address(desk: ScriptedDesk, ask: Ask) -> None:
    step = CameraStep(desk, ask)
    assert step.file(picture_name("usb:0")) == desk.thumbnail("usb:0")
    assert step.file(picture_name("usb:9")) is None


def test_a_tray_that_nobody_marked_is_to_do(desk: ScriptedDesk, ask: Ask) -> None:
    standing = TrayStep(desk, ask).look(afresh=True)
    assert (standing.satisfied, grades(standing), standing.facts["marked"]) == (False, ["bad"], False)


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        (Marked(TRIANGLE, marked=True), ["The tray is marked by 3 corners."]),
        (Marked(WHOLE, marked=True), ["The whole picture is the tray."]),
        (Marked(TRIANGLE, marked=True, size=(299.6, 200.2)), ["The tray is marked: 300 x 200 mm."]),
    ],
)
def test_a_marked_tray_is_told_as_it_was_marked(desk: ScriptedDesk, ask: Ask, marked: Marked, told: list[str]) -> None:
    desk.marked = marked
    standing = TrayStep(desk, ask).look(afresh=True)
    assert (standing.satisfied, sentences(standing)) == (True, told)


def test_a_camera_that_moved_since_is_to_be_put_right(desk: ScriptedDesk, ask: Ask) -> None:
    desk.marked = Marked(TRIANGLE, marked=True, notices=("The camera was moved. Mark the tray anew.",))
    standing = TrayStep(desk, ask).look(afresh=True)
    assert (standing.satisfied, grades(standing)) == (False, ["ok", "bad"])


def test_a_tray_is_marked_and_found_in_the_tables_queue(desk: ScriptedDesk, ask: Ask, asked: list[Request]) -> None:
    step = TrayStep(desk, ask)
    step.do(MarkTray(TRIANGLE))
    assert desk.marked.outline == TRIANGLE
    step.do(FindTray(is_round=True))
    assert desk.marked.size == (250.0, 250.0)
    assert [type(request) for request in asked] == [LookAnew, LookAnew]
    assert grades(step.look(afresh=True)) == ["ok", "warn"], "the cards still lie there"


def test_the_board_is_photographed_and_a_lens_that_is_known_is_told(desk: ScriptedDesk, ask: Ask) -> None:
    step = TrayStep(desk, ask)
    step.do(PhotographBoard())
    step.do(PhotographBoard())
    assert step.look(afresh=True).facts["photos"] == 2
    step.do(ForgetPhotos())
    assert step.look(afresh=True).facts["photos"] == 0
    desk.marked = Marked(TRIANGLE, marked=True, lens=0.34)
    assert sentences(step.look(afresh=True))[-1] == "What the lens bends is known, to 0.3 pixels."


def test_light_that_was_never_measured_is_to_do_and_one_that_is_bad_too(desk: ScriptedDesk) -> None:
    step = LightStep(desk)
    assert not step.look(afresh=False).satisfied
    assert step.look(afresh=True).satisfied
    assert step.look(afresh=False).satisfied
    desk.to_measure = (Checked("light", Mark.WARN), Checked("focus", Mark.BAD), Checked("die-size"))
    standing = step.look(afresh=True)
    assert (standing.satisfied, grades(standing)) == (False, ["warn", "bad", "ok"])


def test_without_dice_their_size_is_not_known(desk: ScriptedDesk) -> None:
    assert sentences(LightStep(desk).look(afresh=True))[-1].startswith("No dice are seen.")
    desk.to_measure = (Checked("light"), Checked("die-size"))
    assert len(LightStep(desk).look(afresh=True).findings) == 2


def test_a_simulated_tray_has_nothing_to_lock(desk: ScriptedDesk, ask: Ask) -> None:
    standing = LockStep(desk, ask).look(afresh=True)
    assert (standing.satisfied, sentences(standing)) == (True, ["There is nothing to lock: this is no camera."])


@pytest.mark.parametrize(
    ("lock", "grade", "told"),
    [
        (Setting("exposure", 200.0, 200.0), "ok", "Exposure: locked at 200."),
        (Setting("focus", None, None), "ok", "Focus: this camera has none."),
        (Setting("automatic focus", 0.0, 1.0), "bad", "Automatic focus: 0 was asked, but the camera stays at 1."),
        (Setting("red", 1.5, None), "warn", "Red: 1.5 was asked, and the camera does not tell what became of it."),
    ],
)
def test_each_setting_has_a_verdict(desk: ScriptedDesk, ask: Ask, lock: Setting, grade: str, told: str) -> None:
    desk.source, desk.locks = "usb:0", (lock,)
    standing = LockStep(desk, ask).look(afresh=True)
    (finding,) = standing.findings
    assert (finding.grade, standing.satisfied) == (grade, grade != "bad")
    assert finding.sentence.startswith(told)


def test_a_camera_that_tells_nothing_of_its_settings_is_not_locked_for_sure(desk: ScriptedDesk, ask: Ask) -> None:
    desk.source = "pi:0"
    assert not LockStep(desk, ask).look(afresh=True).satisfied


def test_settings_are_locked_anew_on_demand(desk: ScriptedDesk, ask: Ask) -> None:
    LockStep(desk, ask).do(LockAnew())
    assert desk.locked_anew == 1


def test_a_rail_is_marked_among_the_strips_offered_and_taken_away(desk: ScriptedDesk, ask: Ask) -> None:
    step = RailStep(desk, ask)
    assert "strips" not in step.look(afresh=False).facts
    assert not step.look(afresh=True).satisfied
    step.do(MarkRail("top", 1))
    standing = step.look(afresh=True)
    assert (standing.satisfied, standing.facts["rail"]) == (True, SIDES["top"][1])
    step.do(ClearRail())
    assert not step.look(afresh=True).satisfied


def test_a_rail_goes_with_the_tray_that_it_was_part_of(desk: ScriptedDesk, ask: Ask) -> None:
    desk.marked = replace(desk.marked, rail=SIDES["left"][0], marked=True)
    TrayStep(desk, ask).do(MarkTray(TRIANGLE))
    assert not RailStep(desk, ask).look(afresh=True).satisfied
