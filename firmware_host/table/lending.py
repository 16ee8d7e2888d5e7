"""The tray lent to the setup: while somebody tries dice out there, what lies in it is no roll of the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock

from firmware_host.clock import Clock
from firmware_host.table.devices import words_of
from firmware_host.table.lease import Lease
from firmware_host.table.ports import SettledRoll, TrayListener
from firmware_host.table.snapshot import TrayState
from firmware_host.words import say

LENT = say("The setup page tries the dice out: what is thrown now does not count.")


@dataclass(frozen=True, slots=True)
class TraySight:
    """What lies in the tray: the last settled roll, None before one and while dice move, and its number, from 1 on."""

    state: TrayState
    number: int
    roll: SettledRoll | None
    lost: str = ""


class Lending:
    """Stands between the eye and the table as the eye's listener, and passes on what belongs to the game.

    Loss and return of the camera always do. `changed` is called when the tray has been lent or given back. Calls may
    come from any thread.
    """

    def __init__(self, table: TrayListener, clock: Clock, changed: Callable[[], None]) -> None:
        self._table = table
        self._changed = changed
        self._lock = RLock()
        self._lease = Lease(clock)
        self._sight = TraySight("waiting", 0, None)

    @property
    def lent(self) -> bool:
        """Whether the tray is lent."""
        return self._lease.runs

    @property
    def sight(self) -> TraySight:
        """What lies in the tray now, lent or not."""
        return self._sight

    def lend(self) -> None:
        """Lend the tray, or prolong it from now on."""
        with self._lock:
            begins = self._lease.renew()
        if begins:
            self._changed()

    def give_back(self) -> None:
        """Let the tray be the game's again; what lies in it is no throw. Giving back twice is allowed."""
        with self._lock:
            if not self._lease.end():
                return
            if self._sight.state != "lost":
                self._table.camera_back()
                if self._sight.roll is not None:
                    self._table.tray_settled(self._sight.roll)
        self._changed()

    def due_in(self) -> float | None:
        """Return the seconds until the tray is to be given back by itself; None while it is not lent."""
        return self._lease.due_in()

    def tray_moving(self, *, hand: bool = False) -> None:
        """TrayListener: something moves, or a hand is in the tray."""
        with self._lock:
            self._sight = replace(self._sight, state="moving", roll=None)
            if not self.lent:
                self._table.tray_moving(hand=hand)

    def tray_settled(self, roll: SettledRoll) -> None:
        """TrayListener: dice lie still."""
        with self._lock:
            self._sight = TraySight("still", self._sight.number + 1, roll)
            if not self.lent:
                self._table.tray_settled(roll)

    def camera_lost(self, reason: str) -> None:
        """TrayListener: the camera is away."""
        with self._lock:
            self._sight = TraySight("lost", self._sight.number, None, words_of(reason))
            self._table.camera_lost(reason)

    def camera_back(self) -> None:
        """TrayListener: the camera watches again."""
        with self._lock:
            self._sight = TraySight("waiting", self._sight.number, None)
            self._table.camera_back()

    def notices_changed(self) -> None:
        """TrayListener: the eye has something else to tell of its camera."""
        self._table.notices_changed()
