"""Throws the camera was asked for: whether one is under way, and when to give up on it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from firmware_host.clock import Clock
from firmware_host.game.commands import SetHold
from firmware_host.game.turn import NO_ROLLS_LEFT, Turn
from firmware_host.table.errors import TableRefusal
from firmware_host.table.referee import ALL_HELD
from firmware_host.words import joined, say

STILL_MOVING = say("The dice are still moving. Wait until they come to rest.")
THROW_S = 5.0  # dice that were thrown are seen to move within a second


class ThrowTracker:
    """Follows a throw from the request to its result. Only the table's writer calls it.

    `under_way` until something is seen in the tray; `due` until dice are at rest, even if nobody saw them move. `owed`
    is the throw that opens an opponent's turn while the camera cannot make it. `count` grows with every throw asked
    for.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_at: float | None = None
        self.due = False
        self.owed = False
        self.count = 0

    @property
    def under_way(self) -> bool:
        """Whether dice were thrown but nothing has been seen of them yet."""
        return self._asked_at is not None

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask the camera for a throw in this block; if it refuses, everything stays as it was."""
        self.count += 1
        try:
            yield
        except TableRefusal:
            self.count -= 1
            raise
        self._asked_at = self._clock.monotonic()
        self.due = True
        self.owed = False

    def seen(self) -> None:
        """Note that something was seen of the throw, or that nothing will be."""
        self._asked_at = None

    def forget(self) -> None:
        """Stop waiting for dice."""
        self._asked_at = None
        self.due = False
        self.owed = False

    def due_in(self) -> float | None:
        """Return the seconds until an unseen throw is given up; None if none is under way."""
        if self._asked_at is None:
            return None
        return max(0.0, self._asked_at + THROW_S - self._clock.monotonic())


def holds_for(turn: Turn, keep: Sequence[int]) -> tuple[SetHold, ...]:
    """Return what holds exactly the dice in `keep` (indices from the left); GameRefusal for a die that is not there."""
    for die in keep:
        turn.hold(die, held=True)
    return tuple(SetHold(i, i in keep) for i, die in enumerate(turn.dice) if die.held != (i in keep))


def require_throw(turn: Turn, *, tumbling: bool, holds: Sequence[SetHold] = ()) -> None:
    """Raise TableRefusal if no dice may be thrown now, after these `holds`."""
    if tumbling:
        raise TableRefusal(STILL_MOVING)
    for hold in holds:
        turn = turn.hold(hold.die, hold.held)
    if not turn.rolls_left:
        raise TableRefusal(joined(NO_ROLLS_LEFT, turn.ending.order))
    if len(turn.held) == turn.size:
        raise TableRefusal(joined(ALL_HELD, turn.ending.release_or))
