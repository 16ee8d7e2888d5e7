"""What the server and those it works with know of each other.

The page may take over the line of an answer that does not end, once the server has sent the answer's head.
"""

from typing import Protocol

HANDS_OVER = "dice_table.hands_over"
"""In the WSGI environ where the server can hand a line over."""

TAKEN_BY = "dice_table.taken_by"
"""Set in the environ by the page: called with the line, once its head is on the way."""


class StreamLine(Protocol):
    """A connection on which an answer goes on. Calls may come from one thread at a time, and none of them waits.

    `gone`: it is closed, or about to be. `waiting` are the bytes that the network has not taken yet. `write` sends as
    much as it takes at once and keeps the rest; `end` ends the answer as HTTP wants it, and `cut` without a word.
    """

    @property
    def gone(self) -> bool: ...
    @property
    def waiting(self) -> int: ...
    def write(self, data: bytes) -> None: ...
    def end(self) -> None: ...
    def cut(self) -> None: ...


class Queued(Protocol):
    """A request that waits for a thread, with the address that it came from."""

    @property
    def address(self) -> str: ...
    def service(self) -> None: ...
    def cancel(self) -> None: ...
