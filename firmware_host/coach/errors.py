"""What the coach refuses."""

from firmware_host.errors import DiceTableError


class CoachError(DiceTableError):
    """The root of what the coach cannot do."""


class UndeclaredError(CoachError, ValueError):
    """A rule that looks at points on the card which it does not declare to remember, or declares them wrongly."""


class TooLargeError(CoachError, ValueError):
    """A game with more states than can be solved."""


class UnknownCardError(CoachError, LookupError):
    """A card that cannot come about by these rules."""
