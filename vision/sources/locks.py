"""Keeping a camera from changing its picture by itself: exposure, focus and white balance locked, and read back."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.sources import v4l2
from vision.sources.base import Lock
from vision.sources.brightness import ExposureSearch
from vision.sources.v4l2 import Device


@dataclass(frozen=True, slots=True)
class _Setting:
    """Something that a camera sets by itself until its `automatic` control is put to `manual`."""

    name: str
    automatic_name: str
    automatic: int
    manual: int
    control: int


_SETTINGS = (
    _Setting("exposure", "automatic exposure", v4l2.AUTO_EXPOSURE, v4l2.MANUAL_EXPOSURE, v4l2.EXPOSURE),
    _Setting("focus", "automatic focus", v4l2.AUTO_FOCUS, 0, v4l2.FOCUS),
    _Setting("white balance", "automatic white balance", v4l2.AUTO_WHITE_BALANCE, 0, v4l2.WHITE_BALANCE),
)


def suit_mains(device: Device, hertz: int) -> None:
    """Let the automatic exposure of a camera that can do so keep to the flicker of lamps."""
    if device.control(v4l2.POWER_LINE) is not None:
        device.set(v4l2.POWER_LINE, 2 if hertz == 60 else 1)


def set_exposure(device: Device, locks: Sequence[Lock], exposure: float, *, sure: bool = True) -> tuple[Lock, ...]:
    """Set another exposure in the manual mode; the locks with what became of that, unconfirmed where not `sure`."""
    device.set(v4l2.EXPOSURE, round(exposure))
    answered = device.get(v4l2.EXPOSURE) if sure else None
    return tuple(
        Lock(lock.setting, round(exposure), answered) if lock.setting == "exposure" else lock for lock in locks
    )


def exposure_search(device: Device, locks: Sequence[Lock], light: float) -> ExposureSearch | None:
    """A search for the exposure at which pictures have as much light as before the lock; None where none can be set."""
    control = device.control(v4l2.EXPOSURE)
    exposure = next((lock.asked for lock in locks if lock.setting == "exposure"), None)
    if control is None or exposure is None:
        return None
    return ExposureSearch(light, exposure, control.least, control.most)


def lock_settings(device: Device, before: Sequence[Lock] = ()) -> tuple[Lock, ...]:
    """Lock a camera's settings at what its automatics have come to, or at what they were locked at `before`.

    Two locks a setting: of its automatics, and of its value. What the driver answers is told as it is.
    """
    known = {lock.setting: lock.asked for lock in before}
    # A camera that may halve its frame rate in the dark shows flying dice as streaks.
    if device.control(v4l2.EXPOSURE_MAY_SLOW) is not None:
        device.set(v4l2.EXPOSURE_MAY_SLOW, 0)
    return tuple(lock for setting in _SETTINGS for lock in _locked(device, setting, known.get(setting.name)))


def _locked(device: Device, setting: _Setting, before: float | None) -> tuple[Lock, Lock]:
    control = device.control(setting.control)
    value = None
    if control is not None:
        value = round(before) if before is not None else device.get(setting.control)
        value = control.default if value is None else min(max(value, control.least), control.most)
    manual = None if device.control(setting.automatic) is None else setting.manual
    # The automatics go first: while they run, drivers refuse the value.
    if manual is not None:
        device.set(setting.automatic, manual)
    if value is not None:
        device.set(setting.control, value)
    return (
        Lock(setting.automatic_name, manual, None if manual is None else device.get(setting.automatic)),
        Lock(setting.name, value, None if value is None else device.get(setting.control)),
    )
