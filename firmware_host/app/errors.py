"""Why the application cannot be opened."""

from firmware_host.errors import DiceTableError


class AddressError(DiceTableError, OSError):
    """The page cannot answer at the address it was given."""


class SourceError(DiceTableError, RuntimeError):
    """The source of pictures cannot be opened."""


class CalibrationFailedError(DiceTableError, RuntimeError):
    """The tray cannot be checked, or the sheet cannot be written."""
