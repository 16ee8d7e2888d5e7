import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiFactory

from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.ports import PanelPort
from hardware.errors import HardwareError, NoSuchButtonError, PinsFileError
from hardware.factory import find_factory
from hardware.lamps_off import put_out
from hardware.panel import BLINK_S, GpioPanel, LampState, open_panel
from hardware.pins import PINS_FILE, DiePins, read_pins
from tests.hardware.finger import Edge, WirePin

DICE = read_pins()


class BoardFactory(PiFactory):
    """Stands for a Pi's own pins: not a MockFactory, though each pin records what is done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = WirePin

    def _get_revision(self) -> int:
        return 0xA02082

    ticks = staticmethod(MockFactory.ticks)
    ticks_diff = staticmethod(MockFactory.ticks_diff)


class BusyFactory(BoardFactory):
    """A Pi on which another program holds the third lamp's pin."""

    def pin(self, name: int) -> MockPin:
        if name == DICE[2].lamp:
            raise OSError("GPIO busy")
        return super().pin(name)


class Hand:
    """A finger on the wires of a panel, whose pins tell of it afterwards, each edge with its time."""

    def __init__(self, factory: PiFactory) -> None:
        self.factory = factory
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    def wire(self, gpio: int | None) -> WirePin:
        pin: WirePin = self.factory.pin(gpio)
        return pin

    def down(self, die: int, after: float = 1.0) -> None:
        self.now += after
        self.wire(DICE[die].button).tell(Edge(self.now, True))

    def up(self, die: int, after: float = 0.2) -> None:
        self.now += after
        self.wire(DICE[die].button).tell(Edge(self.now, False))


@pytest.fixture
def hand() -> Hand:
    return Hand(MockFactory(pin_class=WirePin))


@pytest.fixture
def panel(hand: Hand) -> Iterator[GpioPanel]:
    panel = GpioPanel(DICE, hand.factory, hand.clock)
    yield panel
    panel.close()


@pytest.fixture
def presses(panel: GpioPanel) -> list[int]:
    presses: list[int] = []
    panel.start(presses.append)
    return presses


def test_it_is_the_panel_that_the_table_asks_for(panel: PanelPort) -> None:
    assert panel.buttons == 5
    assert panel.lamps() == ("off",) * 5


def test_lamps_blink_until_they_are_lit_or_put_out(hand: Hand, panel: GpioPanel) -> None:
    panel.show(("on", "blinking", "off"))
    first, second, third = (hand.wire(die.lamp) for die in DICE[:3])
    changes = [state for _, state in second.states]
    while len(changes) < 4:
        time.sleep(0.02)
        changes = [state for _, state in second.states]
    assert changes[-1] != changes[-2]
    assert [state for _, state in first.states][-1] is True
    assert not any(state for _, state in third.states)
    assert panel.lamps() == ("on", "blinking", "off", "off", "off")
    panel.show(("on", "on", "off"))
    lit = len(second.states)
    time.sleep(2 * BLINK_S)
    assert len(second.states) == lit
    assert second.state
    panel.show(("off", "blinking"))
    panel.close()
    assert not second.state


def test_each_button_tells_its_own_number(hand: Hand, presses: list[int]) -> None:
    for die in (2, 0, 4, 1, 3):
        hand.down(die)
        hand.up(die)
    assert presses == [2, 0, 4, 1, 3]


def test_a_button_that_is_held_has_been_pressed() -> None:
    hand = Hand(MockFactory(pin_class=WirePin))
    panel = GpioPanel(DICE, hand.factory)
    pressed = threading.Event()
    panel.start(lambda _: pressed.set())
    wire = hand.wire(DICE[1].button)
    wire.closed = lambda: True
    wire.tell(Edge(time.monotonic(), True))
    assert pressed.wait(10)
    panel.close()


def test_a_quick_finger_on_two_buttons_presses_both(hand: Hand, presses: list[int]) -> None:
    hand.down(0)
    hand.down(1, after=0.001)
    hand.up(1)
    hand.up(0)
    assert presses == [1, 0]


def test_taps_on_the_screen_count_every_time(panel: GpioPanel, presses: list[int]) -> None:
    panel.press(3)
    panel.press(3)
    assert presses == [3, 3]


