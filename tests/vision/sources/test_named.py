import time
from pathlib import Path

import numpy as np
import pytest

from vision.errors import SourceSpecError, SourceUnavailableError
from vision.simulate.tray import SimulatedTray
from vision.sources import KNOWN_FORMS, check_spec, open_source, usb_specs
from vision.sources.simulated import SimulatedCamera


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
        "sim:script=a,b=c.toml",
    ],
)
def test_a_good_name_is_good_even_if_nothing_is_there(spec: str) -> None:
    check_spec(spec)


def test_a_missing_camera_is_told_at_once() -> None:
    began = time.monotonic()

    with pytest.raises(SourceUnavailableError, match=r"no camera usb:987.*does not exist"):
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
