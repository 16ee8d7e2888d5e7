from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from tests.vision.sources.fake_driver import AUTO_EXPOSURE, EXPOSURE, POWER_LINE, FakeCapture, FakeDriver, plugged_in
from vision.errors import SourceLostError, SourceUnavailableError
from vision.sources.base import RATE, WARM_UP, Lock, Report, ResumeState
from vision.sources.pace import FrameClock
from vision.sources.usb import UsbCamera, nearest_size
from vision.sources.usb_names import find_node, identity_of, usb_specs
from vision.sources.v4l2 import Device

NAME = "046d_HD_Pro_Webcam_C920_1A2B3C4D"
OTHER = "Sonix_Technology_Co.__Ltd._USB_2.0_Camera_SN0001"


class Bench:
    """A /dev with one camera plugged in as video0."""

    def __init__(self, devices: Path, clock: FrameClock) -> None:
        self.devices = devices
        self.clock = clock
        self.driver = FakeDriver()
        self.captures: list[FakeCapture] = []
        self.opened: list[Path] = []
        self.rate, self.queue, self.dated = 30.0, 1, True

    def open(self, name: str = "0", memory: ResumeState | None = None) -> UsbCamera:
        return UsbCamera(
            name,
            memory,
            clock=self.clock,
            devices=self.devices,
            open_capture=self._capture,
            open_device=lambda node: Device(node, self.driver.ioctl),
        )

    def _capture(self, node: Path) -> FakeCapture:
        self.opened.append(node)
        self.captures.append(FakeCapture(self.clock, self.rate, self.queue))
        self.captures[-1].dated = self.dated
        return self.captures[-1]


@pytest.fixture
def bench(tmp_path: Path, clock: FrameClock) -> Iterator[Bench]:
    with plugged_in(tmp_path / "dev", 0, NAME):
        yield Bench(tmp_path / "dev", clock)


def test_it_tells_its_own_name_and_what_it_is_found_again_by(bench: Bench) -> None:
    with bench.open() as camera:
        assert camera.spec == "usb:0"
        assert camera.report == Report("HD Pro Webcam C920", NAME)


