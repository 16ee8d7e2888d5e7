"""The step that tests buttons and lamps: a tap lights each lamp, and the page shows which button was pressed last."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import ClassVar

from firmware_host.setup.results import ResultFile
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.panel import LeasedPanel
from firmware_host.words import Words, listed, say


@dataclass(frozen=True, slots=True)
class StartPanelTrial:
    """Begin the test: until it ends, the buttons hold no dice."""


@dataclass(frozen=True, slots=True)
class StopPanelTrial:
    """End the test: the game has the panel again."""


@dataclass(frozen=True, slots=True)
class LightLamp:
    """Light this lamp (from 0, from the left) and no other."""

    lamp: int


@dataclass(frozen=True, slots=True)
class PressButton:
    """Press this button from the screen."""

    button: int


class PanelStep(Step):
    """Satisfied once every button was pressed and every lamp lit, or if there is no panel to test."""

    id: ClassVar[str] = "panel"
    title: ClassVar[Words] = say("Buttons and lamps")

    def __init__(self, panel: LeasedPanel, results: ResultFile) -> None:
        self._panel = panel
        self._results = results
        self._lock = Lock()
        self._lit: set[int] = set()
        self._pressed: tuple[int, ...] = ()

    def poll(self) -> StepStatus:
        """Report what was tested and what was not."""
        with self._lock:
            lit, pressed = set(self._lit), self._pressed if self._panel.leased else ()
        works = self._works(lit, pressed)
        findings = self._findings(works, lit, pressed)
        return StepStatus(works, findings, self._facts(lit, pressed), leased=self._panel.leased)

    def refresh(self) -> None:
        """Renew the lease, if the test is on."""
        if self._panel.leased:
            self._panel.lease()
            self._keep_result()

    def do(self, action: object) -> None:
        """Carry out one of the actions above."""
        match action:
            case StartPanelTrial():
                with self._lock:
                    self._lit.clear()
                    self._pressed = ()
                self._panel.lease()
            case StopPanelTrial():
                self._panel.release()
            case LightLamp(lamp):
                self._require(lamp)
                self._panel.light(lamp)
                with self._lock:
                    self._lit.add(lamp)
                self._keep_result()
            case PressButton(button):
                self._require(button)
                self._panel.press(button)
            case _:
                super().do(action)

    def on_press(self, button: int) -> None:
        """Take in that a button was pressed."""
        with self._lock:
            self._pressed = (*self._pressed, button)
        self._keep_result()

    def _require(self, index: int) -> None:
        if not self._panel.leased:
            raise TableRefusal(say("The buttons and lamps belong to the game now. Start the test first."))
        if not 0 <= index < self._panel.buttons:
            # not for players
            raise TableRefusal(f"The panel has buttons and lamps 1 to {self._panel.buttons}, no {index + 1}.")

    def _works(self, lit: set[int], pressed: Sequence[int]) -> bool:
        return (
            self._panel.missing is not None
            or self._all_tried(lit, pressed)
            or self._results.load(self.id) == self._result()
        )

    def _all_tried(self, lit: set[int], pressed: Sequence[int]) -> bool:
        return self._panel.leased and not self._unpressed(pressed) and not self._unlit(lit)

    def _result(self) -> dict[str, object]:
        return {"panel": self._panel.name, "buttons": self._panel.buttons}

    def _keep_result(self) -> None:
        """Keep that all was tried, as soon as it is; TableRefusal if it cannot be kept."""
        with self._lock:
            tried = self._panel.missing is None and self._all_tried(self._lit, self._pressed)
            if tried and self._results.load(self.id) != self._result():
                self._results.keep(self.id, self._result())

    def _unpressed(self, pressed: Sequence[int]) -> list[int]:
        return [index + 1 for index in range(self._panel.buttons) if index not in pressed]

    def _unlit(self, lit: set[int]) -> list[int]:
        return [index + 1 for index, there in enumerate(self._panel.wired) if there and index not in lit]

    def _findings(self, works: bool, lit: set[int], pressed: Sequence[int]) -> tuple[Finding, ...]:
        panel = self._panel
        if panel.missing is not None:
            findings = [Finding(say("No panel is connected. Hold dice by tapping them on the page."), id="panel")]
            if panel.missing:
                findings.append(
                    Finding(say("The panel's pins cannot be used: {why}", why=panel.missing), "warn", id="pins")
                )
            return tuple(findings)
        findings = [Finding(_lampless(panel), id="lamps")] if not all(panel.wired) else []
        if panel.leased:
            if unlit := self._unlit(lit):
                findings.append(
                    Finding(say("Lamps not lit yet: {numbers}.", numbers=listed(unlit)), "warn", id="unlit")
                )
            if unpressed := self._unpressed(pressed):
                findings.append(
                    Finding(
                        say(
                            "Buttons not pressed yet: {numbers}. If one does nothing, check its wires.",
                            numbers=listed(unpressed),
                        ),
                        "warn",
                        id="unpressed",
                    )
                )
        if works:
            return (*findings, Finding(say("Every button was pressed and every lamp lit."), id="works"))
        if not panel.leased:
            findings.append(Finding(say("The buttons and lamps have not been tested yet."), "warn", id="untried"))
        return tuple(findings)

    def _facts(self, lit: set[int], pressed: Sequence[int]) -> dict[str, object]:
        panel = self._panel
        return {
            "tried": panel.leased,
            "onScreen": panel.missing is not None,
            "buttons": panel.buttons,
            "wired": list(panel.wired),
            "lit": panel.lit if panel.leased else None,
            "seen": sorted(lit),
            "pressed": sorted(set(pressed)),
            "last": pressed[-1] if pressed else None,
            "presses": len(pressed),
        }


def _lampless(panel: LeasedPanel) -> Words:
    return say(
        "No lamp is wired for the dice {numbers}.",
        numbers=listed([index + 1 for index, there in enumerate(panel.wired) if not there]),
    )
