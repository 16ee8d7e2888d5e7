"""The panel as the table has it, which the setup may try out: its buttons then hold no dice."""

from collections.abc import Callable, Sequence
from threading import RLock

from firmware_host.clock import Clock
from firmware_host.table.lease import Lease
from firmware_host.table.ports import Panel


class TriedPanel:
    """Another panel (`ports.Panel`), in between. While it is tried out, what the game wants of the lamps is kept.

    `changed` is called when a trial begins or ends. Calls may come from any thread.
    """

    def __init__(self, panel: Panel, clock: Clock, changed: Callable[[], None]) -> None:
        self._panel = panel
        self._changed = changed
        self._lock = RLock()
        self._lease = Lease(clock)
        self._hold: Callable[[int], None] | None = None
        self._wanted: tuple[tuple[bool, ...], tuple[bool, ...]] = ((), ())
        self._pressed: tuple[int, ...] = ()
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
        """Why there is no panel of wood and wire: None where there is one, "" where no pins are."""
        return self._panel.missing

    @property
    def tried(self) -> bool:
        """Whether it is being tried out."""
        return self._lease.runs

    @property
    def pressed(self) -> tuple[int, ...]:
        """The buttons pressed in this trial, in order."""
        return self._pressed

    @property
    def lit(self) -> int | None:
        """The lamp that is lit in this trial."""
        return self._lit

    def try_out(self) -> None:
        """Begin a trial, with all lamps dark, or prolong the one that runs."""
        with self._lock:
            begins = self._lease.renew()
            if begins:
                self._wanted = (self._panel.lamps(), self._wanted[1])
                self._pressed, self._lit = (), None
                self._panel.show(())
        if begins:
            self._changed()

    def light(self, lamp: int | None) -> None:
        """Light one lamp of a trial and no other; None for none."""
        with self._lock:
            if self._lease.runs:
                self._lit = lamp
                self._panel.show([index == lamp for index in range(self.buttons)])

    def give_back(self) -> None:
        """End a trial: the lamps show what the game wants. Ending twice is allowed."""
        with self._lock:
            ran = self._lease.end()
            if ran:
                self._panel.show(*self._wanted)
        if ran:
            self._changed()

    def due_in(self) -> float | None:
        """Return the seconds until a trial that nobody asks about is over; None where none runs."""
        return self._lease.due_in()

    def start(self, pressed: Callable[[int], None]) -> None:
        """Call `pressed` at each press from now on, but for those of a trial."""
        self._hold = pressed
        self._panel.start(self._closed)

    def show(self, lit: Sequence[bool], blinking: Sequence[bool] = ()) -> None:
        """Light the lamps, or keep how they are to be lit after the trial."""
        with self._lock:
            self._wanted = (tuple(lit), tuple(blinking))
            if not self._lease.runs:
                self._panel.show(lit, blinking)

    def lamps(self) -> tuple[bool, ...]:
        """Tell which lamps are lit for the game."""
        with self._lock:
            if not self._lease.runs:
                return self._panel.lamps()
            lit = (*self._wanted[0], *(False,) * self.buttons)
            return lit[: self.buttons]

    def press(self, button: int) -> None:
        """Press a button from the screen."""
        self._panel.press(button)

    def close(self) -> None:
        """Let go of the panel."""
        self._panel.close()

    def _closed(self, button: int) -> None:
        with self._lock:
            if self._lease.runs:
                self._pressed = (*self._pressed, button)
                return
        if self._hold is not None:
            self._hold(button)