def test_it_is_asked_for_what_we_want(bench: Bench) -> None:
    bench.open()

    asked = bench.captures[0].properties
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1280, 960)
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert asked[cv2.CAP_PROP_FPS] == RATE
    assert asked[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_frames_keep_to_our_rate_and_what_comes_between_is_not_unpacked(bench: Bench) -> None:
    camera = bench.open()
    frames = [camera.read(1.0) for _ in range(30)]

    assert [frame.number for frame in frames] == list(range(30))
    assert (frames[-1].time - frames[0].time) / 29 == pytest.approx(1 / RATE, rel=0.1)
    assert bench.captures[0].unpacked == 31


@pytest.mark.parametrize(("rate", "queue", "dated"), [(30, 1, True), (30, 4, True), (15, 4, True), (10, 1, False)])
def test_after_a_pause_no_old_frame_is_given(bench: Bench, rate: float, queue: int, dated: bool) -> None:
    bench.rate, bench.queue, bench.dated = rate, queue, dated
    camera = bench.open()
    camera.read(1.0)
    bench.clock.sleep(0.75)
    asked_at = bench.clock.now()

    frame = camera.read(1.0)

    shown = int(frame.image[0, 0, 0]) / rate + 100.0  # the clock began at 100 s
    assert shown >= asked_at - 0.11
    assert bench.clock.now() - asked_at < 0.4


def test_frames_are_dated_by_the_driver_where_it_tells_our_clocks_time(bench: Bench) -> None:
    camera = bench.open()
    bench.captures[0].latency = 0.05
    assert camera.read(1.0).time == pytest.approx(bench.clock.now() - 0.05)

    bench.captures[0].dated = False
    assert camera.read(1.0).time == bench.clock.now()


def test_settings_are_locked_once_it_is_warm_and_read_back(bench: Bench) -> None:
    camera = bench.open()
    camera.read(1.0)
    before = camera.report.locks
    bench.clock.sleep(WARM_UP)
    camera.read(1.0)

    assert before == ()
    assert camera.report.locks == (
        Lock("automatic exposure", 1, 1),
        Lock("exposure", 156, 156),
        Lock("automatic focus", 0, 0),
        Lock("focus", 35, 35),
        Lock("automatic white balance", 0, 0),
        Lock("white balance", 4212, 4212),
    )
    assert [lock.held for lock in camera.report.locks] == [True] * 6


class StaleBench(Bench):
    """Its driver tells an exposure that is long out of date: the camera had gone on by itself."""

    def light(self, exposed: float) -> float:
        manual = self.driver.controls[AUTO_EXPOSURE][4] == 1
        return self.driver.controls[EXPOSURE][4] / exposed if manual else 1.0

    def run(self, camera: UsbCamera, seconds: float) -> int:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            value = int(camera.read(1.0).image[50, 50, 0])
        return value


@pytest.mark.parametrize("told", [28, 156, 870])
def test_pictures_stay_as_bright_as_before_the_lock(tmp_path: Path, clock: FrameClock, told: int) -> None:
    with plugged_in(tmp_path / "dev", 0, NAME):
        bench = StaleBench(tmp_path / "dev", clock)
        bench.driver.controls[EXPOSURE][4] = told
        camera = bench.open()
        bench.captures[0].light = lambda: bench.light(exposed=156)
        before = bench.run(camera, 0.2)
        after = bench.run(camera, WARM_UP + 7.0)
    assert abs(after - before) < 0.13 * before, "1.3 times the light is 1.13 times the value"
    assert all(lock.held for lock in camera.report.locks)


def test_a_camera_that_cannot_be_made_as_bright_is_not_called_locked(tmp_path: Path, clock: FrameClock) -> None:
    with plugged_in(tmp_path / "dev", 0, NAME):
        bench = StaleBench(tmp_path / "dev", clock)
        camera = bench.open()
        bench.captures[0].light = lambda: bench.light(exposed=9000)
        bench.run(camera, WARM_UP + 9.0)
    locks = {lock.setting: lock for lock in camera.report.locks}
    assert locks["exposure"] == Lock("exposure", 2047, None)
    assert bench.driver.controls[EXPOSURE][4] == 2047, "as near as it comes"


@pytest.mark.parametrize(("zone", "value"), [("Europe/Berlin", 1), ("America/New_York", 2), ("Asia/Seoul", 2)])
def test_the_exposure_keeps_to_the_mains(bench: Bench, monkeypatch: pytest.MonkeyPatch, zone: str, value: int) -> None:
    monkeypatch.setenv("TZ", zone)
    bench.open()
    assert bench.driver.controls[POWER_LINE][4] == value


def test_opened_again_it_is_locked_as_before_at_once(bench: Bench) -> None:
    before = (Lock("automatic exposure", 1, 1), Lock("exposure", 90, 90), Lock("focus", 40, 40))

    camera = bench.open(memory=ResumeState(0.0, Report("", NAME, before)))
    camera.read(1.0)

    values = {lock.setting: lock.answered for lock in camera.report.locks}
    assert (values["exposure"], values["focus"], values["white balance"]) == (90, 40, 4212)


def test_plugged_into_another_socket_it_is_found_by_what_it_is(bench: Bench) -> None:
    memory = ResumeState(0.0, bench.open().report)
    (bench.devices / f"v4l/by-id/usb-{NAME}-video-index0").unlink()
    with plugged_in(bench.devices, 4, NAME), plugged_in(bench.devices, 2, OTHER):
        bench.open(memory=memory)
        bench.open(f"{OTHER}")

    assert bench.opened[1:] == [bench.devices / "video4", bench.devices / "video2"]


def test_another_camera_in_its_place_is_not_taken_for_it(bench: Bench) -> None:
    memory = ResumeState(0.0, bench.open().report)
    (bench.devices / f"v4l/by-id/usb-{NAME}-video-index0").unlink()

    with plugged_in(bench.devices, 0, OTHER), pytest.raises(SourceUnavailableError, match="C920 is not there"):
        bench.open(memory=memory)


def test_unplugged_it_is_lost_at_once(bench: Bench) -> None:
    camera = bench.open()
    camera.read(1.0)
    bench.captures[0].working = False
    (bench.devices / "video0").unlink()
    began = bench.clock.now()

    with pytest.raises(SourceLostError, match="Is it plugged in"):
        camera.read(1.5)

    assert bench.clock.now() == began


def test_a_camera_that_gives_nothing_is_lost_after_the_time_it_was_given(bench: Bench) -> None:
    camera = bench.open()
    bench.captures[0].working = False
    began = bench.clock.now()

    with pytest.raises(SourceLostError):
        camera.read(1.5)

    assert bench.clock.now() - began == pytest.approx(1.5, abs=0.03)


def test_a_dropped_frame_is_waited_for(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = bench.open()
    answers = iter([False, False])
    grab: Callable[[], bool] = bench.captures[0].grab
    monkeypatch.setattr(bench.captures[0], "grab", lambda: next(answers, None) is None and grab())

    assert camera.read(1.0).number == 0


def test_once_closed_it_is_lost_and_let_go_of(bench: Bench) -> None:
    camera = bench.open()
    camera.close()
    camera.close()

    with pytest.raises(SourceLostError, match="closed"):
        camera.read(1.0)
    assert not bench.captures[0].open


def test_a_camera_that_another_program_holds_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeCapture, "grab", lambda _self: False)

    with pytest.raises(SourceUnavailableError, match="Another program"):
        bench.open()

    assert not bench.captures[0].open


def test_a_driver_that_tells_nothing_is_used_all_the_same(bench: Bench) -> None:
    bench.driver.gone = True
    camera = bench.open()
    bench.clock.sleep(WARM_UP)

    assert camera.read(1.0).size == (128, 96)
    assert (camera.report.name, camera.report.identity) == ("usb:0", NAME)
    assert not any(lock.held for lock in camera.report.locks)


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ((), (1280, 960)),
        (((640, 480), (1280, 720), (1920, 1080)), (1280, 720)),
        (((640, 480), (1280, 720), (1280, 960), (2592, 1944)), (1280, 960)),
        (((320, 240), (1600, 1200)), (1600, 1200)),
        (((0, 0), (160, 120)), (160, 120)),
    ],
)
def test_the_size_nearest_to_what_we_want_is_chosen(
    sizes: tuple[tuple[int, int], ...], chosen: tuple[int, int]
) -> None:
    assert nearest_size(sizes) == chosen


def test_cameras_are_offered_by_what_they_are_once_each(bench: Bench) -> None:
    (bench.devices / "video1").touch()  # the same camera's second node, which gives no pictures
    with plugged_in(bench.devices, 2, OTHER):
        assert usb_specs(bench.devices) == (f"usb:{NAME}", f"usb:{OTHER}")
        assert identity_of(bench.devices / "video2", bench.devices) == OTHER
        assert find_node(OTHER, devices=bench.devices) == bench.devices / "video2"
    assert identity_of(bench.devices / "video1", bench.devices) == ""


def test_a_missing_camera_is_told(bench: Bench) -> None:
    with pytest.raises(SourceUnavailableError, match=r"^USB camera 3 is not there\. Plug it in"):
        bench.open("3")
