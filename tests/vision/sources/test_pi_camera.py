import importlib
import sys
from typing import Any

import pytest

from tests.vision.sources.fake_picamera2 import BASE, FakePicamera2, fake_module
from tests.vision.sources.pi_sensors import TABLES, modes_of, scored_mode
from vision.errors import CannotThrowError, SourceLostError, SourceUnavailableError
from vision.sources.base import RATE, WARM_UP, Lock, Report, ResumeState
from vision.sources.pace import FrameClock
from vision.sources.pi_camera import FOCUS_SECONDS, TAKE_EFFECT, PiCamera, pi_cameras


@pytest.fixture
def library(clock: FrameClock, monkeypatch: pytest.MonkeyPatch) -> Any:
    module = fake_module(clock)
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return module.Picamera2


@pytest.fixture
def camera(library: Any, clock: FrameClock) -> PiCamera:
    assert library.made == []
    return PiCamera(0, clock=clock)


def device(library: Any) -> FakePicamera2:
    made: list[FakePicamera2] = library.made
    return made[-1]


def read_for(camera: PiCamera, clock: FrameClock, seconds: float) -> None:
    until = clock.now() + seconds
    while clock.now() < until:
        camera.read(1.0)


def test_frames_are_numbered_blue_first_and_dated_by_the_sensor(camera: PiCamera, clock: FrameClock) -> None:
    first, second = camera.read(1.0), camera.read(1.0)

    assert (first.number, second.number) == (0, 1)
    assert first.size == (1472, 828)
    assert first.image[0, 0].tolist() == [200, 100, 50]
    assert second.time == pytest.approx(clock.now() - 0.04)


def test_it_is_the_first_on_the_connectors_and_no_usb_camera(camera: PiCamera, library: Any) -> None:
    assert camera.spec == "pi:0"
    assert camera.report == Report("imx708", f"{BASE}/imx708@1a")
    assert device(library).camera_num == 1


def test_no_frame_waits_in_a_queue_and_none_comes_faster_than_ours(camera: PiCamera, library: Any) -> None:
    camera.read(1.0)

    configuration = device(library).configuration
    assert configuration["queue"] is False
    assert configuration["controls"] == {"FrameDurationLimits": (66667, 66667)}


def test_settings_are_locked_once_it_is_warm_and_read_back(camera: PiCamera, library: Any, clock: FrameClock) -> None:
    read_for(camera, clock, WARM_UP - 0.2)
    before = camera.report.locks
    read_for(camera, clock, 0.5)
    _, asked = device(library).set_at[-1]
    read_for(camera, clock, TAKE_EFFECT + 0.2)

    assert before == ()
    assert asked["AeEnable"] is False
    assert asked["AwbEnable"] is False
    assert asked["AfMode"] == 0
    locks = {lock.setting: lock for lock in camera.report.locks}
    assert locks.keys() == {"exposure", "gain", "focus", "red", "blue"}
    assert locks["exposure"].asked == asked["ExposureTime"]
    assert all(lock.held for lock in locks.values())


def test_opened_again_it_is_locked_as_before(library: Any, clock: FrameClock) -> None:
    before = tuple(
        Lock(name, value, value)
        for name, value in (("exposure", 5000.0), ("gain", 4.0), ("red", 2.1), ("blue", 1.2), ("focus", 3.0))
    )
    camera = PiCamera(0, ResumeState(0.0, Report("", "", before)), clock=clock)
    read_for(camera, clock, TAKE_EFFECT + WARM_UP)

    assert {lock.setting: lock.asked for lock in camera.report.locks} == {lock.setting: lock.asked for lock in before}
    assert all(lock.held for lock in camera.report.locks)
    assert len(device(library).set_at) == 3, "by the configuration, for the mains, and by the locks"


