"""A script's tray watched as a capture watches it, on a clock that nobody waits for."""

from collections.abc import Iterator
from pathlib import Path

from vision.errors import PictureError, SourceLostError, SourceUnavailableError
from vision.frame import Frame
from vision.sentence import Sentence
from vision.sources import ResumeState, open_source
from vision.sources.frame_health import PATIENCE, FrameHealth

RETRY = 0.5
"""Seconds after which a camera that was lost is tried again."""


class NoWaiting:
    """A clock that passes only when someone waits."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Watched:
    """A script's frames: doubtful ones are passed over, a lost camera is opened anew.

    `lost` and `faults` are what was said of the camera, as templates, each once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = NoWaiting()
        self.lost: list[str] = []
        self.faults: list[str] = []
        self._openings = 0

    def frames(self, seconds: float) -> Iterator[Frame]:
        """The frames that can be believed of so many seconds."""
        memory = ResumeState(began=0.0)
        while self.clock.time < seconds:
            try:
                with open_source(f"sim:script={self.path}", clock=self.clock, memory=memory) as source:
                    self._openings += 1
                    health = FrameHealth(live=source.is_live)
                    while self.clock.time < seconds:
                        try:
                            frame = source.read(1.5)
                            fault = health.fault(frame, self.clock.time)
                        except PictureError as error:
                            self._note(self.faults, error.sentence)
                            continue
                        if fault is None:
                            yield frame
                        else:
                            self._note(self.faults, fault.reason)
            except SourceUnavailableError as error:
                self._note(self.lost, error.sentence)
                self.clock.sleep(RETRY)
            except SourceLostError as error:
                memory.report = source.report
                self._note(self.lost, error.sentence)
                self.clock.sleep(RETRY)

    def watches(self, seconds: float) -> Iterator[Iterator[Frame]]:
        """The same frames, those between two losses of the camera together; each part is to be used up in turn.

        Doubtful pictures are a loss once they last longer than PATIENCE.
        """
        frames = self.frames(seconds)
        first = next(frames, None)
        while first is not None:
            later: list[Frame] = []
            yield self._until_lost(first, frames, later)
            first = later[0] if later else None

    def _until_lost(self, first: Frame, frames: Iterator[Frame], later: list[Frame]) -> Iterator[Frame]:
        opening, last = self._openings, first
        yield first
        for frame in frames:
            if self._openings != opening or frame.time - last.time > PATIENCE:
                later.append(frame)
                return
            last = frame
            yield frame

    @staticmethod
    def _note(noted: list[str], reason: str) -> None:
        template = reason.template if isinstance(reason, Sentence) else reason
        if template not in noted:
            noted.append(template)
