"""A loan that ends by itself: whoever has something lent says again and again that it is still needed."""

from firmware_host.clock import Clock

LENT_S = 20.0
"""Seconds after which what nobody asks about any more is given back: a tablet that fell asleep."""


class Lease:
    """Begun and prolonged by `renew`, ended by `end`; `due_in` tells when it is to be ended."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: float | None = None

    @property
    def runs(self) -> bool:
        """Whether it was begun and not ended."""
        return self._until is not None

    def renew(self) -> bool:
        """Begin it, or prolong it from now on; tells whether it begins."""
        begins = self._until is None
        self._until = self._clock.monotonic() + LENT_S
        return begins

    def end(self) -> bool:
        """End it; tells whether it ran."""
        ran, self._until = self._until is not None, None
        return ran

    def due_in(self) -> float | None:
        """Return the seconds until it is to be ended; None where it does not run."""
        until = self._until
        return None if until is None else max(0.0, until - self._clock.monotonic())
