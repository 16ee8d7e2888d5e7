"""The hold buttons on their pins: edges as the pins date them, and a thread that looks at levels in between."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from gpiozero import InputDevice
from gpiozero.pins import Factory, Pin

from hardware.debounce import Debounce

JOIN_S = 1.0

FAR_CLOCK_S = 60.0
"""An edge that is dated further off tells another clock than ours."""


class _Button:
    """One button's pin; `changed` is called with its index, the edge's time in seconds, and whether it closed."""

    def __init__(
        self,
        index: int,
        device: InputDevice,
        clock: Callable[[], float],
        changed: Callable[[int, float, bool], object],
    ) -> None:
        self._index = index
        self.pin: Pin = device.pin
        self._clock = clock
        self._changed = changed
        self.contacts = Debounce(closed=self.closed)

    @property
    def closed(self) -> bool:
        """Whether the contacts are closed now: they connect a pin that is pulled up to ground."""
        return not self.pin.state

    def listen(self) -> None:
        """Report edges from now on."""
        self.pin.edges = "both"
        self.pin.when_changed = self._on_edge  # gpiozero keeps no more than a weak reference

    def _on_edge(self, ticks: float, state: float) -> None:
        now = self._clock()
        # lgpio gives the kernel's time of the edge on the monotonic clock; pins of another machine tell another clock.
        self._changed(self._index, ticks if 0 <= now - ticks < FAR_CLOCK_S else now, not state)


class Buttons:
    """The buttons on these pins; `pressed` is called with the index of each button that is pressed, after `start`.

    It is called on a thread of the pin library or of this class, with no lock held.
    """

    def __init__(
        self,
        pins: Sequence[int],
        factory: Factory,
        clock: Callable[[], float],
        pressed: Callable[[int], object],
    ) -> None:
        self._clock = clock
        self._pressed = pressed
        self._changes = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._watch, name="buttons", daemon=True)
        with ExitStack() as devices:
            self._buttons = [
                _Button(
                    index,
                    devices.enter_context(InputDevice(pin, pull_up=True, pin_factory=factory)),
                    clock,
                    self._on_edge,
                )
                for index, pin in enumerate(pins)
            ]
            for button in self._buttons:
                button.listen()
            self._devices = devices.pop_all()

    def start(self) -> None:
        """Look at the levels from now on, so that a press counts before the button is let go."""
        if self._thread.ident is None:
            self._thread.start()

    def look(self) -> None:
        """Look at the level of each button that is due."""
        with self._changes:
            now = self._clock()
            pressed = [
                index
                for index, button in enumerate(self._buttons)
                if button.contacts.due is not None
                and button.contacts.due <= now
                and button.contacts.look(now, closed=button.closed)
            ]
        for index in pressed:
            self._pressed(index)

    def due_in(self) -> float | None:
        """Return in how many seconds `look` is to be called; None while there is nothing to look for."""
        dues = [button.contacts.due for button in self._buttons if button.contacts.due is not None]
        return max(0.0, min(dues) - self._clock()) if dues else None

    def close(self) -> None:
        """Free the pins; closing twice is harmless."""
        for button in self._buttons:
            if not self._closing:
                button.pin.when_changed = None
        with self._changes:
            self._closing = True
            self._changes.notify_all()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)
        self._devices.close()

    def _on_edge(self, index: int, at: float, closed: bool) -> None:
        contacts = self._buttons[index].contacts
        with self._changes:
            if closed:
                contacts.close(at)
                self._changes.notify_all()
            ends_press = not closed and contacts.open(at)
        if ends_press:
            self._pressed(index)

    def _watch(self) -> None:
        while True:
            with self._changes:
                while not self._closing and (wait := self.due_in()) != 0:
                    self._changes.wait(wait)
                if self._closing:
                    return
            self.look()
