"""The panel of hold buttons and lamps. One class drives a Pi's pins and gpiozero's mock pins alike."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import RLock

from gpiozero import LED, DigitalInputDevice
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.debounce import Debounce
from hardware.errors import NoSuchButtonError
from hardware.factory import find_factory
from hardware.pins import PINS_FILE, DiePins, read_pins

BLINK_S = 0.4  # on, and as long off: slow enough to be no alarm

_log = logging.getLogger(__name__)


def open_panel(pins_file: Path | None = None, factory: Factory | None = None) -> "GpioPanel":
    """Open the panel wired as `pins_file` says (the pins.toml beside this module by default).

    Where there is no Pi, or its pins are refused (taken by another program, say), the panel is an on-screen one:
    the game goes on, and the reason is logged. Raises PinsFileError with every fault of the file.
    """
    pins = read_pins(pins_file or PINS_FILE)
    try:
        return GpioPanel(pins, factory or find_factory())
    except Exception as error:  # each pin library raises errors of its own, without a common root
        _log.warning(
            "The GPIO panel cannot be opened (%s), so buttons and lamps are on the screen only. Stop the program "
            "that uses these pins, or choose others in pins.toml, and start again.",
            error,
        )
        return GpioPanel(pins, MockFactory(), missing=str(error) or type(error).__name__)


class GpioPanel:
    """Hold buttons and lamps, one pair a die, left to right (`table.ports.Panel`).

    Buttons connect their pin to ground; a lamp is lit by a high pin. A button that is down when the panel opens
    counts from its next press on. Calls may come from any thread; `pressed` is called on the thread of the press and
    should return at once. What it raises is logged, so that one failure does not silence the buttons.
    After `close` every call is harmless and does nothing.

    `wired` tells which dice have a lamp. `missing` is None on a Pi's pins; on mock ones it says why these are used, ""
    where the machine has no pins.
    """

    def __init__(
        self,
        pins: Sequence[DiePins],
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
        missing: str = "",
    ) -> None:
        on_screen = isinstance(factory, MockFactory)
        self.name = "on-screen panel" if on_screen else "GPIO panel"
        self.missing = missing if on_screen else None
        self.wired = tuple(die.lamp is not None for die in pins)
        self._factory = factory
        self._clock = clock
        self._lock = RLock()
        self._pressed: Callable[[int], None] | None = None
        self._contacts = [Debounce() for _ in pins]
        self._lit = (False,) * len(pins)
        with ExitStack() as devices:
            # gpiozero's Button would add a thread each, for a long press that nobody asks about.
            self._buttons = [
                devices.enter_context(DigitalInputDevice(die.button, pull_up=True, pin_factory=factory)) for die in pins
            ]
            self._leds = [
                None if die.lamp is None else devices.enter_context(LED(die.lamp, pin_factory=factory)) for die in pins
            ]
            for index, button in enumerate(self._buttons):
                button.when_activated = partial(self._closed_contact, index)
                button.when_deactivated = partial(self._opened_contact, index)
            self._devices = devices.pop_all()
        self._open = True

    @property
    def buttons(self) -> int:
        """How many buttons the panel has."""
        return len(self._contacts)

    def start(self, pressed: Callable[[int], None]) -> None:
        """Call `pressed` with a button's index, 0 for the leftmost, at each press from now on."""
        self._pressed = pressed

    def show(self, lit: Sequence[bool], blinking: Sequence[bool] = ()) -> None:
        """Light the lamps as told, or let them blink; others go out, values beyond the last die are ignored."""
        with self._lock:
            if not self._open:
                return
            self._lit = tuple(index < len(lit) and bool(lit[index]) for index in range(self.buttons))
            for index, (led, on) in enumerate(zip(self._leds, self._lit, strict=True)):
                if led is not None and not on and index < len(blinking) and blinking[index]:
                    led.blink(BLINK_S, BLINK_S)
                elif led is not None:
                    led.value = on

    def lamps(self) -> tuple[bool, ...]:
        """Tell which lamps are lit; a die without a lamp tells what its lamp would show."""
        return self._lit

    def press(self, button: int) -> None:
        """Press a button from the screen. Raises NoSuchButtonError for an index the panel does not have."""
        if not 0 <= button < self.buttons:
            last = self.buttons - 1
            raise NoSuchButtonError(f"There is no button {button} on this panel; its buttons are 0 to {last}.")
        with self._lock:
            if not self._open:
                return
            pin = self._buttons[button].pin
            if isinstance(self._factory, MockFactory) and isinstance(pin, MockPin):
                self._contacts[button].forget()  # a finger on the screen does not chatter
                pin.drive_low()
                pin.drive_high()
            else:
                self._press(button)

    def close(self) -> None:
        """Put the lamps out and free the pins; closing twice is harmless."""
        with self._lock:
            self.show(())
            self._open = False
            self._devices.close()

    def _closed_contact(self, button: int) -> None:
        if self._contacts[button].closed(self._clock()):
            self._press(button)

    def _opened_contact(self, button: int) -> None:
        self._contacts[button].opened(self._clock())

    def _press(self, button: int) -> None:
        if self._pressed is None:
            return
        try:
            self._pressed(button)
        except Exception:  # a pin library's thread ends with the first error that reaches it, and all buttons with it
            _log.exception("Button %d of the %s was pressed, but the table could not take it.", button, self.name)
