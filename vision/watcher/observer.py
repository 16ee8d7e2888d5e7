"""Observers see every frame and every result of a watcher: a recorder, or nobody."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from vision.calibration import Calibration
from vision.frame import Frame, Picture
from vision.pipeline import PictureReader, SettledRoll
from vision.settle import Moving
from vision.sources.base import Report


class FrameObserver(Protocol):
    """Called from the watcher's thread; calls return at once."""

    def on_source(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """A source is watched from now on; its tray was `marked` in a picture, None for no guard."""

    def on_frame(self, frame: Frame) -> None:
        """A frame is about to be processed."""

    def on_result(self, news: Moving | SettledRoll, reader: PictureReader) -> None:
        """What the latest frame led to, and the reader that read it."""

    def on_lost(self, reason: str) -> None:
        """The camera is lost."""

    def on_back(self) -> None:
        """The camera is back."""


class NullObserver:
    """Ignores everything."""

    def on_source(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """A source is watched."""

    def on_frame(self, frame: Frame) -> None:
        """A frame is processed."""

    def on_result(self, news: Moving | SettledRoll, reader: PictureReader) -> None:
        """There is a result."""

    def on_lost(self, reason: str) -> None:
        """The camera is lost."""

    def on_back(self) -> None:
        """The camera is back."""


def observed(frames: Iterable[Frame], observer: FrameObserver) -> Iterator[Frame]:
    """The frames, each shown to the observer first."""
    for frame in frames:
        observer.on_frame(frame)
        yield frame
