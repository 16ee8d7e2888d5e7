"""The eye: watches a source in a thread of its own and tells a listener what happens in the tray."""

import logging
import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from vision.calibration import Calibration, TrayFile
from vision.errors import SourceUnavailableError, VisionError
from vision.eye.desk import Desk
from vision.eye.frames import Frames
from vision.eye.in_play import DiceInPlay
from vision.eye.listener import KeptDie, TrayListener
from vision.eye.live import LivePicture
from vision.eye.watch import Watch, guard_of, looked_at, watching
from vision.eye.witness import Nobody, Witness, witnessed
from vision.pipeline import Reader, SettledRoll, settled_rolls
from vision.read import DiceReader, DiceSets
from vision.sentence import say
from vision.settle import Moving
from vision.sighting import Sighting
from vision.sources import Memory, open_in_child, usb_specs
from vision.sources.base import Report
from vision.sources.capture import Capture, Opener
from vision.sources.pi_camera import pi_specs

log = logging.getLogger(__name__)


def open_eye(
    spec: str,
    *,
    data_dir: Path,
    reader: Reader | None = None,
    opener: Opener = open_in_child,
    witness: Witness | None = None,
    dice_set: str | None = None,
) -> "Eye":
    """Open the eye on a source; `reader` defaults to the project's own, `opener` to sources in processes of their own.

    The tray's corners are kept in `data_dir`; a `witness` is shown all that the eye sees and tells. A camera that is
    not there is waited for: the eye begins with a lost camera. Raises SourceSpecError for a source that nobody knows,
    SourceUnavailableError for a file or folder that cannot be opened, and ModelError when the reader's networks are
    missing or damaged. Dice are read by the set `dice_set`, or by the one kept in `data_dir` where that is None;
    DiceSetError for one that is not there.
    """
    memory = Memory()
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
        if not spec.startswith(("usb:", "pi:")):
            raise
        capture = Capture(spec, opener, memory, lost=error.sentence)
    eye = Eye(capture, reader, TrayFile(data_dir), DiceInPlay(reader, DiceSets(data_dir)), opener, witness)
    try:
        eye.dice.begin(dice_set)
    except VisionError:
        eye.close()
        raise
    return eye


def _project_reader() -> DiceReader:
    """The project's own reader, its networks run once: the first roll is to be shown as soon as any other."""
    reader = DiceReader.load()
    reader.warm_up()
    return reader


