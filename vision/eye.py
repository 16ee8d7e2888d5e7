"""The eye: watches a source in a thread of its own and tells a listener what happens in the tray."""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from vision.calibration import Calibration, TrayFile, TrayWatch
from vision.calibration.watching import CAMERA_MOVED
from vision.errors import CalibrationError, SourceUnavailableError, VisionError
from vision.frame import Frame, Picture
from vision.geometry import WHOLE, Corners, Outline, outline_in_pixels
from vision.overlay import draw_readings
from vision.pipeline import Reader, SettledRoll, jpeg, settled_rolls
from vision.read import DiceReader
from vision.sentence import say
from vision.settle import Moving
from vision.sighting import Sighting
from vision.sources import Memory, open_in_child, usb_specs
from vision.sources.base import Report, no_picture
from vision.sources.capture import Capture, Opener
from vision.sources.pi_camera import pi_specs

log = logging.getLogger(__name__)

FRAME_AGE = 2.0
"""Seconds without a frame after which the camera counts as lost; people are to know within 3."""

WAIT = 0.2
"""Seconds between looks at whether the eye is to close, or to watch something else."""

CALM_SECONDS = 3.0
"""How long dice must have lain still for frames to come less often."""

WHOLE_PICTURE = Calibration.of_corners(WHOLE)
"""The tray where none was ever marked."""

LOOK_SECONDS = 2.0
"""How often the still tray is looked at for a camera that was moved: 10 ms of work, a tenth of a second on a Pi 4."""

ALWAYS_THE_SAME = ("usb:", "pi:", "sim:")
"""Sources that show the same tray whenever they are opened; of others nothing can be said to have moved."""

LIVE_STEP = 0.2
"""Seconds for which a live picture is good: five a second look alive and cost a Pi little."""


class KeptDie(Protocol):
    """A die that stays where it lies while the others are thrown: centre in picture pixels and its face."""

    @property
    def x(self) -> float:
        """Pixels from the left."""

    @property
    def y(self) -> float:
        """Pixels from the top."""

    @property
    def face(self) -> str:
        """Its label."""


class TrayListener(Protocol):
    """Told, from the eye's thread, what happens in the tray. Calls return at once."""

    def tray_moving(self) -> None:
        """Something moves."""

    def tray_settled(self, roll: SettledRoll) -> None:
        """Dice lie still."""

    def camera_lost(self, reason: str) -> None:
        """There are no pictures any more."""

    def camera_back(self) -> None:
        """There are pictures again; a settled roll follows."""


@dataclass(frozen=True, slots=True, eq=False)
class _Watch:
    """What is being watched; another one is another object.

    `guard` notices a camera that moves, where the tray was marked in a picture. `problems` go with each roll.
    """

    capture: Capture
    tray: Calibration
    guard: TrayWatch | None = None
    problems: tuple[str, ...] = ()

    @property
    def tray_now(self) -> Calibration:
        """The tray where it was last seen."""
        return self.guard.tray if self.guard else self.tray

    def look(self, picture: Picture) -> None:
        """Take a picture of the still tray in."""
        if self.guard:
            for news in self.guard.see(picture):
                log.info("%s: %s", self.capture.spec, news)

    def doubted(self, roll: SettledRoll) -> SettledRoll:
        """The roll, with a problem where the camera was moved: by dice outside of the tray, or none, nobody wins."""
        if self.guard is None or not self.guard.misplaced:
            return roll
        return replace(roll, problems=(*roll.problems, CAMERA_MOVED))


def open_eye(
    spec: str,
    *,
    data_dir: Path,
    reader: Reader | None = None,
    opener: Opener = open_in_child,
) -> "Eye":
    """Open the eye on a source; `reader` defaults to the project's own, `opener` to sources in processes of their own.

    The tray's corners are kept in `data_dir`. A camera that is not there is waited for: the eye begins with a
    lost camera. Raises SourceSpecError for a source that nobody knows, SourceUnavailableError for a file or folder
    that cannot be opened, and ModelError when the reader's networks are missing or damaged.
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
    return Eye(capture, reader, TrayFile(data_dir), opener)


def _project_reader() -> DiceReader:
    """The project's own reader, its networks run once: the first roll is to be shown as soon as any other."""
    reader = DiceReader.load()
    reader.warm_up()
    return reader


