"""The panel, which setup may lease: its buttons then do not hold dice."""

from collections.abc import Callable, Sequence
from threading import RLock

from firmware_host.clock import Clock
from firmware_host.table.lease.lease import Lease
from firmware_host.table.ports import OFF, LampState, PanelPort


class LeasedPanel:
    """Wraps a `ports.PanelPort` and is one; while it is leased, it remembers how the game wants the lamps.

    `on_lease` is called when a lease begins or ends, `on_press` with each button pressed during a lease; both under a
    lock, in the order in which things happen, so they must return at once. Calls may come from any thread.
    """

    def __init__(
        self,
        panel: PanelPort,
        clock: Clock,
        on_lease: Callable[[], None],
        on_press: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._panel = panel
        self._on_lease = on_lease
        self._on_press = on_press
        self._lock = RLock()
        self._lease = Lease(clock)
        self._hold: Callable[[int], None] | None = None
        self._wanted: tuple[LampState, ...] = ()
        self._lit: int | None = None

    @property
    def name(self) -> str:
        """What the panel is called."""
        return self._panel.name

    @property
    def buttons(self) -> int:
        """How many buttons it has."""
        return self._panel.buttons

    @property
    def wired(self) -> Sequence[bool]:
        """Which dice have a lamp."""
        return self._panel.wired

    @property
    def missing(self) -> str | None:
        """Why there is no real panel: None if there is one, "" if there are no pins."""
        return self._panel.missing

    @property
    def leased(self) -> bool:
        """Whether setup has it."""
        return self._lease.runs

    @property
    def lit(self) -> int | None:
        """The lamp that is on during this lease."""
        return self._lit

    def lease(self) -> None:
        """Lease it, with all lamps off, or prolong the lease from now on."""
        with self._lock:
            if self._lease.renew():
                self._wanted = self._panel.lamps()
                self._lit = None
                self._panel.show(())
                self._on_lease()

    def light(self, lamp: int | None) -> None:
        """Switch one lamp on and all others off, during a lease; None for none."""
        with self._lock:
            if self._lease.runs:
                self._lit = lamp
                self._panel.show(["on" if index == lamp else "off" for index in range(self.buttons)])

    def release(self) -> None:
        """Give it back to the game: the lamps show what the game wants. Releasing twice is allowed."""
        with self._lock:
            if self._lease.end():
                self._panel.show(self._wanted)
                self._on_lease()

    def due_in(self) -> float | None:
        """Return the seconds until it is to be released; None while it is not leased."""
        return self._lease.due_in()

    def start(self, pressed: Callable[[int], None]) -> None:
        """Call `pressed` at each press from now on, except while it is leased."""
        self._hold = pressed
        self._panel.start(self._closed)

    def show(self, lamps: Sequence[LampState]) -> None:
        """Set the lamps, or remember how the game wants them until the lease ends."""
        with self._lock:
            self._wanted = tuple(lamps)
            if not self._lease.runs:
                self._panel.show(lamps)

    def lamps(self) -> tuple[LampState, ...]:
        """Return the lamps as the game wants them."""
        with self._lock:
            if not self._lease.runs:
                return self._panel.lamps()
            return (*self._wanted, *(OFF,) * self.buttons)[: self.buttons]

    def press(self, button: int) -> None:
        """Press a button from the screen."""
        with self._lock:  # the panel has a lock too: every thread takes this one first
            self._panel.press(button)

    def close(self) -> None:
        """Close the panel."""
        self._panel.close()

    def _closed(self, button: int) -> None:
        with self._lock:
            if self._lease.runs:
                self._on_press(button)
                return
        if self._hold is not None:
            self._hold(button)
