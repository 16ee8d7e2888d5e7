"""The camera watcher: watches a source in its own thread and reports what happens in the tray."""

import logging
import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from vision.calibration import TrayFile
from vision.detection import Detection
from vision.errors import SourceUnavailableError, VisionError
from vision.pipeline import PictureReader, SettledRoll, settled_rolls
from vision.read import DiceReader, DiceSets
from vision.sentence import say
from vision.settle import Moving
from vision.sources import ResumeState, kind_of, open_in_child
from vision.sources.base import Report
from vision.sources.capture import Capture, Opener
from vision.watcher.active_reader import ActiveReader
from vision.watcher.camera_setup import CameraSetup
from vision.watcher.current_source import CurrentSource
from vision.watcher.frames import Frames
from vision.watcher.listener import (
    DieToKeep,
    SourceBack,
    SourceLost,
    WatcherEvent,
    WatcherListener,
    WatcherNoticesChanged,
)
from vision.watcher.live import LivePicture
from vision.watcher.observer import FrameObserver, NullObserver, observed
from vision.watcher.rolling import RollingPicture
from vision.watcher.watched_source import WatchedSource, guarded

log = logging.getLogger(__name__)


def open_camera(
    spec: str,
    *,
    data_dir: Path,
    reader: PictureReader | None = None,
    opener: Opener = open_in_child,
    observer: FrameObserver | None = None,
    dice_set: str | None = None,
) -> "CameraWatcher":
    """Open a watcher for a source; `reader` defaults to the project's own, `opener` to a process for each source.

    The tray's corners are kept in `data_dir`; an `observer` is shown every frame and result. A camera that is
    missing is waited for: the watcher starts with a lost camera. Raises SourceSpecError for an unknown source,
    SourceUnavailableError for a file or folder that cannot be opened, and ModelError when the reader's networks are
    missing or damaged. Dice are read by the set `dice_set`, or by the one kept in `data_dir` where that is None;
    DiceSetError for one that is not there.
    """
    memory = ResumeState()
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(opener, spec, memory)
        try:
            reader = reader or _project_reader()
        except VisionError:
            if opening.exception() is None:
                opening.result().close()
            raise
    try:
        capture = Capture(spec, opener, memory, opening.result())
    except SourceUnavailableError as error:
        if not kind_of(spec).is_camera:
            raise
        capture = Capture(spec, opener, memory, lost=error.sentence)
    current = CurrentSource(capture, TrayFile(data_dir), opener)
    watcher = CameraWatcher(current, reader, ActiveReader(reader, DiceSets(data_dir)), observer)
    try:
        watcher.dice.begin(dice_set)
    except VisionError:
        watcher.close()
        raise
    return watcher


def _project_reader() -> DiceReader:
    """The project's own reader, its networks run once: the first roll is to be shown as soon as any other."""
    reader = DiceReader.load()
    reader.warm_up()
    return reader


