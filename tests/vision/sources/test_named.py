import time
from pathlib import Path

import numpy as np
import pytest

from tests.vision.sources.fake_driver import plugged_in
from vision.errors import SourceSpecError, SourceUnavailableError
from vision.simulate.tray import SimulatedTray
from vision.sources import KNOWN_FORMS, check_spec, kind_of, offered_specs, open_source
from vision.sources.named import KINDS, source_dice, source_file, source_title, system_name
from vision.sources.simulated import SimulatedCamera
from vision.sources.usb_names import system_name as usb_system_name
from vision.sources.usb_names import usb_specs


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "usb",
        "usb:",
        "usb:x",
        "usb:-1",
        "usb:¹",
        "video:",
        "sim:",
        "sim:seed=",
        "sim:dice=cards",
        "sim:family=-1",
        "sim:seed=7,",
        "sim:seed=7,seed=8",
        "sim:seed=7,colour=red",
        "web",
    ],
)
def test_a_bad_name_is_answered_with_the_known_forms(spec: str) -> None:
    with pytest.raises(SourceSpecError) as refused:
        open_source(spec)

    assert repr(spec) in str(refused.value)
    assert all(form in str(refused.value) for form in KNOWN_FORMS)


@pytest.mark.parametrize(
    "spec",
    [
        "usb:0",
        "usb:12",
        "usb:046d_C920_1A2B",
        "video:/not/there.mp4",
        "folder:.",
        "sim",
        "sim:seed=7",
        "sim:dice=poker",
        "sim:family=12",
        "sim:dice=pips,seed=7",
        "sim:seed=7,dice=poker,family=12",
        "pi:0",
        "sim:script=a,b=c.toml",
    ],
)
def test_a_good_name_is_good_even_if_nothing_is_there(spec: str) -> None:
    check_spec(spec)


def test_a_missing_camera_is_told_at_once() -> None:
    began = time.monotonic()

    with pytest.raises(SourceUnavailableError, match=r"USB camera 987 is not there"):
        open_source("usb:987")

    assert time.monotonic() - began < 3


def test_the_cameras_offered_are_those_that_exist(tmp_path: Path) -> None:
    for name in ("video10", "video2", "videotape", "null"):
        (tmp_path / name).touch()

    assert usb_specs(tmp_path) == ("usb:2", "usb:10")


def test_a_simulated_tray_is_as_its_name_says() -> None:
    with open_source("sim:seed=7,dice=poker,family=12") as source:
        assert isinstance(source, SimulatedCamera)
        source.tray.throw((), 0.0)
        bound = SimulatedTray(7, kind="poker", family=12)
        bound.throw((), 0.0)
        assert source.tray.truth() == bound.truth()
        assert np.array_equal(source.tray.scene(10.0), bound.scene(10.0))


@pytest.mark.parametrize("speed", ["fast", "0", "-1", "nan", "inf", ""])
def test_a_wrong_speed_is_told(speed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICE_TABLE_SIM_SPEED", speed)

    with pytest.raises(SourceSpecError, match="DICE_TABLE_SIM_SPEED"):
        open_source("sim")


@pytest.mark.parametrize(
    ("spec", "name", "title"),
    [
        ("usb:1", "", "USB camera 1"),
        ("usb:1", "usb:1", "USB camera 1"),
        ("usb:1", "HD Pro Webcam", "USB camera HD Pro Webcam"),
        ("usb:1", "USB2.0 Camera: USB2.0 Cam", "USB2.0 Camera"),
        ("usb:1", "UVC Camera (046d:0825)", "USB camera UVC Camera"),
        ("usb:1", "Eye: left", "USB camera Eye: left"),
        ("usb:046d_HD_Pro_Webcam_C920_8F3A5B1C", "", "USB camera HD Pro Webcam C920"),
        ("usb:Sonix_Technology_Desk_Eye_SN0001", "", "USB camera Sonix Technology Desk Eye"),
        ("usb:046d_HD_Pro_Webcam_C920_8F3A5B1C", "HD Pro Webcam C920", "USB camera HD Pro Webcam C920"),
        ("pi:0", "imx708", "Raspberry Pi camera 0"),
        ("sim", "", "Simulated tray"),
        ("sim:seed=7", "", "Simulated tray (the same throws each time)"),
        ("sim:script=a.toml", "", "Simulated tray (by a script)"),
        ("video:/films/a.mp4", "", "Video file"),
        ("folder:photos", "", "Folder of photos"),
    ],
)
def test_sources_are_called_what_people_call_them(spec: str, name: str, title: str) -> None:
    assert source_title(spec, name) == title


@pytest.mark.parametrize(
    ("spec", "file"),
    [("folder:/home/pi/photos/", "photos"), ("video:films/a.mp4", "a.mp4"), ("usb:0", ""), ("sim", "")],
)
def test_a_file_is_told_without_where_it_lies(spec: str, file: str) -> None:
    assert source_file(spec) == file


def test_the_system_knows_a_camera_by_name_without_its_driver(tmp_path: Path) -> None:
    devices, system = tmp_path / "dev", tmp_path / "sys"
    (system / "video0").mkdir(parents=True)
    (system / "video0/name").write_text("HD Pro Webcam C920\n")
    with plugged_in(devices, 0, "046d_C920_1A2B"):
        assert usb_system_name("0", devices, system) == "HD Pro Webcam C920"
        assert usb_system_name("046d_C920_1A2B", devices, system) == "HD Pro Webcam C920"
        assert usb_system_name("1", devices, system) == ""
    assert system_name("sim") == ""


def test_every_form_begins_as_the_specs_of_its_kind_do() -> None:
    assert all(form.startswith(kind.prefix) for kind in KINDS for form in kind.forms)


def test_what_is_offered_can_be_opened_by_its_kind() -> None:
    assert "sim" in offered_specs()
    for spec in offered_specs():
        assert spec in kind_of(spec).offered()


@pytest.mark.parametrize(
    ("spec", "is_camera", "fixed_view", "plays_itself"),
    [
        ("usb:0", True, True, False),
        ("pi:0", True, True, False),
        ("sim:seed=7", False, True, False),
        ("sim:script=a.toml", False, True, True),
        ("video:a.mp4", False, False, False),
        ("folder:photos", False, False, False),
    ],
)
def test_what_is_known_of_a_source_by_its_kind(
    spec: str, is_camera: bool, fixed_view: bool, plays_itself: bool
) -> None:
    kind = kind_of(spec)

    assert (kind.is_camera, kind.fixed_view, kind.plays_itself) == (is_camera, fixed_view, plays_itself)


@pytest.mark.parametrize(
    ("spec", "dice"),
    [
        ("sim", ""),
        ("sim:seed=7", ""),
        ("sim:seed=7,dice=poker", "poker"),
        ("sim:dice=pips", "pips"),
        ("sim:dice=cards", ""),
        ("usb:0", ""),
        ("nothing", ""),
    ],
)
def test_a_simulated_tray_may_be_bound_to_a_kind_of_dice(spec: str, dice: str) -> None:
    assert source_dice(spec) == dice
