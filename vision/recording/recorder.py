"""Records frames as JPEG and results as lines, in its own thread: nothing waits for the disk.

While things move, every frame is kept; of dice that lie still one every STILL_STEP seconds. The frames that a roll
was read from are kept finer than the others.
"""

import hashlib
import logging
import threading
import time
from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue

import cv2

from vision.calibration import Calibration
from vision.errors import VisionError
from vision.frame import Frame, Picture
from vision.pipeline import SettledRoll
from vision.read import KINDS, AskingReader, DiceReader, DiceSets
from vision.recording.errors import RecordingError
from vision.recording.lines import (
    VERSION,
    Back,
    Began,
    ConfirmedFaces,
    DiceInUse,
    EnteredFaces,
    Line,
    Lost,
    Opened,
    Settled,
    Skipped,
    TrueDie,
    Watching,
    settled_line,
)
from vision.recording.parts import Parts
from vision.settle import Moving
from vision.sources.base import Report

log = logging.getLogger(__name__)

STILL_STEP = 2.0
"""Seconds between frames kept of a still tray: as often as it is looked at for a camera that was moved."""

QUALITY = 80
"""Of JPEG, for frames that only have to show whether something moves: 0.1 MB of 1280 x 960 pixels."""

FINE_QUALITY = 95
"""For frames that dice are read from: what the reader says of them then changes as little as by a camera's noise."""

HELD_BACK = 6
"""Frames that wait to be told whether a roll was read from them: one more than are read."""

QUEUE = 15
"""Frames that may wait to be written, a second's; with more of them the disk is too slow and some are skipped."""

