"""The thinking clock of the player whose turn it is, in games that are played with one."""

from firmware_host.clock import Clock
from firmware_host.game.state import Game

SAVE_S = 10.0
"""How much of it a power cut may give back: time is saved with whatever else is, and after so long by itself."""
RETRY_S = 5.0
"""How long to wait where it could not be saved."""


class ThinkingClock:
    """Counts how long the player whose turn it is could decide. Only the table's writer calls it.

    It counts up to the moment at which something happened, and runs on once that is handled: how long the table takes
    for it is nobody's time. What it has counted is kept here until the game has it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._whose: tuple[str, int] | None = None
        self._stood_at = 0.0
        self._from: float | None = None  # while it runs: from when on its time is not saved
        self._until = clock.monotonic()
        self._retry_at = self._until

    def count(self, moment: float) -> None:
        """Count up to a moment of the table's clock."""
        self._until = max(self._until, moment)

    def run(self, game: Game | None, *, decides: bool) -> None:
        """Run from now on if the player whose turn it is `decides`, else stand still."""
        whose = None if game is None or game.over or not game.spent else (game.id, game.now.seat)
        if whose != self._whose:
            self._whose, self._stood_at, self._from = whose, 0.0, None
        if not decides or whose is None:
            self._stood_at, self._from = self._counted, None
        elif self._from is None:
            self._until = self._clock.monotonic()
            self._from = self._until - self._stood_at

    def unsaved(self, game: Game | None) -> int:
        """Return how many milliseconds have been counted that the game does not have yet, but none beyond its limit."""
        if self._whose is None or game is None:
            return 0
        return min(int(1000 * self._counted + 1e-6), game.time_left(game.now.seat))

    def saved(self, seconds: float) -> None:
        """Note that the game has so much of what was counted."""
        if self._from is None:
            self._stood_at -= seconds
        else:
            self._from += seconds

    def put_off(self) -> None:
        """Do not try again at once: what was counted could not be saved."""
        self._retry_at = self._clock.monotonic() + RETRY_S

    def is_up(self, game: Game | None) -> bool:
        """Whether the player whose turn it is has run out of time, and the game should hear of it."""
        if self._whose is None or game is None or self._clock.monotonic() < self._retry_at:
            return False
        return self.unsaved(game) >= game.time_left(game.now.seat)

    def due(self, game: Game | None) -> float | None:
        """Return when, on the table's clock, the player whose turn it is runs out of time; None while it stands."""
        if self._from is None or game is None:
            return None
        return self._from + game.time_left(game.now.seat) / 1000

    def left(self, game: Game | None) -> float | None:
        """Return how many seconds the player has left whose clock stands still; None while it runs."""
        if self._whose is None or self._from is not None or game is None:
            return None
        return (game.time_left(game.now.seat) - self.unsaved(game)) / 1000

    def due_in(self, game: Game | None) -> float | None:
        """Return in how many seconds its time must be saved; None while it stands still."""
        due = self.due(game)
        if due is None or self._from is None:
            return None
        return max(0.0, max(min(due, self._from + SAVE_S), self._retry_at) - self._clock.monotonic())

    @property
    def _counted(self) -> float:
        return self._stood_at if self._from is None else max(0.0, self._until - self._from)
