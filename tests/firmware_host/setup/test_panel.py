"""Buttons and lamps are tried out, on pins of wood and wire and where there are none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.setup import SkipFile, Wizard
from firmware_host.setup.panel import LightLamp, PanelStep, PressButton, StartPanelTrial, StopPanelTrial
from firmware_host.setup.results import ResultFile
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.lease import LEASE_S
from firmware_host.table.lease.panel import LeasedPanel
from hardware.panel import GpioPanel
from hardware.pins import DiePins
from tests.firmware_host.setup.refreshing import refreshed
from tests.firmware_host.table.scripted import TWO, Sitting, held, lying
from tests.hardware.finger import Edge
from tests.hardware.test_panel import BoardFactory

WIRED = (DiePins(5, 25), DiePins(6, 8), DiePins(13, 7))


class Board:
    """A panel of wood and wire with a finger on it, tried out by the step."""

    def __init__(self, folder: Path, pins: tuple[DiePins, ...] = WIRED) -> None:
        self.now = 100.0
        self.factory = BoardFactory()
        self.real = GpioPanel(pins, self.factory, lambda: self.now)
        self.clock = ManualClock()
        self.changes = 0
        self.panel = LeasedPanel(self.real, self.clock, self._changed, self._press)
        self.held: list[int] = []
        self.panel.start(self.held.append)
        self.pins = pins
        self.step = PanelStep(self.panel, ResultFile(folder))

    def press(self, button: int) -> None:
        for closed in (True, False):
            self.now += 1.0
            self.factory.pin(self.pins[button].button).tell(Edge(self.now, closed))

    def lit(self) -> list[int]:
        return [i for i, die in enumerate(self.pins) if die.lamp is not None and self.factory.pin(die.lamp).state]

    def _press(self, button: int) -> None:
        self.step.on_press(button)

    def _changed(self) -> None:
        self.changes += 1


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    yield board
    board.panel.close()


def told(board: Board) -> list[str]:
    return [str(finding.sentence) for finding in refreshed(board.step).findings]


def test_every_lamp_and_button_is_tried_once(board: Board, tmp_path: Path) -> None:
    assert told(board) == ["The buttons and lamps have not been tested yet."]
    board.step.do(StartPanelTrial())

    for lamp in (0, 1):
        board.step.do(LightLamp(lamp))
        assert board.lit() == [lamp]
    board.press(2)
    board.press(0)

    status = refreshed(board.step)
    assert not status.satisfied
    assert (status.facts["last"], status.facts["pressed"], status.facts["seen"]) == (0, [0, 2], [0, 1])
    assert told(board) == [
        "Lamps not lit yet: 3.",
        "Buttons not pressed yet: 2. If one does nothing, check its wires.",
    ]
    board.step.do(LightLamp(2))
    board.press(1)
    assert refreshed(board.step).satisfied
    assert told(board) == ["Every button was pressed and every lamp lit."]
    board.step.do(StopPanelTrial())
    assert PanelStep(board.panel, ResultFile(tmp_path)).poll().satisfied


def test_the_game_keeps_its_lamps_and_its_holds(board: Board) -> None:
    board.panel.show(("on", "off", "off"))
    board.step.do(StartPanelTrial())
    assert board.lit() == []

    board.press(1)
    board.panel.show(("on", "on", "off"))
    assert board.lit() == []
    assert board.panel.lamps() == ("on", "on", "off")
    board.step.do(StopPanelTrial())

    assert board.lit() == [0, 1]
    assert board.held == []
    board.press(1)
    assert board.held == [1]


def test_a_lamp_that_is_not_wired_is_told_and_not_waited_for(tmp_path: Path) -> None:
    board = Board(tmp_path, (DiePins(5, 25), DiePins(6, None)))
    board.step.do(StartPanelTrial())
    board.step.do(LightLamp(0))
    board.press(0)
    board.press(1)

    assert refreshed(board.step).satisfied
    assert told(board) == ["No lamp is wired for the dice 2.", "Every button was pressed and every lamp lit."]
    board.panel.close()


def test_what_was_tried_on_another_panel_says_nothing(board: Board, tmp_path: Path) -> None:
    ResultFile(tmp_path).keep("panel", {"panel": "GPIO panel", "buttons": 5})

    assert not board.step.poll().satisfied


def test_nothing_is_lit_or_pressed_without_a_trial(board: Board) -> None:
    for action in (LightLamp(0), PressButton(0)):
        with pytest.raises(TableRefusal, match="Start the test first"):
            board.step.do(action)
    board.step.do(StartPanelTrial())
    for action in (LightLamp(3), PressButton(-1)):
        with pytest.raises(TableRefusal, match="1 to 3"):
            board.step.do(action)


def test_a_trial_that_nobody_looks_at_is_over_after_a_while(board: Board) -> None:
    board.step.do(StartPanelTrial())
    board.clock.advance(LEASE_S - 1)
    board.step.poll()
    assert board.panel.due_in() == 1
    refreshed(board.step)
    assert board.panel.due_in() == LEASE_S

    board.panel.release()

    assert board.panel.due_in() is None
    assert board.changes == 2


def test_without_a_panel_dice_are_held_on_the_page(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        step = PanelStep(sitting.table.panel, ResultFile(tmp_path))

        status = refreshed(step)

        assert status.satisfied
        assert status.facts["onScreen"] is True
        assert "tapping them on the page" in str(status.findings[0].sentence)


def test_pins_that_are_refused_are_told_with_the_reason(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.panel.missing = "GPIO busy"
        told = refreshed(PanelStep(sitting.table.panel, ResultFile(tmp_path))).findings

        assert [finding.grade for finding in told] == ["ok", "warn"]
        assert "GPIO busy" in told[1].sentence


def test_buttons_on_the_screen_are_tried_too_and_hold_nothing_meanwhile(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("1 1 2 3 4"))
        step = PanelStep(sitting.table.panel, ResultFile(tmp_path))
        sitting.table.pass_leases_on(Wizard((step,), SkipFile(tmp_path)))
        step.do(StartPanelTrial())

        step.do(PressButton(2))
        sitting.caught_up()

        assert refreshed(step).facts["last"] == 2
        assert held(sitting.caught_up()) == (False,) * 5
        step.do(StopPanelTrial())
        sitting.table.press(2)
        assert held(sitting.caught_up()) == (False, False, True, False, False)