REMEMBERED = 20
"""Rolls that the players' word may still be about."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A frame or a line on its way to the disk, or, where it is neither, a place where a part may end."""

    frame: Frame | None = None
    line: Line | None = None
    keep: bool = True
    fine: bool = False


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture to be kept beside the parts."""

    name: str
    content: bytes


class Recorder:
    """An observer that records into `parts`; every call returns at once.

    At most `queue` frames wait for the disk. Those of the taught `sets` that dice are read by are copied into the
    recording. When the disk refuses, recording ends: `fault` then says why, and everything else goes on. `close`
    writes what is waiting and raises RecordingError where the recording is not whole.
    """

    def __init__(self, parts: Parts, sets: DiceSets, queue: int = QUEUE) -> None:
        self._parts = parts
        self._sets = sets
        self._room = queue
        self._telling = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._queue: SimpleQueue[_Waiting | _Picture | None] = SimpleQueue()
        self._skipped = 0
        self._kept_at = 0.0
        self._still = False
        self._dice: DiceInUse | None = None
        self._closed = False
        self.fault = ""
        self._rolls: deque[Settled] = deque(maxlen=REMEMBERED)
        self._thread = threading.Thread(target=self._write_all, name="recorder", daemon=True)
        self._thread.start()

    @property
    def rolls(self) -> tuple[Settled, ...]:
        """The latest rolls, oldest first."""
        with self._telling:
            return tuple(self._rolls)

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self._parts.folder

    def on_source(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """A source is watched from now on; its tray was `marked` in a picture (BGR uint8), None where there is none."""
        name = None
        if marked is not None:
            content = _jpeg(marked, FINE_QUALITY)
            name = f"tray-{hashlib.sha256(content).hexdigest()[:16]}.jpg"
            self._queue.put(_Picture(name, content))
        now = time.monotonic()
        with self._telling:
            self._still = False
            self._kept_at = 0.0
            self._let_go(0)
            sentences = tuple(str(problem) for problem in problems)
            self._record_line(
                Watching(now, spec, report.name, report.locks, tray, name, sentences, camera_pose=report.camera_pose)
            )

    def on_frame(self, frame: Frame) -> None:
        """A frame is about to be processed."""
        with self._telling:
            if self._closed:
                return
            due = not self._still or frame.time - self._kept_at >= STILL_STEP
            if due:
                self._kept_at = frame.time
            self._waiting.append(_Waiting(frame, keep=due))
            self._let_go(HELD_BACK)

    def on_result(self, news: Moving | SettledRoll, reader: object) -> None:
        """What the latest frame led to, and the reader that read it."""
        with self._telling:
            if isinstance(news, Moving):
                self._moving(news)
            else:
                self._settled(news, reader)

    def on_lost(self, reason: str) -> None:
        """The camera is lost."""
        with self._telling:
            self._record_line(Lost(time.monotonic(), str(reason)))
            self._let_go(0)

    def on_back(self) -> None:
        """The camera is back."""
        with self._telling:
            self._record_line(Back(time.monotonic()))

    def on_confirmed(self, roll: Settled, dice: tuple[TrueDie, ...]) -> None:
        """What a roll's dice showed according to the players; no dice if they undid it."""
        with self._telling:
            self._record_line(ConfirmedFaces(roll.time, dice))

    def on_entered(self, faces: tuple[str, ...]) -> None:
        """Faces that players entered by hand."""
        with self._telling:
            self._record_line(EnteredFaces(time.monotonic(), faces))

    def close(self) -> None:
        """Write what is waiting; RecordingError where not everything was kept."""
        with self._telling:
            if not self._closed:
                self._closed = True
                self._let_go(0)
                if self._skipped:
                    self._queue.put(_Waiting(line=Skipped(time.monotonic(), self._skipped)))
                self._queue.put(None)
        self._thread.join()
        if self.fault:
            raise RecordingError(self.fault)

    def _moving(self, news: Moving) -> None:
        frames = [waiting for waiting in self._waiting if waiting.frame is not None]
        # What changed is told by comparison with the frame before, which a part must not begin without.
        for before in frames[-2:]:
            before.keep = True
        if frames and self._still:
            self._waiting.insert(self._waiting.index(frames[-2:][0]), _Waiting())
        self._still = False
        self._record_line(Began(_time_of(frames), news.hand))

    def _settled(self, roll: SettledRoll, reader: object) -> None:
        frames = [waiting for waiting in self._waiting if waiting.frame is not None]
        for waiting in frames:
            waiting.fine = waiting.frame is not None and waiting.frame.time >= roll.since
        self._still = True
        self._kept_at = _time_of(frames)
        dice = _dice_of(reader, roll.since)
        if self._dice is None or (dice.faces, dice.set) != (self._dice.faces, self._dice.set):
            self._dice = dice
            self._record_line(dice)
        settled = settled_line(roll)
        self._rolls.append(settled)
        self._record_line(settled)

    def _record_line(self, line: Line) -> None:
        if self._closed:
            return
        self._waiting.append(_Waiting(line=line))
        if not any(waiting.frame for waiting in self._waiting):
            self._let_go(0)

    def _let_go(self, frames: int) -> None:
        """Hand what waits to the thread that writes, but for so many frames and what was told after them."""
        waiting = sum(one.frame is not None for one in self._waiting)
        while self._waiting and (waiting > frames or frames == 0):
            one = self._waiting.popleft()
            if one.frame is not None:
                waiting -= 1
                if not one.keep:
                    continue
                if self._queue.qsize() >= self._room:
                    self._skipped += 1
                    continue
                if self._skipped:
                    self._queue.put(_Waiting(line=Skipped(one.frame.time, self._skipped)))
                    self._skipped = 0
            self._queue.put(one)

    def _write_all(self) -> None:
        """Write what comes until the end; once that has failed, nothing more."""
        try:
            while (one := self._queue.get()) is not None:
                self._write(one)
        except RecordingError as error:
            self.fault = error.sentence
            log.warning("%s", error)
            while one is not None:
                one = self._queue.get()
        try:
            self._parts.close()
        except RecordingError as error:
            self.fault = self.fault or error.sentence

    def _write(self, one: _Waiting | _Picture) -> None:
        if isinstance(one, _Picture):
            self._parts.keep_file(one.name, one.content)
        elif one.frame is not None:
            jpeg = _jpeg(one.frame.image, FINE_QUALITY if one.fine else QUALITY)
            self._parts.frame(jpeg, one.frame.time, one.frame.number)
        elif one.line is not None:
            self._parts.line(one.line)
            if isinstance(one.line, DiceInUse) and one.line.set is not None:
                self._keep_set(one.line.set)
        else:
            self._parts.split()

    def _keep_set(self, name: str) -> None:
        try:
            DiceSets(self._parts.folder).save(self._sets.load(name))
        except VisionError as error:
            log.warning("The dice set %s is not recorded, only its name: %s", name, error)


def opened(made_by: dict[str, str]) -> Opened:
    """The line that a part begins with, now."""
    return Opened(VERSION, datetime.now(UTC).isoformat(timespec="milliseconds"), time.monotonic(), made_by)


def _dice_of(reader: object, since: float) -> DiceInUse:
    """What kind of dice a reader takes them for; other readers than the project's take them for any."""
    if isinstance(reader, AskingReader):
        return DiceInUse(since, reader.kind)
    if not isinstance(reader, DiceReader):
        return DiceInUse(since)
    name = None if reader.taught_set is None else reader.taught_set.name
    return DiceInUse(
        since, next((kind for kind, faces in KINDS.items() if set(faces) == set(reader.labels)), "any"), name
    )


def _time_of(frames: list[_Waiting]) -> float:
    last = frames[-1].frame if frames else None
    return time.monotonic() if last is None else last.time


def _jpeg(picture: Picture, quality: int) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
