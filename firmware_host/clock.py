"""Time as an argument: the time of day, and how long something takes."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds since an arbitrary start; they never go back."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that never go back, even if the wall clock is changed."""
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is advanced: for replays and tests."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        if start.tzinfo is None:
            raise ValueError(f"The start {start} has no time zone. Give an aware datetime.")
        self._start = start.astimezone(UTC)
        self._elapsed = 0.0

    def now(self) -> datetime:
        """Return the start time plus all advances, in UTC."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """Return the seconds advanced since the start."""
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Let `seconds` (0 or more) pass; ValueError if negative."""
        if seconds < 0:
            raise ValueError(f"The clock cannot go back by {-seconds} seconds. Advance it by 0 or more.")
        self._elapsed += seconds
