"""What people are to know of the program itself, for as long as it is so."""

from collections.abc import Callable
from threading import Lock

from firmware_host.table.ports import Notice


class ProgramNotices:
    """One notice a topic, in the order in which they were first told; `changed` is called when they are others."""

    def __init__(self) -> None:
        self.changed: Callable[[], object] = lambda: None
        self._lock = Lock()
        self._told: dict[str, Notice] = {}

    def __call__(self) -> tuple[Notice, ...]:
        """Return them."""
        with self._lock:
            return tuple(self._told.values())

    def tell(self, topic: str, sentence: str) -> None:
        """Tell a sentence, instead of any other on this topic; an empty one takes it back."""
        with self._lock:
            before = dict(self._told)
            if sentence:
                self._told[topic] = Notice(sentence)
            else:
                self._told.pop(topic, None)
            same = before == self._told
        if not same:
            self.changed()
