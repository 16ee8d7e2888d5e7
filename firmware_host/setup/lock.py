"""Whether the camera keeps its settings: if it changes them by itself, the same dice look different each roll."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from firmware_host.setup.ports import CameraSetupPort, LockState
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.requests import ApplyCameraChange, Request
from firmware_host.words import Words, say

SETTINGS: Mapping[str, Words] = MappingProxyType(
    {
        "automatic exposure": say("Automatic exposure"),
        "exposure": say("Exposure"),
        "automatic focus": say("Automatic focus"),
        "focus": say("Focus"),
        "automatic white balance": say("Automatic white balance"),
        "white balance": say("White balance"),
        "gain": say("Gain"),
        "red": say("Red"),
        "blue": say("Blue"),
    }
)
"""The names of camera settings, by the names that drivers use for them."""


@dataclass(frozen=True, slots=True)
class LockAgain:
    """Let the camera adjust to the light again, then lock its settings."""


class LockStep(Step):
    """Check that exposure, focus and white balance stay as they were when the camera was opened."""

    id: ClassVar[str] = "lock"
    title: ClassVar[Words] = say("Lock the camera")

    def __init__(self, camera_setup: CameraSetupPort, ask: Callable[[Request], object]) -> None:
        self._camera_setup = camera_setup
        self._ask = ask

    def poll(self) -> StepStatus:
        """Satisfied if the driver confirms every setting, as its own process reads them back, or has none to lock."""
        is_camera = self._camera_setup.is_camera
        facts = {"camera": is_camera}
        if not is_camera:
            nothing = say("There is nothing to lock: this is not a camera.")
            return StepStatus(True, (Finding(nothing, id="nothing"),), facts)
        locks = self._camera_setup.locks
        if not locks:
            unknown = say(
                "The camera hasn't reported yet whether it keeps its settings. They are locked two seconds after it "
                "is opened. If they cannot be locked, light the tray evenly with a single lamp."
            )
            return StepStatus(False, (Finding(unknown, "warn", id="unknown"),), facts)
        found = tuple(_finding(lock) for lock in locks)
        return StepStatus(not any(finding.grade == "bad" for finding in found), found, facts)

    def do(self, action: object) -> None:
        """Lock the settings again."""
        match action:
            case LockAgain():
                self._ask(ApplyCameraChange(self._camera_setup.lock_anew))
            case _:
                super().do(action)


def _finding(lock: LockState) -> Finding:
    setting = SETTINGS.get(lock.setting) or say(lock.setting)
    if lock.asked is None:
        return Finding(say("{setting}: this camera has none.", setting=setting), id=lock.setting)
    asked = f"{lock.asked:g}"
    if lock.held:
        text = say("{setting}: locked at {value}.", setting=setting, value=asked)
        return Finding(text, "ok", lock.asked, "", lock.setting)
    if lock.answered is None:
        text = say(
            "{setting}: set to {value}, but the camera does not confirm it.",
            setting=setting,
            value=asked,
        )
        return Finding(text, "warn", lock.asked, "", lock.setting)
    text = say(
        "{setting}: set to {value}, but the camera stays at {answered}. Close other programs that use it, unplug it "
        "and plug it in again. If that does not help, keep the light unchanged while you play.",
        setting=setting,
        value=asked,
        answered=f"{lock.answered:g}",
    )
    return Finding(text, "bad", lock.answered, "", lock.setting)
