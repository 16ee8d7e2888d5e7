"""Tells a press of a button from contact bounce."""

import math

# Contacts of push buttons bounce for up to about 20 ms; a finger takes longer than this to press again.
REST_S = 0.03


class Debounce:
    """One button's contacts. A press counts only when they have been at rest for REST_S.

    gpiozero's own bounce time is not used: what it ignores differs between pin libraries (bounce on release, for one),
    and mock pins do not have it. Times are seconds of one clock that never goes back.
    """

    def __init__(self) -> None:
        self._last_edge = -math.inf

    def closed(self, now: float) -> bool:
        """Note that the contacts closed; return True if this is a press."""
        at_rest = now - self._last_edge >= REST_S
        self._last_edge = now
        return at_rest

    def opened(self, now: float) -> None:
        """Note that the contacts opened."""
        self._last_edge = now

    def forget(self) -> None:
        """Treat the contacts as at rest."""
        self._last_edge = -math.inf
