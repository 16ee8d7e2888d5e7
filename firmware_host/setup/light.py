"""Whether this camera can read dice in this light."""

from typing import ClassVar, Literal, cast

from firmware_host.setup.ports import CameraSetupPort, CheckResult
from firmware_host.setup.step import Finding, Grade, Step, StepStatus
from firmware_host.words import Words, say

OF_DICE: Literal["die-size"] = "die-size"
"""The verdict that needs dice in the tray."""


class LightStep(Step):
    """Judge light, glare, flicker, focus, and the size and contrast of the dice that lie in the tray."""

    id: ClassVar[str] = "light"
    title: ClassVar[Words] = say("Check the light")

    def __init__(self, camera_setup: CameraSetupPort) -> None:
        self._camera_setup = camera_setup

    def poll(self) -> StepStatus:
        """Satisfied if it was measured and nothing is bad; without dice in the tray some verdicts are missing."""
        verdicts = self._camera_setup.verdicts(refresh=False)
        if not verdicts:
            return StepStatus(False, (Finding(say("The light has not been measured yet."), "bad", id="measured"),))
        found = [_finding(verdict) for verdict in verdicts]
        if not any(verdict.id == OF_DICE for verdict in verdicts):
            todo = say("There are no dice. Put a few in the tray to check their size and contrast as well.")
            found.append(Finding(todo, "warn", id="dice"))
        return StepStatus(not any(finding.grade == "bad" for finding in found), tuple(found))

    def refresh(self) -> None:
        """Measure light, lens and dice, which takes about a second; until then the last verdicts are reported."""
        self._camera_setup.verdicts(refresh=True)


def measured(camera_setup: CameraSetupPort) -> tuple[Finding, ...]:
    """Measure light, lens and dice now, and return what was found."""
    return tuple(_finding(verdict) for verdict in camera_setup.verdicts(refresh=True))


def _finding(verdict: CheckResult) -> Finding:
    grade = cast(Grade, verdict.grade.value)
    return Finding(verdict.sentence, grade, verdict.number, verdict.unit, verdict.id)
