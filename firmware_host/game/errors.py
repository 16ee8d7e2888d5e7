"""Refusals, in sentences for players, and impossible histories."""

from collections.abc import Mapping

from firmware_host.errors import DiceTableError
from firmware_host.words import joined


class GameRefusal(DiceTableError, ValueError):  # noqa: N818 - an answer to a player, not a fault of the program
    """A command that the rules or the state of the game do not allow."""


class StartRefusal(GameRefusal):
    """A game that cannot be started as asked: `faults` holds a sentence for each field that is wrong.

    Fields are "rules", "faces", "coach", "cocked", "players", "players.<seat>.name", "players.<seat>.colour",
    "players.<seat>.opponent", "players.<seat>.advised" (seats from 0) and "options.<id>".
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(joined(*faults.values()))
        self.faults = faults


class HistoryError(DiceTableError, ValueError):
    """Events that cannot have happened in this order."""
