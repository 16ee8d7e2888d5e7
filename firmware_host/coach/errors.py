"""What the coach refuses."""

from firmware_host.errors import DiceTableError


class CoachError(DiceTableError):
    """No advice can be given, because there is nothing to decide."""
