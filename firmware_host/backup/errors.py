"""Why a backup cannot be made, or cannot be restored."""

from firmware_host.errors import DiceTableError


class BackupError(DiceTableError, OSError):
    """A backup was not made; the games are as they were."""


class RestoreError(DiceTableError, ValueError):
    """A backup was not restored; what was there has not been touched."""


class RestoreUnfinishedError(DiceTableError, OSError):
    """A backup is checked and ready but not all in place; the next start goes on where this one stopped."""
