"""The simulated tray of a script as a camera that fails when the script says so."""

import logging
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import cv2
import numpy as np

from vision.errors import PictureError, ScriptError, SourceLostError, SourceUnavailableError
from vision.frame import Frame, Picture, as_picture
from vision.geometry import Kept
from vision.sentence import say
from vision.simulate.script import (
    Black,
    Block,
    Drop,
    Fault,
    Freeze,
    Garble,
    Resize,
    Stale,
    Unplug,
)
from vision.simulate.script_file import read_script
from vision.simulate.scripted import ScriptedTray
from vision.simulate.tray import CAMERA_POSE
from vision.sources.base import ClosableSource, Report, ResumeState, no_picture
from vision.sources.kind import Open, SourceKind
from vision.sources.pace import FrameClock, FramePace, MonotonicClock

Kind = TypeVar("Kind", bound=Fault)

log = logging.getLogger(__name__)


class ScriptedCamera(ClosableSource):
    """Looks at the tray of a script, which begins when the source is first opened and goes on while it is away.

    The file is read again whenever it changes, so that events may be added while it plays. Raises
    SourceUnavailableError for a script that cannot be played, with all its faults, and while the camera is unplugged.
    """

    is_live = True

    def __init__(self, path: Path, clock: FrameClock | None = None, memory: ResumeState | None = None) -> None:
        self._path = path
        self._clock = clock or MonotonicClock()
        self._began = memory.began if memory else self._clock.now()
        self._written = _written(path)
        try:
            self._script = read_script(path)
        except ScriptError as error:
            # not for players
            raise SourceUnavailableError(f"The script {path} cannot be played. {'; '.join(error.faults)}.") from error
        if self._fault(Unplug):
            raise SourceUnavailableError(say("{source} is unplugged by its script.", source=_title()))
        self._tray = ScriptedTray(self._script, memory.report.identity if memory else "")
        self._pace = FramePace(self._script.rate, self._clock)
        self._dropping = np.random.default_rng(self._script.seed)
        self._asked: SimpleQueue[tuple[tuple[Kept, ...], int, str | None]] = SimpleQueue()
        self._last: Picture | None = None
        self._closed = False
        self._count = 0

    @property
    def spec(self) -> str:
        """`sim:script=FILE`."""
        return f"sim:script={self._path}"

    @property
    def can_throw(self) -> bool:
        """Yes, besides what the script throws."""
        return True

    @property
    def report(self) -> Report:
        """The script's name; opened again with the dice as they lie."""
        return Report(self._path.stem, self._tray.state(), camera_pose=CAMERA_POSE)

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Throw all of `count` dice but the kept ones with the next frame; raises CannotThrowError."""
        self._tray.tray.check(kept, count, kind)
        self._asked.put((tuple(kept), count, kind))

    def read(self, timeout: float) -> Frame:
        """Wait until the next frame is due and give it, or fail as the script says."""
        given_up = self._clock.now() + timeout
        while True:
            now = self._pace.wait()
            if self._closed:
                raise SourceLostError(f"{self.spec} was closed.")  # not for players
            self._reread()
            time = now - self._began
            while not self._asked.empty():
                kept, count, kind = self._asked.get()
                self._tray.throw(kept, time, count, kind)
            frame = self._frame(now, time)
            if frame is not None:
                return frame
            if now >= given_up:
                raise SourceLostError(no_picture(_title(), timeout))

    def close(self) -> None:
        """Show nothing any more."""
        self._closed = True

    def _frame(self, now: float, time: float) -> Frame | None:
        """The frame of this moment; None where it is dropped."""
        if self._fault(Unplug):
            raise SourceLostError(say("{source} is unplugged by its script.", source=_title()))
        block = self._fault(Block)
        if block:
            self._clock.sleep(block.at + block.seconds - time)  # a driver that hangs knows of no timeout
        drop = self._fault(Drop)
        if drop and self._dropping.random() < drop.share:
            return None
        self._count += 1
        if self._fault(Garble):
            raise PictureError(f"{self.spec} has given something that is no picture.")  # not for players
        stale = self._fault(Stale)
        return Frame(self._picture(time), now - (stale.age if stale else 0.0), self._count - 1)

    def _picture(self, time: float) -> Picture:
        if self._last is None or not self._fault(Freeze):
            self._last = self._tray.picture(time)
        if self._fault(Black):
            return np.zeros_like(self._last)
        resize = self._fault(Resize)
        if resize:
            return as_picture(cv2.resize(self._last, (resize.width, resize.height), interpolation=cv2.INTER_AREA))
        return self._last

    def _fault(self, kind: type[Kind]) -> Kind | None:
        """The fault of a kind that the script says the camera has now."""
        time = self._clock.now() - self._began
        events = (event for event in self._script.events if isinstance(event, kind))
        return next((event for event in events if event.at <= time < event.at + event.seconds), None)

    def _reread(self) -> None:
        written = _written(self._path)
        if written == self._written:
            return
        self._written = written
        try:
            self._script = read_script(self._path)
            self._tray.follow(self._script)
        except ScriptError as error:
            log.warning("%s is played on as it was: %s", self._path, error)


def _written(path: Path) -> int:
    """When the file was last written (nanoseconds); 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _find(file: str) -> Open | None:
    if not file:
        return None
    return lambda clock, memory: ScriptedCamera(Path(file).expanduser(), clock, memory)


def _title(_file: str = "", _name: str = "") -> str:
    return say("Simulated tray (by a script)")


SCRIPTED = SourceKind(
    "sim:script=",
    ("sim:script=FILE (a simulated tray where what a script says happens)",),
    _find,
    _title,
    file=lambda file: Path(file).name,
    fixed_view=True,
    plays_itself=True,
)
