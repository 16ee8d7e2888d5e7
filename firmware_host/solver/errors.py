"""What the solver refuses."""

from firmware_host.errors import DiceTableError


class SolverError(DiceTableError):
    """The base of all solver errors."""


class UndeclaredError(SolverError, ValueError):
    """A rule that looks at points on the card which it does not declare to remember, or declares them wrongly."""


class TooLargeError(SolverError, ValueError):
    """A game with more states than can be solved."""


class UnknownCardError(SolverError, LookupError):
    """A card that is impossible under these rules."""
