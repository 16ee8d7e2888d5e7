"""What the page's server refuses by itself, before the table is asked."""

from firmware_host.errors import DiceTableError


class WebError(DiceTableError):
    """A page asked for something that does not make sense."""


class BadAskError(WebError, ValueError):
    """The body of an action is not what that action needs."""


class ForeignOriginError(WebError, PermissionError):
    """Another site's page tried to act at this table."""


class NotJsonError(WebError, TypeError):
    """An action came with a body that is not JSON."""


class NotThereError(WebError, LookupError):
    """A page asked for something that is not there."""
