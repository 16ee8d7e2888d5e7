"""The thinking clock of the player whose turn it is, in games that are played with one."""

from firmware_host.clock import Clock
from firmware_host.game.commands import SpendTime
from firmware_host.game.state import Game


class ThinkingClock:
    """Runs from one reading of the clock to the next; time up to the last reading is in the game."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._read_at = clock.monotonic()

    def due(self, game: Game | None) -> float | None:
        """Return when the player whose turn it is runs out of time, on the table's clock; None without a limit."""
        if game is None or game.over or not game.spent:
            return None
        return self._read_at + game.ruleset.clock_s - game.spent[game.now.seat] / 1000

    def due_in(self, game: Game | None) -> float | None:
        """Return how many seconds the player whose turn it is may still think; None without a limit."""
        due = self.due(game)
        return None if due is None else max(0.0, due - self._clock.monotonic())

    def read(self, game: Game | None) -> SpendTime | None:
        """Return the time since the last reading, as a command for the game; None in a game without clocks."""
        now = self._clock.monotonic()
        spent = None if self.due_in(game) is None else SpendTime(now - self._read_at)
        self._read_at = now
        return spent
