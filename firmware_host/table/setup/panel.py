"""The step of buttons and lamps: each lamp is lit when it is tapped, and it is shown which button was pressed last."""

from dataclasses import dataclass
from threading import Lock
from typing import ClassVar

from firmware_host.table.errors import TableRefusal
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.setup.step import Finding, Standing, Step
from firmware_host.table.tried_panel import TriedPanel
from firmware_host.words import Words, listed, say


@dataclass(frozen=True, slots=True)
class StartPanelTrial:
    """Try the panel out from now on: its buttons hold no dice."""


@dataclass(frozen=True, slots=True)
class StopPanelTrial:
    """Leave the panel to the game again."""


@dataclass(frozen=True, slots=True)
class LightLamp:
    """Light this lamp (from 0 on, from the left) and no other."""

    lamp: int


@dataclass(frozen=True, slots=True)
class PressButton:
    """Press this button from the screen."""

    button: int


class PanelStep(Step):
    """Satisfied once every button was pressed and every lamp lit, or where there is no panel that could be tried."""

    id: ClassVar[str] = "panel"
    title: ClassVar[Words] = say("Buttons and lamps")

    def __init__(self, panel: TriedPanel, results: ResultFile) -> None:
        self._panel = panel
        self._results = results
        self._lock = Lock()
        self._seen: set[int] = set()

    def look(self, *, afresh: bool) -> Standing:
        """Tell what was tried and what was not."""
        panel = self._panel
        with self._lock:
            if afresh and panel.tried:
                panel.try_out()
            pressed = panel.pressed if panel.tried else ()
            works = self._works(set(pressed))
            seen = sorted(self._seen)
        return Standing(works, self._findings(works, set(pressed)), self._facts(pressed, seen))

    def do(self, deed: object) -> None:
        """Carry out one of the deeds above."""
        with self._lock:
            match deed:
                case StartPanelTrial():
                    self._seen.clear()
                    self._panel.try_out()
                case StopPanelTrial():
                    self._panel.give_back()
                case LightLamp(lamp):
                    self._require(lamp)
                    self._panel.light(lamp)
                    self._seen.add(lamp)
                case PressButton(button):
                    self._require(button)
                    self._panel.press(button)
                case _:
                    super().do(deed)

    def _require(self, index: int) -> None:
        if not self._panel.tried:
            raise TableRefusal(say("The buttons and lamps belong to the game now. Start the test first."))
        if not 0 <= index < self._panel.buttons:
            raise TableRefusal(
                say(
                    "The panel has buttons and lamps 1 to {last}, no {number}.",
                    last=self._panel.buttons,
                    number=index + 1,
                )
            )

    def _works(self, pressed: set[int]) -> bool:
        panel = self._panel
        if panel.missing is not None:
            return True
        record = {"panel": panel.name, "buttons": panel.buttons}
        if panel.tried and not self._unpressed(pressed) and not self._unlit():
            if self._results.load(self.id) != record:
                self._results.keep(self.id, record)
            return True
        return self._results.load(self.id) == record

    def _unpressed(self, pressed: set[int]) -> list[int]:
        return [index + 1 for index in range(self._panel.buttons) if index not in pressed]

    def _unlit(self) -> list[int]:
        return [index + 1 for index, there in enumerate(self._panel.wired) if there and index not in self._seen]

    def _findings(self, works: bool, pressed: set[int]) -> tuple[Finding, ...]:
        panel = self._panel
        if panel.missing is not None:
            told = [Finding(say("No panel is connected: dice are held by tapping them on the page."), id="panel")]
            if panel.missing:
                told.append(
                    Finding(say("The panel's pins cannot be used: {why}", why=panel.missing), "warn", id="pins")
                )
            return tuple(told)
        told = [Finding(_lampless(panel), id="lamps")] if not all(panel.wired) else []
        if panel.tried:
            if unlit := self._unlit():
                told.append(Finding(say("Lamps not lit yet: {numbers}.", numbers=listed(unlit)), "warn", id="unlit"))
            if unpressed := self._unpressed(pressed):
                told.append(
                    Finding(
                        say(
                            "Buttons not pressed yet: {numbers}. One that does nothing: see its wires.",
                            numbers=listed(unpressed),
                        ),
                        "warn",
                        id="unpressed",
                    )
                )
        if works:
            return (*told, Finding(say("Every button was pressed and every lamp lit."), id="works"))
        if not panel.tried:
            told.append(Finding(say("The buttons and lamps have not been tried yet."), "warn", id="untried"))
        return tuple(told)

    def _facts(self, pressed: tuple[int, ...], seen: list[int]) -> dict[str, object]:
        panel = self._panel
        return {
            "tried": panel.tried,
            "onScreen": panel.missing is not None,
            "buttons": panel.buttons,
            "wired": list(panel.wired),
            "lit": panel.lit if panel.tried else None,
            "seen": seen,
            "pressed": sorted(set(pressed)),
            "last": pressed[-1] if pressed else None,
            "presses": len(pressed),
        }


def _lampless(panel: TriedPanel) -> Words:
    return say(
        "No lamp is wired for the dice {numbers}.",
        numbers=listed([index + 1 for index, there in enumerate(panel.wired) if not there]),
    )
