"""Capture: a source read in its own thread, so that nothing waits for a camera that hangs."""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vision.errors import CannotThrowError, PictureError, SourceLostError, VisionError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sentence import say
from vision.sources.base import Report, ResumeState, Source
from vision.sources.frame_health import PATIENCE, FrameFault, FrameHealth
from vision.sources.named import source_title

log = logging.getLogger(__name__)

Opener = Callable[[str, ResumeState], Source]
"""Opens the source of a name, as it was where it has been open before; SourceUnavailableError when it cannot."""

READ_SECONDS = 1.5
"""How long a source may take for one frame; the slowest camera that is any use gives five in this time."""

FIRST_SECONDS = 4.0
"""How long it may take for the first frame after it was opened: a camera wakes up, and people know that it is away."""

CALM_STEP = 0.2
"""Seconds between frames while nothing moves: a hand is seen in time, and a Pi stays cool."""

FIRST_RETRY, LAST_RETRY = 0.25, 1.0
"""Seconds before a lost source is reopened; twice as many each time, so that a broken one costs little."""

STEADY_SECONDS = 10.0
"""How long a source must have been healthy for its next loss to count as the first."""

JOIN_SECONDS = 2.0
"""How long to wait for the thread at the end; one that hangs in a driver is left behind."""


@dataclass(frozen=True, slots=True)
class _Throw:
    """A throw that was passed to a source, and when it was taken in (monotonic seconds)."""

    kept: Sequence[Kept]
    count: int
    kind: str | None
    at: float = math.inf


@dataclass(frozen=True, slots=True)
class CapturedFrame:
    """A frame and its number among all that were captured, also before the source was lost and came back."""

    frame: Frame
    number: int


class Capture:
    """Keeps the newest healthy frame of a source, and keeps reopening the source when it is lost.

    `source` may be None where it could not be opened yet; `lost` then says why. `opener` reopens it with the
    `memory` of how it was. `calm` may be set while nothing moves: frames then come only every CALM_STEP seconds.
    A throw of which the source gave no frame before it was lost is thrown when it is back.
    """

    def __init__(
        self, spec: str, opener: Opener, memory: ResumeState | None = None, source: Source | None = None, lost: str = ""
    ) -> None:
        self.spec = spec
        self.calm = False
        self._opener = opener
        self._memory = memory or ResumeState()
        self._source = source
        self._lost = lost
        self._can_throw = source is not None and source.can_throw
        self._health = FrameHealth(live=source is not None and source.is_live)
        self._opened_at = self._accepted_at = time.monotonic()
        self._awake = False
        self._retry = FIRST_RETRY
        self._news = threading.Condition()
        self._newest: CapturedFrame | None = None
        self._unseen: _Throw | None = None
        self._closing = threading.Event()
        self._thread = self._started()

    @property
    def title(self) -> str:
        """What people call the source."""
        return source_title(self.spec, self.report.name)

    @property
    def can_throw(self) -> bool:
        """Whether the source throws when asked."""
        return self._can_throw

    @property
    def lost(self) -> str:
        """Why there are no frames now; empty while there are."""
        return self._lost

    @property
    def report(self) -> Report:
        """What the source reports about itself, or reported last."""
        source = self._source
        return self._memory.report if source is None else source.report

    @property
    def newest(self) -> CapturedFrame | None:
        """The newest frame, None before the first one."""
        return self._newest

    def newer_than(self, number: int, timeout: float) -> CapturedFrame | None:
        """Wait at most `timeout` seconds for a frame with a higher number; the newest one, or None."""
        with self._news:
            self._news.wait_for(lambda: self._is_newer(number) or self._closing.is_set(), timeout)
            return self._newest if self._is_newer(number) else None

    def throw(self, kept: Sequence[Kept], count: int, kind: str | None = None) -> None:
        """Throw all of `count` dice but the kept; raises CannotThrowError where the source does not, or is away."""
        source = self._source
        if source is None:
            raise CannotThrowError(
                say("{source} is not connected and cannot throw. {why}", source=self.title, why=self._lost)
            )
        throw = self._unseen = _Throw(kept, count, kind)
        try:
            source.throw(kept, count, kind)
        except VisionError:
            self._unseen = None
            raise
        self._unseen = replace(throw, at=time.monotonic())
        self.calm = False

    @property
    def is_alive(self) -> bool:
        """Whether the thread that reads is there. It cannot hang for long: a source has a process of its own."""
        return self._thread.is_alive() or self._closing.is_set()

    def mend(self) -> None:
        """Go on in another thread if the one that reads has died."""
        if not self.is_alive:
            self._thread = self._started()

    def close(self) -> None:
        """Close the source and end the thread; one that hangs in a driver ends when the driver lets go."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        source = self._source
        if source is not None:
            source.close()
        self._thread.join(JOIN_SECONDS)

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name=f"capture-{self.spec}", daemon=True)
        thread.start()
        return thread

    def _is_newer(self, number: int) -> bool:
        return self._newest is not None and self._newest.number > number

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
        if self.calm and self._closing.wait(max(0.0, self._accepted_at + CALM_STEP - time.monotonic())):
            return
        try:
            frame = source.read(READ_SECONDS if self._awake else FIRST_SECONDS)
            self._awake = True
            if self._unseen is not None and frame.time >= self._unseen.at:
                self._unseen = None  # the source's report tells of it from here on
            fault = self._health.fault(frame, time.monotonic())
        except PictureError as error:
            fault = FrameFault(error.sentence)
        if fault is None:
            self._accept(frame)
        else:
            self._reject(fault)

    def _accept(self, frame: Frame) -> None:
        self._accepted_at = time.monotonic()
        if self._accepted_at - self._opened_at > STEADY_SECONDS:
            self._retry = FIRST_RETRY
        with self._news:
            if self._lost:
                log.info("%s is back", self.spec)
            number = 1 if self._newest is None else self._newest.number + 1
            self._newest = CapturedFrame(frame, number)
            self._lost = ""
            self._news.notify_all()

    def _reject(self, fault: FrameFault) -> None:
        since = time.monotonic() - self._accepted_at
        if since > fault.patience:
            raise SourceLostError(fault.reason)
        if since > PATIENCE:
            self._note_lost(fault.reason)

    def _open_again(self) -> None:
        if self._closing.wait(self._retry):
            return
        self._retry = min(2 * self._retry, LAST_RETRY)
        source = self._opener(self.spec, self._memory)
        self._health = FrameHealth(live=source.is_live)
        self._can_throw = source.can_throw
        self._opened_at = self._accepted_at = time.monotonic()
        self._awake = False
        self._source = source
        if self._unseen is not None:
            self._throw_again(source, self._unseen)

    def _throw_again(self, source: Source, throw: _Throw) -> None:
        try:
            source.throw(throw.kept, throw.count, throw.kind)
            self._unseen = replace(throw, at=time.monotonic())
        except CannotThrowError as error:
            self._unseen = None
            log.warning("%s cannot throw again what it had not shown: %s", self.spec, error)

    def _lose(self, error: Exception) -> None:
        source, self._source = self._source, None
        if source is not None:
            self._memory.report = source.report
            source.close()
        if not self._closing.is_set():
            reason = error.sentence if isinstance(error, VisionError) else str(error)
            self._note_lost(reason or type(error).__name__, unexpected=not isinstance(error, OSError))

    def _note_lost(self, reason: str, *, unexpected: bool = False) -> None:
        if not self._lost:
            log.warning("%s is lost: %s", self.spec, reason, exc_info=unexpected)
        self._lost = reason
