"""Whether the camera keeps its settings: one that changes them by itself sees other dice from roll to roll."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from firmware_host.table.requests import LookAnew, Request
from firmware_host.table.setup.camera import CAMERAS
from firmware_host.table.setup.ports import Lock, SetupDesk
from firmware_host.table.setup.step import Finding, Standing, Step
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
"""What people call the settings of cameras, by the names that drivers' locks have."""


@dataclass(frozen=True, slots=True)
class LockAnew:
    """Let the camera find the light again, and lock its settings at that."""


class LockStep(Step):
    """See whether exposure, focus and white balance stay as they were when the camera was opened."""

    id: ClassVar[str] = "lock"
    title: ClassVar[Words] = say("Lock the camera")

    def __init__(self, desk: SetupDesk, ask: Callable[[Request], object]) -> None:
        self._desk = desk
        self._ask = ask

    def look(self, *, afresh: bool) -> Standing:  # noqa: ARG002 - the camera's own process reads them back
        """Satisfied when the driver answers what was asked of it, setting by setting, or there is nothing to lock."""
        is_camera = self._desk.source.startswith(CAMERAS)
        facts = {"camera": is_camera}
        if not is_camera:
            nothing = say("There is nothing to lock: this is no camera.")
            return Standing(True, (Finding(nothing, id="nothing"),), facts)
        locks = self._desk.locks
        if not locks:
            unknown = say(
                "The camera has not told yet whether it keeps its settings. They are locked two seconds after it is "
                "opened; where the system does not let them be locked, light the tray evenly and from one lamp."
            )
            return Standing(False, (Finding(unknown, "warn", id="unknown"),), facts)
        found = tuple(_finding(lock) for lock in locks)
        return Standing(not any(finding.grade == "bad" for finding in found), found, facts)

    def do(self, deed: object) -> None:
        """Lock the settings anew."""
        match deed:
            case LockAnew():
                self._ask(LookAnew(self._desk.lock_anew))
            case _:
                super().do(deed)


def _finding(lock: Lock) -> Finding:
    setting = SETTINGS.get(lock.setting) or say(lock.setting)
    if lock.asked is None:
        return Finding(say("{setting}: this camera has none.", setting=setting), id=lock.setting)
    asked = f"{lock.asked:g}"
    if lock.held:
        text = say("{setting}: locked at {value}.", setting=setting, value=asked)
        return Finding(text, "ok", lock.asked, "", lock.setting)
    if lock.answered is None:
        text = say(
            "{setting}: {value} was asked, and the camera does not tell what became of it.",
            setting=setting,
            value=asked,
        )
        return Finding(text, "warn", lock.asked, "", lock.setting)
    text = say(
        "{setting}: {value} was asked, but the camera stays at {answered}. Close other programs that use it, unplug it "
        "and plug it in again; if it does not help, keep the light as it is while you play.",
        setting=setting,
        value=asked,
        answered=f"{lock.answered:g}",
    )
    return Finding(text, "bad", lock.answered, "", lock.setting)
