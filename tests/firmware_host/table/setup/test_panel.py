"""Buttons and lamps are tried out, on pins of wood and wire and where there are none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease import LENT_S
from firmware_host.table.setup.panel import LightLamp, PanelStep, PressButton, StartPanelTrial, StopPanelTrial
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.tried_panel import TriedPanel
from hardware.panel import GpioPanel
from hardware.pins import DiePins
from tests.firmware_host.table.scripted import TWO, Sitting, held, lying
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
        self.panel = TriedPanel(self.real, self.clock, self._changed)
        self.held: list[int] = []
        self.panel.start(self.held.append)
        self.pins = pins
        self.step = PanelStep(self.panel, ResultFile(folder))

    def press(self, button: int) -> None:
        for drive in ("drive_low", "drive_high"):
            self.now += 1.0
            getattr(self.factory.pin(self.pins[button].button), drive)()

    def lit(self) -> list[int]:
        return [i for i, die in enumerate(self.pins) if die.lamp is not None and self.factory.pin(die.lamp).state]

    def _changed(self) -> None:
        self.changes += 1


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    yield board
    board.panel.close()


def told(board: Board) -> list[str]:
    return [str(finding.sentence) for finding in board.step.look(afresh=True).findings]


def test_every_lamp_and_button_is_tried_once(board: Board, tmp_path: Path) -> None:
    assert told(board) == ["The buttons and lamps have not been tried yet."]
    board.step.do(StartPanelTrial())

    for lamp in (0, 1):
        board.step.do(LightLamp(lamp))
        assert board.lit() == [lamp]
    board.press(2)
    board.press(0)

    standing = board.step.look(afresh=True)
    assert not standing.satisfied
    assert (standing.facts["last"], standing.facts["pressed"], standing.facts["seen"]) == (0, [0, 2], [0, 1])
    assert told(board) == [
        "Lamps not lit yet: 3.",
        "Buttons not pressed yet: 2. One that does nothing: see its wires.",
    ]
    board.step.do(LightLamp(2))
    board.press(1)
    assert board.step.look(afresh=True).satisfied
    assert told(board) == ["Every button was pressed and every lamp lit."]
    board.step.do(StopPanelTrial())
    assert PanelStep(board.panel, ResultFile(tmp_path)).look(afresh=False).satisfied


def test_the_game_keeps_its_lamps_and_its_holds(board: Board) -> None:
    board.panel.show((True, False, False))
    board.step.do(StartPanelTrial())
    assert board.lit() == []

    board.press(1)
    board.panel.show((True, True, False))
    assert board.lit() == []
    assert board.panel.lamps() == (True, True, False)
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

    assert board.step.look(afresh=True).satisfied
    assert told(board) == ["No lamp is wired for the dice 2.", "Every button was pressed and every lamp lit."]
    board.panel.close()


def test_what_was_tried_on_another_panel_says_nothing(board: Board, tmp_path: Path) -> None:
    ResultFile(tmp_path).keep("panel", {"panel": "GPIO panel", "buttons": 5})

    assert not board.step.look(afresh=False).satisfied


def test_nothing_is_lit_or_pressed_without_a_trial(board: Board) -> None:
    for deed in (LightLamp(0), PressButton(0)):
        with pytest.raises(TableRefusal, match="Start the test first"):
            board.step.do(deed)
    board.step.do(StartPanelTrial())
    for deed in (LightLamp(3), PressButton(-1)):
        with pytest.raises(TableRefusal, match="1 to 3"):
            board.step.do(deed)


def test_a_trial_that_nobody_looks_at_is_over_after_a_while(board: Board) -> None:
    board.step.do(StartPanelTrial())
    board.clock.advance(LENT_S - 1)
    board.step.look(afresh=False)
    assert board.panel.due_in() == 1
    board.step.look(afresh=True)
    assert board.panel.due_in() == LENT_S

    board.panel.give_back()

    assert board.panel.due_in() is None
    assert board.changes == 2


def test_without_a_panel_dice_are_held_on_the_page(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        step = PanelStep(sitting.table.panel, ResultFile(tmp_path))

        standing = step.look(afresh=True)

        assert standing.satisfied
        assert standing.facts["onScreen"] is True
        assert "held by tapping them on the page" in str(standing.findings[0].sentence)


def test_pins_that_are_refused_are_told_with_the_reason(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.panel.missing = "GPIO busy"
        told = PanelStep(sitting.table.panel, ResultFile(tmp_path)).look(afresh=True).findings

        assert [finding.grade for finding in told] == ["ok", "warn"]
        assert "GPIO busy" in told[1].sentence


def test_buttons_on_the_screen_are_tried_too_and_hold_nothing_meanwhile(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("1 1 2 3 4"))
        step = PanelStep(sitting.table.panel, ResultFile(tmp_path))
        step.do(StartPanelTrial())

        step.do(PressButton(2))

        assert step.look(afresh=True).facts["last"] == 2
        assert held(sitting.caught_up()) == (False,) * 5
        step.do(StopPanelTrial())
        sitting.table.press(2)
        assert held(sitting.caught_up()) == (False, False, True, False, False)
