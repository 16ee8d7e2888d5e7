"""A source that is read in a thread of its own, so that nobody waits for a camera that hangs."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.errors import CannotThrowError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sources.base import Source

log = logging.getLogger(__name__)

READ_SECONDS = 1.5
"""How long a source may take for one frame; the slowest camera that is any use gives five in this time."""

RETRY_SECONDS = 1.0
"""How long to wait before a lost source is opened anew."""

JOIN_SECONDS = 1.0
"""How long to wait for the thread at the end; one that hangs in a driver is left behind."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A frame and its number among all that were captured, also before the source was lost and came back."""

    frame: Frame
    number: int


class Capture:
    """Keeps the newest frame of a source, and opens the source anew, again and again, when it is lost.

    `source` may be None where it could not be opened yet; `lost` then says why. `reopen` opens it anew.
    """

    def __init__(self, spec: str, source: Source | None, reopen: Callable[[], Source], lost: str = "") -> None:
        self.spec = spec
        self._source = source
        self._reopen = reopen
        self._lost = lost
        self._can_throw = source is not None and source.can_throw
        self._news = threading.Condition()
        self._taken: Taken | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"capture-{spec}", daemon=True)
        self._thread.start()

    @property
    def can_throw(self) -> bool:
        """Whether the source throws when asked."""
        return self._can_throw

    @property
    def lost(self) -> str:
        """Why there are no frames now; empty while there are."""
        return self._lost

    @property
    def newest(self) -> Taken | None:
        """The newest frame, None before the first one."""
        return self._taken

    def newer_than(self, number: int, timeout: float) -> Taken | None:
        """Wait at most `timeout` seconds for a frame with a higher number; the newest one, or None."""
        with self._news:
            self._news.wait_for(lambda: self._is_newer(number) or self._closing.is_set(), timeout)
            return self._taken if self._is_newer(number) else None

    def throw(self, kept: Sequence[Kept], count: int) -> None:
        """Throw all of `count` dice but the kept; raises CannotThrowError where the source does not, or is away."""
        source = self._source
        if source is None:
            raise CannotThrowError(f"{self.spec} is away and cannot throw: {self._lost}")
        source.throw(kept, count)

    def close(self) -> None:
        """Close the source and end the thread; one that hangs in a driver ends when the driver lets go."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(JOIN_SECONDS)

    def _is_newer(self, number: int) -> bool:
        return self._taken is not None and self._taken.number > number

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                if self._source is None:
                    self._open_again()
                else:
                    self._take(self._source)
            # Whatever a driver comes up with, the game goes on by hand and the camera is tried again.
            except Exception as error:
                self._lose(error)
        if self._source is not None:
            self._source.close()

    def _take(self, source: Source) -> None:
        frame = source.read(READ_SECONDS)
        with self._news:
            number = 1 if self._taken is None else self._taken.number + 1
            self._taken = Taken(frame, number)
            self._lost = ""
            self._news.notify_all()

    def _open_again(self) -> None:
        if not self._closing.wait(RETRY_SECONDS):
            self._source = self._reopen()
            self._can_throw = self._source.can_throw
            log.info("%s is back", self.spec)

    def _lose(self, error: Exception) -> None:
        source, self._source = self._source, None
        if source is not None:
            source.close()
        if not self._lost:
            log.warning("%s is lost: %s", self.spec, error, exc_info=not isinstance(error, OSError))
        self._lost = str(error) or type(error).__name__
