"""Who follows what happens in the leased tray and panel: a Protocol only."""

from typing import Protocol

from firmware_host.table.lease.tray import TrayObservation


class LeaseListener(Protocol):
    """Told, in the table's thread, what happens in the leased tray, and which buttons of the leased panel are pressed.

    Both must return soon: the game waits for them.
    """

    def on_tray(self, observation: TrayObservation) -> None: ...
    def on_press(self, button: int) -> None: ...
