"""Throws that the eye was asked for: whether one is under way, and when nothing will come of it any more."""

from firmware_host.clock import Clock
from firmware_host.game.turn import NO_ROLLS_LEFT, Turn
from firmware_host.table.errors import TableRefusal
from firmware_host.table.referee import ALL_HELD
from firmware_host.words import joined, say

STILL_MOVING = say("The dice are still moving. Wait until they lie still.")
THROW_S = 5.0  # dice that were thrown are seen to move within a second


class Throwing:
    """Remembers a throw from the asking to what comes of it. Only the table's writer calls it.

    `under_way` until something is seen to move or lie; `due` until dice lie, though nobody may have seen them move.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_at: float | None = None
        self.due = False

    @property
    def under_way(self) -> bool:
        """Whether dice were thrown of which nothing has been seen yet."""
        return self._asked_at is not None

    def asked(self) -> None:
        """Note that the eye throws now."""
        self._asked_at = self._clock.monotonic()
        self.due = True

    def seen(self) -> None:
        """Note that something was seen of the throw, or that nothing will be."""
        self._asked_at = None

    def forget(self) -> None:
        """Await no dice any more."""
        self._asked_at = None
        self.due = False

    def due_in(self) -> float | None:
        """Return the seconds until a throw of which nothing was seen is given up; None where none is under way."""
        if self._asked_at is None:
            return None
        return max(0.0, self._asked_at + THROW_S - self._clock.monotonic())


def require_throw(turn: Turn, *, tumbling: bool) -> None:
    """Raise TableRefusal where no dice may be thrown now."""
    if tumbling:
        raise TableRefusal(STILL_MOVING)
    if not turn.rolls_left:
        raise TableRefusal(joined(NO_ROLLS_LEFT, turn.ending.order))
    if len(turn.held) == turn.size:
        raise TableRefusal(joined(ALL_HELD, turn.ending.release_or))
