"""What can go wrong with a journal, each with a sentence on what to do."""

from firmware_host.errors import DiceTableError


class JournalError(DiceTableError, RuntimeError):
    """The journal could not be opened, read or written."""


class JournalUnreadableError(JournalError):
    """The file is damaged, or is no journal at all."""


class JournalTooNewError(JournalError):
    """The journal was written by a newer version of the program."""


class JournalConflictError(JournalError):
    """Somebody else has appended to the game meanwhile; nothing was written."""


class UnknownGameError(JournalError, LookupError):
    """A game that the journal does not hold."""


class EventCodecError(JournalError, ValueError):
    """A kept event that this version of the program cannot read."""
