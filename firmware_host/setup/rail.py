"""The keep rail: a strip of the tray where dice are held without a button."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from firmware_host.setup.ports import CameraSetupPort, Outline
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.requests import ApplyCameraChange, Request
from firmware_host.words import Words, say


@dataclass(frozen=True, slots=True)
class MarkRail:
    """The rail runs along this side ("left", "top", "right", "bottom"), in the width of this number (0: narrowest)."""

    side: str
    width: int


@dataclass(frozen=True, slots=True)
class ClearRail:
    """There is no rail."""


class RailStep(Step):
    """Mark a strip along one side of the tray as the keep rail."""

    id: ClassVar[str] = "rail"
    title: ClassVar[Words] = say("Mark the keep rail")

    def __init__(self, camera_setup: CameraSetupPort, ask: Callable[[Request], object]) -> None:
        self._camera_setup = camera_setup
        self._ask = ask
        self._strips: tuple[Outline, object] = ((), None)

    def poll(self) -> StepStatus:
        """Satisfied once a strip is marked; the facts offer the strips, if they were measured for this very tray."""
        tray = self._camera_setup.tray()
        facts: dict[str, object] = {"rail": tray.rail, "outline": tray.outline}
        outline, strips = self._strips
        if strips is not None and outline == tray.outline:
            facts["strips"] = strips
        if tray.rail is not None:
            sentence = say(
                "The keep rail is marked. Dice that you put there are held; dice that you take away are not."
            )
            return StepStatus(True, (Finding(sentence, id="rail"),), facts)
        none = say("There is no keep rail. Hold dice with the buttons or by tapping them.")
        return StepStatus(False, (Finding(none, "warn", id="rail"),), facts)

    def refresh(self) -> None:
        """Find the strips along each side of the tray, in growing widths."""
        outline = self._camera_setup.tray().outline
        strips = {side: _rounded(strips) for side, strips in self._camera_setup.strips().items()}
        self._strips = outline, strips

    def do(self, action: object) -> None:
        """Mark the rail or take it away."""
        match action:
            case MarkRail(side, width):
                self._ask(ApplyCameraChange(lambda: self._camera_setup.mark_rail(side, width)))
            case ClearRail():
                self._ask(ApplyCameraChange(self._camera_setup.clear_rail))
            case _:
                super().do(action)


def _rounded(strips: object) -> object:
    """Round points to a ten-thousandth of the picture: the strips of a round tray have hundreds of them."""
    if isinstance(strips, float):
        return round(strips, 4)
    return [_rounded(part) for part in strips] if isinstance(strips, tuple | list) else strips
