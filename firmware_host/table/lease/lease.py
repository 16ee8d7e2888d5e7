"""A lease that ends by itself unless it is renewed."""

from firmware_host.clock import Clock

LEASE_S = 20.0
"""Seconds a lease lasts without being renewed: a tablet that fell asleep must not block the game."""


class Lease:
    """`renew` starts and extends it, `end` ends it; its owner ends it once `due_in` is 0."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: float | None = None

    @property
    def runs(self) -> bool:
        """Whether it has been started and not ended."""
        return self._until is not None

    def renew(self) -> bool:
        """Start it, or extend it from now; returns whether it has just started."""
        begins = self._until is None
        self._until = self._clock.monotonic() + LEASE_S
        return begins

    def end(self) -> bool:
        """End it; returns whether it ran."""
        ran, self._until = self._until is not None, None
        return ran

    def due_in(self) -> float | None:
        """Return the seconds until it must be ended; None if it is not running."""
        until = self._until
        return None if until is None else max(0.0, until - self._clock.monotonic())