def test_presses_from_many_screens_at_once_all_count(panel: GpioPanel, presses: list[int]) -> None:
    screens = [threading.Thread(target=panel.press, args=(2,)) for _ in range(20)]
    for screen in screens:
        screen.start()
    for screen in screens:
        screen.join()
    assert presses == [2] * 20


def test_presses_before_the_table_listens_are_dropped(panel: GpioPanel, hand: Hand) -> None:
    hand.down(0)
    hand.up(0)
    panel.press(1)
    presses: list[int] = []
    panel.start(presses.append)
    assert presses == []


@pytest.mark.parametrize("button", [-1, 5])
def test_a_button_that_is_not_there_is_named(panel: GpioPanel, button: int) -> None:
    with pytest.raises(NoSuchButtonError, match=f"no button {button} on this panel. Its buttons are 0 to 4") as caught:
        panel.press(button)
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, IndexError)


@pytest.mark.parametrize(
    ("told", "lit"),
    [
        (["on", "off", "on", "off", "on"], (True, False, True, False, True)),
        (["off"] * 5, (False,) * 5),
        (["on", "on"], (True, True, False, False, False)),
        (["on"] * 7, (True,) * 5),
        ([], (False,) * 5),
    ],
    ids=["some", "none", "too few", "too many", "nothing"],
)
def test_lamps_follow(panel: GpioPanel, hand: Hand, told: list[LampState], lit: tuple[bool, ...]) -> None:
    panel.show(["off", "on", "on", "on", "off"])
    panel.show(told)
    assert tuple(lamp == "on" for lamp in panel.lamps()) == lit
    assert tuple(hand.wire(die.lamp).state for die in DICE) == lit


def test_a_die_without_a_lamp_is_mirrored_all_the_same(hand: Hand) -> None:
    panel = GpioPanel((DiePins(5, None), DiePins(6, 12)), hand.factory, hand.clock)
    panel.show(["on", "on"])
    assert panel.lamps() == ("on", "on")
    assert hand.wire(12).state
    panel.close()


def test_a_button_held_down_at_the_start_counts_from_its_next_press(hand: Hand) -> None:
    hand.wire(DICE[0].button).closed = lambda: True
    panel = GpioPanel(DICE, hand.factory, hand.clock)
    presses: list[int] = []
    panel.start(presses.append)
    hand.up(0)
    assert presses == []
    hand.down(0)
    hand.up(0)
    assert presses == [0]
    panel.close()


def test_a_table_that_fails_is_logged_and_the_buttons_go_on(
    panel: GpioPanel, hand: Hand, caplog: pytest.LogCaptureFixture
) -> None:
    presses: list[int] = []

    def listen(button: int) -> None:
        presses.append(button)
        if len(presses) == 1:
            raise RuntimeError("the queue is closed")

    panel.start(listen)
    hand.down(4)
    hand.up(4)
    panel.press(2)
    assert presses == [4, 2]
    assert [record.getMessage() for record in caplog.records] == [
        "Button 4 of the on-screen panel was pressed, but the table could not handle it."
    ]
    assert "the queue is closed" in caplog.text


def test_a_press_may_change_the_lamps(panel: GpioPanel) -> None:
    panel.start(lambda button: panel.show(["on" if index == button else "off" for index in range(5)]))
    panel.press(1)
    assert panel.lamps() == ("off", "on", "off", "off", "off")


def test_closing_puts_the_lamps_out_and_frees_the_pins(panel: GpioPanel, hand: Hand, presses: list[int]) -> None:
    panel.show(["on"] * 5)
    lamp = hand.wire(DICE[0].lamp)
    panel.close()
    panel.close()
    assert not lamp.state
    assert lamp.function == "input"

    panel.show(["on"] * 5)
    panel.press(0)
    hand.down(0)
    hand.up(0)
    assert panel.lamps() == ("off",) * 5
    assert presses == []

    GpioPanel(DICE, hand.factory, hand.clock).close()


def test_no_thread_is_left_behind(hand: Hand) -> None:
    before = threading.active_count()
    panel = GpioPanel(DICE, hand.factory, hand.clock)
    panel.start(lambda _: None)
    panel.press(0)
    panel.close()
    assert threading.active_count() == before


