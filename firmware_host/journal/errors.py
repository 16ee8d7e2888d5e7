"""What can go wrong with a journal; each error says what to do."""

from firmware_host.errors import DiceTableError


class JournalError(DiceTableError, RuntimeError):
    """The journal could not be opened, read or written."""


class JournalUnreadableError(JournalError):
    """The file is damaged, or is not a journal."""


class JournalMissingError(JournalError):
    """The journal is gone or empty, although there were games."""


class JournalMovedError(JournalError):
    """The open file is no longer the one at the journal's place; nothing was written."""


class JournalTooNewError(JournalError):
    """The journal was written by a newer version of the program."""


class JournalReadOnlyError(JournalError):
    """The disk of the journal can only be read, as a worn card ends; nothing was written."""


class JournalConflictError(JournalError):
    """Something else has appended to the game; nothing was written."""


class UnknownGameError(JournalError, LookupError):
    """A game that is not in the journal."""


class EventCodecError(JournalError, ValueError):
    """A stored event that this version of the program cannot read."""
