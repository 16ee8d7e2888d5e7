from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vision.sources import fake_driver
from tests.vision.sources.fake_driver import EXPOSURE, FOCUS, WB, FakeDriver
from vision.sources import v4l2
from vision.sources.base import Lock
from vision.sources.locks import lock_settings
from vision.sources.v4l2 import Control, Device


@pytest.fixture
def driver() -> FakeDriver:
    return FakeDriver()


@pytest.fixture
def device(driver: FakeDriver, tmp_path: Path) -> Iterator[Device]:
    node = tmp_path / "video0"
    node.touch()
    with Device(node, driver.ioctl) as opened:
        yield opened


def test_requests_are_numbered_as_the_kernel_numbers_them() -> None:
    assert (v4l2.QUERY_CAPABILITY, v4l2.ENUMERATE_FORMATS, v4l2.ENUMERATE_SIZES) == (
        fake_driver.QUERYCAP,
        fake_driver.ENUM_FMT,
        fake_driver.ENUM_FRAMESIZES,
    )
    assert (v4l2.QUERY_CONTROL, v4l2.GET_CONTROL, v4l2.SET_CONTROL) == (
        fake_driver.QUERYCTRL,
        fake_driver.G_CTRL,
        fake_driver.S_CTRL,
    )


def test_the_name_is_the_cameras_own(device: Device) -> None:
    assert device.name() == "HD Pro Webcam C920"


def test_a_node_that_gives_no_pictures_has_no_name(device: Device, driver: FakeDriver) -> None:
    driver.capture = False

    assert device.name() is None


def test_sizes_of_all_formats_are_told_once_each(device: Device) -> None:
    assert device.sizes() == ((320, 240), (640, 480), (1280, 720), (1280, 960), (1920, 1080))


def test_a_range_of_sizes_is_told_by_its_ends(device: Device, driver: FakeDriver) -> None:
    driver.range = (32, 2592, 2, 24, 1944, 2)

    assert device.sizes() == ((32, 24), (2592, 1944))


def test_a_control_is_described(device: Device) -> None:
    assert device.control(FOCUS) == Control("A control", 0, 250, 5, 0)
    assert device.get(FOCUS) == 35
    assert device.control(0x00980999) is None
    assert device.get(0x00980999) is None


def test_what_a_driver_refuses_is_seen_by_reading_back(device: Device) -> None:
    device.set(EXPOSURE, 90)

    assert device.get(EXPOSURE) == 156, "the automatic exposure still runs"


def test_a_device_that_is_gone_is_told(device: Device, driver: FakeDriver) -> None:
    driver.gone = True

    with pytest.raises(OSError, match="No such device"):
        device.set(EXPOSURE, 90)


def test_what_is_no_camera_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter").touch()

    with Device(tmp_path / "letter") as device, pytest.raises(OSError, match="ioctl"):
        device.name()


def test_automatics_go_off_before_their_values_are_set(device: Device, driver: FakeDriver) -> None:
    lock_settings(device)

    order = [number for number, _ in driver.asked]
    for automatic, value in ((v4l2.AUTO_EXPOSURE, EXPOSURE), (v4l2.AUTO_FOCUS, FOCUS), (v4l2.AUTO_WHITE_BALANCE, WB)):
        assert order.index(automatic) < order.index(value)
    assert driver.controls[v4l2.EXPOSURE_MAY_SLOW][4] == 0


def test_a_camera_without_some_settings_says_so(device: Device, driver: FakeDriver) -> None:
    for number in (v4l2.AUTO_FOCUS, v4l2.FOCUS, v4l2.AUTO_WHITE_BALANCE, v4l2.EXPOSURE_MAY_SLOW):
        del driver.controls[number]

    locks = {lock.setting: lock for lock in lock_settings(device)}

    assert locks["focus"] == Lock("focus", None, None)
    assert locks["automatic white balance"] == Lock("automatic white balance", None, None)
    assert locks["white balance"] == Lock("white balance", 4212, 4212)
    assert not locks["focus"].held
    assert locks["exposure"].held


def test_a_driver_that_does_not_let_go_of_its_automatic_is_found_out(device: Device, driver: FakeDriver) -> None:
    driver.controls[v4l2.AUTO_EXPOSURE][2] = 3  # rounds every value down to 0, which is automatic

    locks = {lock.setting: lock for lock in lock_settings(device, [Lock("exposure", 90, 90)])}

    assert locks["automatic exposure"] == Lock("automatic exposure", 1, 0)
    assert locks["exposure"] == Lock("exposure", 90, 156)
    assert not locks["automatic exposure"].held
    assert not locks["exposure"].held


def test_values_are_kept_to_what_the_camera_can_do(device: Device) -> None:
    locks = {lock.setting: lock for lock in lock_settings(device, [Lock("focus", 9000, 9000), Lock("exposure", 1, 1)])}

    assert locks["focus"] == Lock("focus", 250, 250)
    assert locks["exposure"] == Lock("exposure", 3, 3)
