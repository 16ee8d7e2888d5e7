"""Whether dice can be read in this light with this camera."""

from typing import ClassVar, Literal, cast

from firmware_host.table.devices import words_of
from firmware_host.table.setup.ports import SetupDesk, Verdict
from firmware_host.table.setup.step import Finding, Grade, Standing, Step
from firmware_host.words import Words, say

OF_DICE: Literal["die-size"] = "die-size"
"""The verdict that only dice in the tray can give."""


class LightStep(Step):
    """Judge light, glare, flicker, focus, and the size and contrast of the dice that lie in the tray."""

    id: ClassVar[str] = "light"
    title: ClassVar[Words] = say("Look at the light")

    def __init__(self, desk: SetupDesk) -> None:
        self._desk = desk

    def look(self, *, afresh: bool) -> Standing:
        """Satisfied when it was measured and nothing is bad; without dice some of it is not known."""
        verdicts = self._desk.verdicts(afresh=afresh)
        if not verdicts:
            return Standing(False, (Finding(say("The light has not been measured yet."), "bad", id="measured"),))
        found = [_finding(verdict) for verdict in verdicts]
        if not any(verdict.id == OF_DICE for verdict in verdicts):
            todo = say("No dice are seen. Lay a few into the tray, and their size and contrast are judged too.")
            found.append(Finding(todo, "warn", id="dice"))
        return Standing(not any(finding.grade == "bad" for finding in found), tuple(found))


def measured(desk: SetupDesk) -> tuple[Finding, ...]:
    """Measure light, lens and dice now, and tell what was found."""
    return tuple(_finding(verdict) for verdict in desk.verdicts(afresh=True))


def _finding(verdict: Verdict) -> Finding:
    grade = cast(Grade, verdict.grade.value)
    return Finding(words_of(verdict.sentence), grade, verdict.number, verdict.unit, verdict.id)
