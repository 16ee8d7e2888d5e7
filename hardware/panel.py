"""The panel of hold buttons and lamps. One class drives both a Pi's pins and gpiozero's mock pins."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import RLock
from typing import Literal

from gpiozero import LED
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory

from hardware.buttons import Buttons
from hardware.errors import NoSuchButtonError
from hardware.factory import find_factory
from hardware.pins import PINS_FILE, DiePins, read_pins

LampState = Literal["off", "on", "blinking"]
OFF: LampState = "off"

PLACES_ON_SCREEN = 6  # as many as the dice of any game
BLINK_S = 0.4  # on, and as long off: slow enough not to alarm anybody

_log = logging.getLogger(__name__)


def open_panel(pins_file: Path | None = None, factory: Factory | None = None) -> "GpioPanel":
    """Open the panel wired as `pins_file` says (the pins.toml beside this module by default).

    Without a Pi, or if its pins cannot be used (another program may have them), the panel is on the screen, with a
    place for every die: the game goes on, and the reason is logged. Raises PinsFileError with every fault in the file.
    """
    pins = read_pins(pins_file or PINS_FILE)
    try:
        factory = factory or find_factory()
        return GpioPanel(pins, factory, places=PLACES_ON_SCREEN if isinstance(factory, MockFactory) else 0)
    except Exception as error:  # each pin library raises its own errors, without a common base
        _log.warning(
            "The GPIO panel cannot be opened (%s), so buttons and lamps are on the screen only. Stop the program "
            "that is using these pins, or choose other pins in pins.toml, and restart.",
            error,
        )
        missing = str(error) or type(error).__name__
        return GpioPanel(pins, MockFactory(), missing=missing, places=PLACES_ON_SCREEN)


class GpioPanel:
    """Hold buttons and lamps, one pair per die, left to right (`table.ports.PanelPort`).

    Buttons connect their pin to ground; a high pin lights a lamp. A button that is down when the panel opens counts
    from its next press. Any thread may call; `pressed` is called on the thread of the press and should return at once.
    Whatever it raises is logged, so that one failure does not disable the buttons. After `close` every call does
    nothing.

    `places` is for how many dice it has buttons at least: those without pins are on the screen alone. `wired` says
    which dice have a lamp. `missing` is None on a Pi's pins; on mock pins it says why they are used, ""
    if the machine has no pins.
    """

    def __init__(
        self,
        pins: Sequence[DiePins],
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
        missing: str = "",
        places: int = 0,
    ) -> None:
        on_screen = isinstance(factory, MockFactory)
        self.name = "on-screen panel" if on_screen else "GPIO panel"
        self.missing = missing if on_screen else None
        pinless = (None,) * (places - len(pins))
        self.wired = (*(die.lamp is not None for die in pins), *(False for _ in pinless))
        self._lock = RLock()
        self._pressed: Callable[[int], None] | None = None
        self._lamps = (OFF,) * self.buttons
        with ExitStack() as devices:
            self._buttons = Buttons([die.button for die in pins], factory, clock, self._press)
            devices.callback(self._buttons.close)
            self._leds = [
                None if die.lamp is None else devices.enter_context(LED(die.lamp, pin_factory=factory)) for die in pins
            ]
            self._leds += pinless
            self._devices = devices.pop_all()
        self._open = True

    @property
    def buttons(self) -> int:
        """How many buttons the panel has."""
        return len(self.wired)

    def start(self, pressed: Callable[[int], None]) -> None:
        """Call `pressed` with the button's index, 0 for the leftmost, at each press from now on."""
        self._pressed = pressed
        self._buttons.start()

    def show(self, lamps: Sequence[LampState]) -> None:
        """Set the lamps from the left; missing ones go out, values beyond the last die are ignored."""
        with self._lock:
            if not self._open:
                return
            self._lamps = (*lamps, *(OFF,) * self.buttons)[: self.buttons]
            for led, state in zip(self._leds, self._lamps, strict=True):
                if led is None:
                    continue
                if state == "blinking":
                    led.blink(BLINK_S, BLINK_S)
                else:
                    led.value = state == "on"

    def lamps(self) -> tuple[LampState, ...]:
        """Return the state of each lamp; for a die without a lamp, the state its lamp would have."""
        return self._lamps

    def press(self, button: int) -> None:
        """Press a button from the screen. Raises NoSuchButtonError for an index the panel does not have."""
        if not 0 <= button < self.buttons:
            last = self.buttons - 1
            raise NoSuchButtonError(f"There is no button {button} on this panel. Its buttons are 0 to {last}.")
        if self._open:
            self._press(button)

    def close(self) -> None:
        """Turn the lamps off and free the pins; closing twice is harmless."""
        with self._lock:
            self.show(())
            self._open = False
        self._devices.close()

    def _press(self, button: int) -> None:
        if self._pressed is None:
            return
        try:
            self._pressed(button)
        except Exception:  # an error that reaches the pin library's thread ends it, and all buttons with it
            _log.exception("Button %d of the %s was pressed, but the table could not handle it.", button, self.name)