def test_on_a_board_the_screen_presses_beside_the_pin() -> None:
    hand = Hand(BoardFactory())
    hand.now = time.monotonic() - 5.0
    panel = open_panel(factory=hand.factory)
    presses: list[int] = []
    panel.start(presses.append)
    panel.press(1)
    assert panel.name == "GPIO panel"
    assert panel.missing is None
    assert presses == [1]
    hand.down(0)
    hand.up(0)
    assert presses == [1, 0]
    panel.close()


def test_pins_that_another_program_holds_leave_the_panel_on_the_screen(caplog: pytest.LogCaptureFixture) -> None:
    busy = BusyFactory()
    panel = open_panel(factory=busy)
    assert panel.name == "on-screen panel"
    assert panel.missing == "GPIO busy"
    assert "GPIO busy" in caplog.text
    panel.press(2)
    panel.close()
    GpioPanel(DICE[:2], busy).close()  # what had been opened before the refusal was freed


def test_a_faulty_pins_file_is_refused_before_any_pin_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("[[die]]\nbutton = 99\n", encoding="utf-8")
    with pytest.raises(PinsFileError, match="die 1 button is 99"):
        open_panel(path)


def test_a_pins_file_of_ones_own_is_used(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("[[die]]\nbutton = 17\nlamp = 27\n[[die]]\nbutton = 22\n", encoding="utf-8")
    panel = open_panel(path, BoardFactory())
    assert panel.missing is None
    assert panel.buttons == 2
    assert panel.wired == (True, False)
    panel.close()


def test_on_the_screen_there_is_a_place_for_every_die_of_every_game() -> None:
    panel = open_panel(factory=MockFactory())
    assert panel.missing == ""
    assert panel.buttons == max(rules.dice for rules in RULESETS.values())
    presses: list[int] = []
    panel.start(presses.append)
    panel.press(5)
    panel.show(("off", "off", "off", "off", "off", "on"))
    assert presses == [5]
    assert panel.lamps()[5] == "on"
    panel.close()


def test_a_panel_may_have_six_buttons(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    sixth = "\n[[die]]\nbutton = 17\nlamp = 24\n"
    path.write_text(PINS_FILE.read_text(encoding="utf-8") + sixth, encoding="utf-8")
    hand = Hand(BoardFactory())
    panel = GpioPanel(read_pins(path), hand.factory, hand.clock)
    presses: list[int] = []
    panel.start(presses.append)
    for closed in (True, False):
        hand.now += 0.5
        hand.wire(17).tell(Edge(hand.now, closed))
    panel.show(("off", "off", "off", "off", "off", "on"))
    assert presses == [5]
    assert hand.wire(24).state
    panel.close()


def test_after_a_crash_the_lamps_are_put_out_and_buttons_left_alone() -> None:
    factory = BoardFactory()
    lamps = [factory.pin(die.lamp) for die in DICE]
    for lamp in lamps:
        lamp.function = "output"
        lamp.state = True
        lamp.clear_states()
    put_out(DICE, factory)
    assert not any(lamp.state for lamp in lamps)
    assert all(lamp.function == "input" for lamp in lamps)
    assert not {factory.pins[die.button] for die in DICE if die.button in factory.pins}


class TestFindFactory:
    @pytest.fixture(autouse=True)
    def nothing_chosen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Device, "pin_factory", None)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)

    @pytest.fixture
    def pretend(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
        return lambda is_pi: monkeypatch.setattr("hardware.factory._is_raspberry_pi", lambda: is_pi)

    def test_elsewhere_than_on_a_pi_pins_are_mock_ones(self, pretend: Callable[[bool], None]) -> None:
        pretend(False)
        assert isinstance(find_factory(), MockFactory)
        assert Device.pin_factory is None

    def test_what_was_chosen_in_the_environment_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
        factory = find_factory()
        assert isinstance(factory, MockFactory)
        assert Device.pin_factory is factory

    def test_what_was_chosen_before_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        board = BoardFactory()
        monkeypatch.setattr(Device, "pin_factory", board)
        assert find_factory() is board

    def test_a_pi_whose_pins_cannot_be_driven_says_why(
        self,
        pretend: Callable[[bool], None],
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-library")
        pretend(True)
        with caplog.at_level(logging.WARNING):
            assert isinstance(find_factory(), MockFactory)
        assert "no-such-library" in caplog.text
        assert "hardware/README.md" in caplog.text