class CameraWatcher:
    """Watches one source at a time, reads the dice when they lie still, and reports to the listener given to `start`.

    Made by open_camera. The source is read in one thread and its frames are judged in another, so a camera that hangs
    is noticed. While nothing moves nothing is read again. `current` is the source being watched, `desk` sets it up;
    `reader` reads any dice, `dice` those in play.
    """

    def __init__(
        self,
        current: CurrentSource,
        reader: PictureReader,
        dice: ActiveReader,
        observer: FrameObserver | None = None,
    ) -> None:
        self.reader = reader
        self.current = current
        self.dice = dice
        self.desk = CameraSetup(current, dice)
        self._observer = observer or NullObserver()
        self._closing = threading.Event()
        self._seen: tuple[Detection, ...] = ()
        self._passing_on = threading.Lock()
        self._thrown_at = -math.inf
        self._live = LivePicture()
        self._rolling = RollingPicture()
        self._thread: threading.Thread | None = None
        self._listener: WatcherListener = lambda _event: None
        self._looks = 0

    @property
    def watch(self) -> WatchedSource:
        """What is being watched now."""
        return self.current.watch

    @property
    def source(self) -> str:
        """The name of the source being watched."""
        return self.current.spec

    @property
    def report(self) -> Report:
        """What the source tells of itself: its name, and how its settings are locked."""
        return self.current.report

    @property
    def can_throw(self) -> bool:
        """Whether the source throws dice when asked."""
        return self.watch.capture.can_throw

    def start(self, listener: WatcherListener) -> None:
        """Start watching; `listener` is called from the watcher's thread."""
        if self._thread is not None:
            raise VisionError("The camera is watched already.")  # not for players
        self.dice.changed = lambda: listener(WatcherNoticesChanged())
        self._listener = listener
        self._watch_in_thread(there=True)

    def pulse(self) -> int | Literal["idle", "dead"]:
        """How far it has got: another number with every look for a frame, "idle" before `start`, or "dead"."""
        if self._thread is None or self._closing.is_set():
            return "idle"
        return self._looks if self._thread.is_alive() and self.watch.capture.is_alive else "dead"

    def mend(self) -> None:
        """Watch in another thread: the one before has died, or hangs and is left behind."""
        if self._thread is None or self._closing.is_set():
            return
        self.watch.capture.mend()
        self._listener(SourceLost(say("The dice are no longer read. Starting again.")))
        self._watch_in_thread(there=False)

    def throw(self, kept: Sequence[DieToKeep], count: int) -> None:
        """Throw all of `count` dice in play but the kept; raises CannotThrowError where the source only watches."""
        with self._passing_on:
            asked_at = time.monotonic()
            self.watch.capture.throw([(die.x, die.y, die.face) for die in kept], count, self.dice.chosen.kind)
            self._thrown_at = asked_at

    def live_jpeg(self) -> bytes | None:
        """The newest picture with the tray's outline and, while the dice lie still, what was read; None before it.

        It is drawn for whoever asks, at most five times a second.
        """
        watch = self.watch
        return self._live.drawn(watch.capture, watch.tray_now, self._seen)

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        """The newest frame's number and a small JPEG of the tray in it; None while it is still the frame `after`."""
        watch = self.watch
        return self._rolling.newer(watch.capture, watch.tray_now, after)

    def use_source(self, spec: str) -> None:
        """Watch another source from now on, as `CurrentSource.use` does."""
        self.current.use(spec)

    def notices(self) -> tuple[str, ...]:
        """What people should know about camera, light and dice for as long as it is so, in sentences."""
        return (*self.watch.notices, *self.dice.notices)

    def close(self) -> None:
        """Stop the threads and close the source, within 2 s."""
        self._closing.set()
        self.dice.close()
        self.current.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(1.0)

    def _watch_in_thread(self, *, there: bool) -> None:
        thread = threading.Thread(target=self._run, kwargs={"there": there}, name="watcher", daemon=True)
        self._thread = thread
        thread.start()

    @property
    def _is_over(self) -> bool:
        """Whether the present thread is to end: everything is closed, or another one watches in its place."""
        return self._closing.is_set() or threading.current_thread() is not self._thread

    def _run(self, *, there: bool) -> None:
        def listener(event: WatcherEvent) -> None:
            if not self._is_over:
                self._listener(event)

        while not self._is_over:
            try:
                there = self._watch_one(self.watch, listener, there=there)
            # A fault in reading must not end the game: people continue by hand and are told why.
            except Exception as error:
                log.exception("the watcher failed")
                why = error.sentence if isinstance(error, VisionError) else str(error)
                listener(SourceLost(say("The picture cannot be read. Retrying. {why}", why=why)))
                there = False
                self._closing.wait(1.0)

    def _watch_one(self, watch: WatchedSource, listener: WatcherListener, *, there: bool) -> bool:
        """Watch one source until it is lost or another is chosen; tell whether its frames were `there` last."""
        self._seen = ()

        def is_over() -> bool:
            self._looks += 1
            return self._is_over or self.watch is not watch

        frames = Frames(watch.capture, is_over)
        if frames.wait_for_first():
            if not there:
                listener(SourceBack())
                self._observer.on_back()
            there = True
            self._show(watch)
            rolls = settled_rolls(
                observed(guarded(frames, watch, lambda: listener(WatcherNoticesChanged())), self._observer),
                self.dice,
                outline=watch.tray_now.outline,
                outline_now=lambda: watch.tray_now.outline,
                camera_pose=watch.camera_pose,
                problems=watch.problems,
            )
            for news in rolls:
                frames.still = isinstance(news, SettledRoll)
                if isinstance(news, Moving):
                    self._seen = ()
                    listener(news)
                    self._observer.on_result(news, self.dice.now)
                elif self._is_news(news):
                    if watch.check_position(news.picture):
                        listener(WatcherNoticesChanged())
                    self._seen = news.dice
                    roll = watch.placed(news)
                    listener(roll)
                    self._observer.on_result(roll, self.dice.now)
        if frames.lost and there:
            listener(SourceLost(frames.lost))
            self._observer.on_lost(frames.lost)
        return there and not frames.lost

    def _is_news(self, roll: SettledRoll) -> bool:
        """Whether the dice do not merely lie as they did before a throw; that is known once the throw is passed on."""
        with self._passing_on:
            return roll.thrown or roll.since >= self._thrown_at

    def _show(self, watch: WatchedSource) -> None:
        """Show the observer what is watched."""
        capture = watch.capture
        marked = self.current.trays.picture(capture.spec) if watch.guard else None
        self._observer.on_source(capture.spec, capture.report, watch.tray, marked, watch.problems)