class Eye:
    """Watches one source at a time, reads the dice when they lie still, and tells the listener given to `start`.

    Made by open_eye. The source is read in one thread and its frames are judged in another, so a camera that hangs
    is noticed. While nothing moves nothing is read again.
    """

    def __init__(self, capture: Capture, reader: Reader, trays: TrayFile, opener: Opener = open_in_child) -> None:
        self._reader = reader
        self._trays = trays
        self._opener = opener
        self._changing = threading.Lock()
        self._closing = threading.Event()
        self._watch = self._watching(capture)
        self._seen: tuple[Sighting, ...] = ()
        self._live = _LivePicture()
        self._thread: threading.Thread | None = None

    @property
    def source(self) -> str:
        """The name of the source being watched."""
        return self._watch.capture.spec

    @property
    def report(self) -> Report:
        """What the source tells of itself: its name, and how its settings are locked."""
        return self._watch.capture.report

    @property
    def can_throw(self) -> bool:
        """Whether the source throws dice when asked."""
        return self._watch.capture.can_throw

    def start(self, listener: TrayListener) -> None:
        """Begin to watch; `listener` is told from the eye's thread."""
        if self._thread is not None:
            raise VisionError(say("The camera is watched already."))
        self._thread = threading.Thread(target=self._run, args=(listener,), name="eye", daemon=True)
        self._thread.start()

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice but the kept ones; raises CannotThrowError where the source only watches."""
        self._watch.capture.throw([(die.x, die.y, die.face) for die in kept], count)

    def live_jpeg(self) -> bytes | None:
        """The newest picture with the tray's outline and, while the dice lie still, what was read; None before it.

        It is drawn for whoever asks, at most five times a second.
        """
        watch = self._watch
        return self._live.drawn(watch.capture, watch.tray_now.outline, self._seen)

    def sources(self) -> tuple[str, ...]:
        """The sources to choose from: the simulated tray, the cameras that exist, and the one being watched."""
        return tuple(dict.fromkeys(("sim", *usb_specs(), *pi_specs(), self.source)))

    def use_source(self, spec: str) -> None:
        """Watch another source from now on; the one watched goes on when the other cannot be opened.

        Raises SourceSpecError or SourceUnavailableError. Choosing the one being watched changes nothing.
        """
        watched = self._watch.capture
        if spec == watched.spec:
            if watched.lost:
                raise SourceUnavailableError(say("{why} It is tried again every second.", why=watched.lost))
            return
        memory = Memory()
        source = self._opener(spec, memory)
        with self._changing:
            old = self._watch.capture
            self._watch = self._watching(Capture(spec, self._opener, memory, source))
        old.close()
        if self._closing.is_set():
            self._watch.capture.close()

    def corners(self) -> Corners:
        """The tray's corners: four (x, y), clockwise from top left, as fractions of the picture."""
        return self._watch.tray_now.corners

    def notices(self) -> tuple[str, ...]:
        """What people are to know of the camera and the light as long as it is so, in sentences."""
        guard = self._watch.guard
        return guard.problems if guard else ()

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Keep the tray's corners for this source and read the dice inside them anew; raises CalibrationError."""
        tray = Calibration.of_corners(corners)
        with self._changing:
            capture = self._watch.capture
            taken = capture.newest
            picture = None if taken is None else taken.frame.image
            self._trays.keep(capture.spec, tray, picture)
            self._watch = _Watch(capture, tray, _guard(capture.spec, tray, picture))

    def close(self) -> None:
        """End the eye's threads and close the source, within 2 s."""
        self._closing.set()
        with self._changing:
            self._watch.capture.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(1.0)

    def _watching(self, capture: Capture) -> _Watch:
        try:
            tray = self._trays.load(capture.spec)
            if tray is None:
                return _Watch(capture, WHOLE_PICTURE)
            return _Watch(capture, tray, _guard(capture.spec, tray, self._trays.picture(capture.spec)))
        except CalibrationError as error:
            log.warning("%s", error)
            return _Watch(capture, WHOLE_PICTURE, None, (say("The whole picture is read. {why}", why=error.sentence),))

    def _run(self, listener: TrayListener) -> None:
        there = True
        while not self._closing.is_set():
            try:
                there = self._watch_one(self._watch, listener, there=there)
            # A fault in reading must not end the evening: people go on by hand and are told why.
            except Exception as error:
                log.exception("the eye failed")
                why = error.sentence if isinstance(error, VisionError) else str(error)
                listener.camera_lost(say("The picture cannot be read. It is tried again. {why}", why=why))
                there = False
                self._closing.wait(1.0)

    def _watch_one(self, watch: _Watch, listener: TrayListener, *, there: bool) -> bool:
        """Watch one source until it is lost or another is chosen; tell whether its frames were `there` last."""
        self._seen = ()
        frames = _Frames(watch.capture, lambda: self._closing.is_set() or self._watch is not watch)
        if frames.wait_for_first():
            if not there:
                listener.camera_back()
            there = True
            rolls = settled_rolls(
                _looked_at(frames, watch),
                self._reader,
                corners=watch.tray_now.outline,
                corners_now=lambda: watch.tray_now.outline,
                problems=watch.problems,
            )
            for news in rolls:
                frames.still = isinstance(news, SettledRoll)
                if isinstance(news, Moving):
                    self._seen = ()
                    listener.tray_moving()
                else:
                    watch.look(news.picture)
                    self._seen = news.dice
                    listener.tray_settled(watch.doubted(news))
        if frames.lost and there:
            listener.camera_lost(frames.lost)
        return there and not frames.lost