def test_a_camera_of_fixed_focus_is_locked_in_all_else(
    library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    advertised = tuple(name for name in FakePicamera2.advertised if name not in {"AfMode", "LensPosition"})
    monkeypatch.setattr(library, "advertised", advertised)
    camera = PiCamera(0, clock=clock)
    read_for(camera, clock, TAKE_EFFECT + WARM_UP + 0.3)

    assert {lock.setting for lock in camera.report.locks} == {"exposure", "gain", "red", "blue"}


def test_a_lock_that_does_not_hold_is_told(library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = PiCamera(0, clock=clock)
    monkeypatch.setattr(library, "set_controls", lambda _self, _controls: None)
    read_for(camera, clock, WARM_UP + 0.3)
    device(library).frames += 2000  # the automatic exposure has gone on
    read_for(camera, clock, TAKE_EFFECT + 0.1)

    held = {lock.setting: lock.held for lock in camera.report.locks}
    assert held == {"exposure": False, "gain": True, "focus": True, "red": True, "blue": True}


@pytest.fixture(params=sorted(TABLES))
def sensor(request: pytest.FixtureRequest, library: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    name: str = request.param
    monkeypatch.setattr(library, "cameras", ({"Model": name, "Id": f"{BASE}/{name}@10", "Num": 0},))
    return name


def test_every_camera_gives_its_full_field(sensor: str, library: Any, clock: FrameClock) -> None:
    with PiCamera(0, clock=clock) as camera:
        width, height = camera.read(1.0).size
        field = device(library).field
        assert field == list(max(mode["crop_limits"][2:] for mode in modes_of(sensor)))
        assert device(library).mode["fps"] >= RATE
        assert device(library).mode["size"][0] >= width, "nothing is enlarged"
        assert width / height == pytest.approx(field[0] / field[1], rel=0.01), "nothing is cut off at the sides"
        assert width * height == pytest.approx(1280 * 960, rel=0.02)


def test_left_to_itself_the_library_would_take_the_middle_of_module_3() -> None:
    bits = {name: max(mode["bit_depth"] for mode in modes_of(name)) for name in TABLES}
    taken = {name: scored_mode(modes_of(name), (1280, 960), bits[name])["crop_limits"][2] for name in TABLES}
    assert taken == {"ov5647": 2592, "imx219": 3280, "imx708": 3072, "imx477": 4056, "imx296": 1456}


def test_a_lens_that_can_move_is_focused_before_it_is_locked(library: Any, clock: FrameClock) -> None:
    camera = PiCamera(0, clock=clock)
    read_for(camera, clock, WARM_UP + 4 * TAKE_EFFECT)
    assert device(library).lens == FakePicamera2.sharp_at
    locks = {lock.setting: lock for lock in camera.report.locks}
    assert locks["focus"] == Lock("focus", 3.4, 3.4)


def test_a_lens_that_finds_nothing_is_not_called_locked(
    library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "search", 10_000)
    camera = PiCamera(0, clock=clock)
    read_for(camera, clock, FOCUS_SECONDS - 0.2)
    assert not camera.report.locks
    read_for(camera, clock, TAKE_EFFECT + 0.5)
    locks = {lock.setting: lock for lock in camera.report.locks}
    assert locks["focus"].answered is None
    assert locks["exposure"].held


def test_pictures_stay_as_bright_as_before_the_lock(
    library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "dropped", 5.6)
    camera = PiCamera(0, clock=clock)
    before = camera.read(1.0).image[0, 0, 0]
    read_for(camera, clock, WARM_UP + 6 * TAKE_EFFECT)
    after = camera.read(1.0).image[0, 0, 0]
    assert abs(int(after) - int(before)) < 0.13 * before, "1.3 times the light is 1.13 times the value"
    assert all(lock.held for lock in camera.report.locks)


def test_the_exposure_keeps_to_the_mains(library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch) -> None:
    for zone, period in (("Europe/Oslo", 10_000), ("America/Chicago", 8333)):
        monkeypatch.setenv("TZ", zone)
        PiCamera(0, clock=clock)
        _, asked = device(library).set_at[-1]
        assert (asked["AeFlickerMode"], asked["AeFlickerPeriod"]) == (1, period)


def test_where_picamera2_is_missing_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)

    with pytest.raises(SourceUnavailableError, match=r"sudo apt install python3-picamera2.*--system-site-packages"):
        PiCamera(0)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("numpy.dtype size changed"), r"numpy\.dtype size changed.*pip install --upgrade simplejpeg"),
        (RuntimeError("no libcamera"), r"no libcamera.*sudo apt install python3-picamera2"),
        (AttributeError("module has no attribute"), r"no attribute.*sudo apt install python3-picamera2"),
    ],
    ids=["numpy", "runtime", "attribute"],
)
def test_whatever_goes_wrong_as_it_is_loaded_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def load(_name: str) -> None:
        raise error

    monkeypatch.setattr("vision.sources.pi_camera.pi_specs", lambda: ("pi:0",))
    monkeypatch.setattr(importlib, "import_module", load)
    with pytest.raises(SourceUnavailableError, match=told):
        PiCamera(0)
    assert [camera.spec for camera in pi_cameras()] == ["pi:0"], "it can be chosen, and then says why not"


def test_a_camera_that_is_not_there_or_is_busy_is_told(
    library: Any, clock: FrameClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SourceUnavailableError, match=r"Raspberry Pi camera 1 is not there.*cable"):
        PiCamera(1, clock=clock)
    monkeypatch.setattr(library, "busy", True)
    with pytest.raises(SourceUnavailableError, match=r"Another program.*did not complete"):
        PiCamera(0, clock=clock)


def test_a_camera_that_gives_up_is_lost(camera: PiCamera, library: Any) -> None:
    camera.read(1.0)
    device(library).failing = True

    with pytest.raises(SourceLostError, match="timed out"):
        camera.read(1.0)


def test_once_closed_it_is_lost_and_let_go_of(camera: PiCamera, library: Any) -> None:
    camera.close()
    camera.close()

    with pytest.raises(SourceLostError, match="closed"):
        camera.read(1.0)
    assert device(library).closed


def test_it_only_watches(camera: PiCamera) -> None:
    with pytest.raises(CannotThrowError, match="by hand"):
        camera.throw([])
