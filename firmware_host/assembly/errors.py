"""Why the house cannot be opened."""

from firmware_host.errors import DiceTableError


class AddressError(DiceTableError, OSError):
    """The page cannot answer at the address it was given."""


class EyeError(DiceTableError, RuntimeError):
    """The source of pictures cannot be opened."""


class CalibratingError(DiceTableError, RuntimeError):
    """The tray cannot be judged, or the sheet not be written."""