class _Frames:
    """The frames of one watch, until it is over or they stop coming; `lost` then says why.

    They come less often once the dice have been said to lie `still` for CALM_SECONDS.
    """

    def __init__(self, capture: Capture, is_over: Callable[[], bool]) -> None:
        self._capture = capture
        self._is_over = is_over
        self._number = 0
        self._still_since: float | None = None
        self.lost = ""
        capture.calm = False

    @property
    def still(self) -> bool:
        """Whether the dice lie still."""
        return self._still_since is not None

    @still.setter
    def still(self, still: bool) -> None:
        self._still_since = time.monotonic() if still else None
        self._capture.calm = False

    def wait_for_first(self) -> bool:
        """Whether a new frame is there, now or soon."""
        newest = self._capture.newest
        self._number = newest.number if newest is not None else 0
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Frame]:
        last = time.monotonic()
        while not self._is_over():
            taken = self._capture.newer_than(self._number, WAIT)
            if taken is not None:
                self._number, last = taken.number, time.monotonic()
                if self._still_since is not None and last - self._still_since > CALM_SECONDS:
                    self._capture.calm = True
                yield taken.frame
            elif self._capture.lost:
                self.lost = self._capture.lost
                return
            elif time.monotonic() - last > FRAME_AGE:
                self.lost = no_picture(self._capture.spec, FRAME_AGE)
                return


def _guard(spec: str, tray: Calibration, picture: Picture | None) -> TrayWatch | None:
    """What notices that the camera moves, where the source and the picture that the tray was marked in allow it."""
    return TrayWatch(picture, tray) if picture is not None and spec.startswith(ALWAYS_THE_SAME) else None


def _looked_at(frames: _Frames, watch: _Watch) -> Iterator[Frame]:
    """The frames, of which the watch looks at one every LOOK_SECONDS while the dice lie still."""
    last = -math.inf
    for frame in frames:
        if frames.still and frame.time - last >= LOOK_SECONDS:
            last = frame.time
            watch.look(frame.image)
        yield frame


class _LivePicture:
    """Draws the live picture for whoever asks, not oftener than LIVE_STEP."""

    def __init__(self) -> None:
        self._drawing = threading.Lock()
        self._shown: tuple[object, ...] = ()
        self._drawn_at = 0.0
        self._jpeg: bytes | None = None

    def drawn(self, capture: Capture, outline: Outline, seen: tuple[Sighting, ...]) -> bytes | None:
        """The newest picture of `capture` as JPEG, with the outline and the readings drawn over it."""
        with self._drawing:
            taken = capture.newest
            if taken is None:
                return None
            now = time.monotonic()
            shown = (taken.number, outline, seen, id(capture))
            fresh = self._shown[1:] == shown[1:] and (now - self._drawn_at < LIVE_STEP or self._shown[0] == shown[0])
            if self._jpeg is None or not fresh:
                frame = taken.frame
                self._jpeg = jpeg(draw_readings(frame.image, seen, outline_in_pixels(outline, frame.size)))
                self._shown, self._drawn_at = shown, now
            return self._jpeg
