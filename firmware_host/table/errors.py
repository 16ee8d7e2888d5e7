"""What the table refuses, and why it may not answer."""

from firmware_host.errors import DiceTableError


class TableRefusal(DiceTableError, ValueError):  # noqa: N818 - an answer to a player, not a fault of the program
    """The table cannot do what was asked right now; nothing has changed."""


class TableClosedError(DiceTableError, RuntimeError):
    """The table has been shut down and no longer answers."""


class TableSilentError(DiceTableError, TimeoutError):
    """The table did not answer in time; what was asked has been dropped."""
