"""The tray, which setup may lease: throws made meanwhile are not rolls of the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock

from firmware_host.clock import Clock
from firmware_host.table.lease.lease import Lease
from firmware_host.table.ports import (
    CameraBack,
    CameraLost,
    NoticesChanged,
    OnTrayEvent,
    SeenRoll,
    TrayEvent,
    TrayMoving,
    TraySettled,
)
from firmware_host.table.snapshot import TrayState
from firmware_host.words import say

TRAY_LEASED = say("The setup page is using the tray, so throws do not count now.")


@dataclass(frozen=True, slots=True)
class TrayObservation:
    """What lies in the tray: the last settled roll (None before one and while dice move) and its number, from 1.

    `lost` says why there are no pictures, if the state is "lost". `leased`: the setup has the tray.
    """

    state: TrayState
    number: int
    roll: SeenRoll | None
    lost: str = ""
    leased: bool = False


class LeasedTray:
    """Stands between camera and game: while the tray is leased, it passes on only the camera's loss and return.

    `on_tray_event` is the game's; it is sent NoticesChanged when a lease begins or ends. `on_observation` is the
    setup's: it is called with what lies there when a lease begins, after every event during the lease, and when it
    ends. Both are called in the order in which things happen, under a lock, so they must return at once. Calls may come
    from any thread.
    """

    def __init__(
        self,
        on_tray_event: OnTrayEvent,
        clock: Clock,
        on_observation: Callable[[TrayObservation], None] = lambda _: None,
    ) -> None:
        self._pass_on = on_tray_event
        self._on_observation = on_observation
        self._lock = RLock()
        self._lease = Lease(clock)
        self._observation = TrayObservation("waiting", 0, None)

    @property
    def leased(self) -> bool:
        """Whether setup has the tray."""
        return self._lease.runs

    @property
    def observation(self) -> TrayObservation:
        """What lies in the tray now, leased or not."""
        return replace(self._observation, leased=self._lease.runs)

    def lease(self) -> None:
        """Lease the tray, or prolong the lease from now on."""
        with self._lock:
            if self._lease.renew():
                self._on_observation(self.observation)
                self._pass_on(NoticesChanged())

    def release(self) -> None:
        """Give the tray back to the game; dice in it are not a throw. Releasing twice is allowed."""
        with self._lock:
            if not self._lease.end():
                return
            if self._observation.state != "lost":
                self._pass_on(CameraBack())
                if self._observation.roll is not None:
                    self._pass_on(TraySettled(self._observation.roll))
            self._on_observation(self.observation)
            self._pass_on(NoticesChanged())

    def due_in(self) -> float | None:
        """Return the seconds until the tray is to be released; None while it is not leased."""
        return self._lease.due_in()

    def on_tray_event(self, event: TrayEvent) -> None:
        """Take in what the camera reports, and pass it on if it concerns the game."""
        with self._lock:
            self._observation = _observed(self._observation, event)
            if self.leased:
                self._on_observation(self.observation)
            if not (self.leased and isinstance(event, TrayMoving | TraySettled)):
                self._pass_on(event)


def _observed(before: TrayObservation, event: TrayEvent) -> TrayObservation:
    match event:
        case TrayMoving():
            return TrayObservation("moving", before.number, None)
        case TraySettled(roll):
            return TrayObservation("still", before.number + 1, roll)
        case CameraLost(reason):
            return TrayObservation("lost", before.number, None, reason)
        case CameraBack():
            return TrayObservation("waiting", before.number, None)
        case NoticesChanged():
            return before
