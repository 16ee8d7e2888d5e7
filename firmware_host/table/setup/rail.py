"""The keep rail: a strip of the tray where dice are held without a button."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from firmware_host.table.requests import LookAnew, Request
from firmware_host.table.setup.ports import SetupDesk
from firmware_host.table.setup.step import Finding, Standing, Step
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

    def __init__(self, desk: SetupDesk, ask: Callable[[Request], object]) -> None:
        self._desk = desk
        self._ask = ask

    def look(self, *, afresh: bool) -> Standing:
        """Satisfied once a strip is marked; the facts, `afresh`, offer strips along each side, in growing widths."""
        tray = self._desk.tray()
        facts: dict[str, object] = {"rail": tray.rail, "outline": tray.outline}
        if afresh:
            facts["strips"] = {side: _rounded(strips) for side, strips in self._desk.strips().items()}
        if tray.rail is not None:
            told = say("The keep rail is marked. Dice that you lay there are held; dice that you take away are not.")
            return Standing(True, (Finding(told, id="rail"),), facts)
        none = say("There is no keep rail. Dice are held by button or by tapping them.")
        return Standing(False, (Finding(none, "warn", id="rail"),), facts)

    def do(self, deed: object) -> None:
        """Mark the rail or take it away."""
        match deed:
            case MarkRail(side, width):
                self._ask(LookAnew(lambda: self._desk.mark_rail(side, width)))
            case ClearRail():
                self._ask(LookAnew(self._desk.clear_rail))
            case _:
                super().do(deed)


def _rounded(strips: object) -> object:
    """Return places to a ten-thousandth of the picture: a round tray's strips have hundreds of them."""
    if isinstance(strips, float):
        return round(strips, 4)
    return [_rounded(part) for part in strips] if isinstance(strips, tuple | list) else strips
