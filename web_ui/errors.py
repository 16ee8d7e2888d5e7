"""What the page's server refuses itself, without asking the table."""

from firmware_host.errors import DiceTableError


class WebError(DiceTableError):
    """A page asked for something that does not make sense."""


class BadAskError(WebError, ValueError):
    """The body of an action does not fit the action."""


class ForeignOriginError(WebError, PermissionError):
    """Another site's page tried to act at this table."""


class WrongNameError(WebError, LookupError):
    """A browser was led here by a name that is not this table's."""


class NotJsonError(WebError, TypeError):
    """An action's body is not JSON."""


class TooManyStreamsError(WebError, RuntimeError):
    """One address has more streams open than all its pages need."""


class NotThereError(WebError, LookupError):
    """A page asked for something that does not exist."""