class Eye:
    """Watches one source at a time, reads the dice when they lie still, and tells the listener given to `start`.

    Made by open_eye. The source is read in one thread and its frames are judged in another, so a camera that hangs
    is noticed. While nothing moves nothing is read again. `watch` is what is being watched now, `desk` where the eye
    is set up; `reader` reads any dice, `dice` those in play.
    """

    def __init__(
        self,
        capture: Capture,
        reader: Reader,
        trays: TrayFile,
        dice: DiceInPlay,
        opener: Opener = open_in_child,
        witness: Witness | None = None,
    ) -> None:
        self.reader = reader
        self.trays = trays
        self.dice = dice
        self.opener = opener
        self._witness = witness or Nobody()
        self._changing = threading.Lock()
        self._closing = threading.Event()
        self.watch = watching(capture, self.trays)
        self.desk = Desk(self)
        self._sources = {capture.spec: None}
        self._seen: tuple[Sighting, ...] = ()
        self._thrown_at = -math.inf
        self._live = LivePicture()
        self._thread: threading.Thread | None = None

    @property
    def source(self) -> str:
        """The name of the source being watched."""
        return self.watch.capture.spec

    @property
    def report(self) -> Report:
        """What the source tells of itself: its name, and how its settings are locked."""
        return self.watch.capture.report

    @property
    def can_throw(self) -> bool:
        """Whether the source throws dice when asked."""
        return self.watch.capture.can_throw

    def start(self, listener: TrayListener) -> None:
        """Begin to watch; `listener` is told from the eye's thread."""
        if self._thread is not None:
            raise VisionError(say("The camera is watched already."))
        self.dice.changed = listener.notices_changed
        self._thread = threading.Thread(target=self._run, args=(listener,), name="eye", daemon=True)
        self._thread.start()

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice in play but the kept; raises CannotThrowError where the source only watches."""
        asked_at = time.monotonic()
        self.watch.capture.throw([(die.x, die.y, die.face) for die in kept], count, self.dice.chosen.kind)
        self._thrown_at = asked_at

    def live_jpeg(self) -> bytes | None:
        """The newest picture with the tray's outline and, while the dice lie still, what was read; None before it.

        It is drawn for whoever asks, at most five times a second.
        """
        watch = self.watch
        return self._live.drawn(watch.capture, watch.tray_now, self._seen)

    def sources(self) -> tuple[str, ...]:
        """The sources to choose from: the simulated tray, the cameras that exist, and those that were watched."""
        return tuple(dict.fromkeys(("sim", *usb_specs(), *pi_specs(), *self._sources)))

    def use_source(self, spec: str) -> None:
        """Watch another source from now on; the one watched goes on when the other cannot be opened.

        Raises SourceSpecError or SourceUnavailableError. Choosing the one being watched changes nothing.
        """
        watched = self.watch.capture
        if spec == watched.spec:
            if watched.lost:
                raise SourceUnavailableError(say("{why} It is tried again every second.", why=watched.lost))
            return
        memory = Memory()
        source = self.opener(spec, memory)
        with self._changing:
            old = self.watch.capture
            self.watch = watching(Capture(spec, self.opener, memory, source), self.trays)
            self._sources[spec] = None
        old.close()
        if self._closing.is_set():
            self.watch.capture.close()

    def notices(self) -> tuple[str, ...]:
        """What people are to know of camera, light and dice as long as it is so, in sentences."""
        guard = self.watch.guard
        return (*(guard.problems if guard else ()), *self.dice.notices)

    def set_tray(self, tray: Calibration) -> None:
        """Keep the tray of this source and read the dice inside it anew; CalibrationError where it cannot be kept."""
        with self._changing:
            capture = self.watch.capture
            taken = capture.newest
            picture = None if taken is None else taken.frame.image
            self.trays.keep(capture.spec, tray, picture)
            self.watch = Watch(capture, tray, guard_of(capture.spec, tray, picture))

    def reopen(self) -> None:
        """Open the source anew, as if it had never been open: a camera locks its settings at what it sees now."""
        with self._changing:
            old = self.watch.capture
            old.close()
            again = Capture(old.spec, self.opener, lost=say("{source} is being opened anew.", source=old.spec))
            self.watch = watching(again, self.trays)
        if self._closing.is_set():
            again.close()

    def close(self) -> None:
        """End the eye's threads and close the source, within 2 s."""
        self._closing.set()
        self.dice.close()
        with self._changing:
            self.watch.capture.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(1.0)

    def _run(self, listener: TrayListener) -> None:
        there = True
        while not self._closing.is_set():
            try:
                there = self._watch_one(self.watch, listener, there=there)
            # A fault in reading must not end the evening: people go on by hand and are told why.
            except Exception as error:
                log.exception("the eye failed")
                why = error.sentence if isinstance(error, VisionError) else str(error)
                listener.camera_lost(say("The picture cannot be read. It is tried again. {why}", why=why))
                there = False
                self._closing.wait(1.0)

    def _watch_one(self, watch: Watch, listener: TrayListener, *, there: bool) -> bool:
        """Watch one source until it is lost or another is chosen; tell whether its frames were `there` last."""
        self._seen = ()
        frames = Frames(watch.capture, lambda: self._closing.is_set() or self.watch is not watch)
        if frames.wait_for_first():
            if not there:
                listener.camera_back()
                self._witness.back()
            there = True
            self._show(watch)
            rolls = settled_rolls(
                witnessed(looked_at(frames, watch, listener.notices_changed), self._witness),
                self.dice,
                corners=watch.tray_now.outline,
                corners_now=lambda: watch.tray_now.outline,
                seen_from=watch.seen_from,
                problems=watch.problems,
            )
            for news in rolls:
                frames.still = isinstance(news, SettledRoll)
                if isinstance(news, Moving):
                    self._seen = ()
                    listener.tray_moving(hand=news.hand)
                    self._witness.told(news, self.dice.now)
                elif news.thrown or news.since >= self._thrown_at:  # else it lay there before the throw
                    if watch.look(news.picture):
                        listener.notices_changed()
                    self._seen = news.dice
                    roll = watch.placed(news)
                    listener.tray_settled(roll)
                    self._witness.told(roll, self.dice.now)
        if frames.lost and there:
            listener.camera_lost(frames.lost)
            self._witness.lost(frames.lost)
        return there and not frames.lost

    def _show(self, watch: Watch) -> None:
        """Show the witness what is watched."""
        capture = watch.capture
        marked = self.trays.picture(capture.spec) if watch.guard else None
        self._witness.watches(capture.spec, capture.report, watch.tray, marked, watch.problems)
