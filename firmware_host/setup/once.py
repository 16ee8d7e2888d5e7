"""Requests of the setup that come twice are done once: a second throw, or a second step back, is not what was meant."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock

KEPT = 200
"""Outcomes that are remembered: a page sends again within seconds."""


class OnceEach:
    """Does the work of each request once, by its id. Calls may come from many threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._outcomes: OrderedDict[str, Future[None]] = OrderedDict()

    def do(self, id_: str, work: Callable[[], None]) -> None:
        """Work, unless a request with this id has come before: then wait for that one, and raise what it raised.

        An empty id is that of no request: its work is done each time.
        """
        if not id_:
            work()
            return
        with self._lock:
            known = self._outcomes.get(id_)
            outcome = self._outcomes.setdefault(id_, Future())
            while len(self._outcomes) > KEPT:
                self._outcomes.popitem(last=False)
        if known is None:
            try:
                work()
            except Exception as error:  # whatever it was: the same request fails in the same way
                outcome.set_exception(error)
            else:
                outcome.set_result(None)
        failed = outcome.exception()
        if failed is not None:
            raise failed.with_traceback(None)
