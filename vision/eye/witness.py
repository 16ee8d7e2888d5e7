"""Who is shown everything that an eye looks at, and told everything that it tells: a recorder, or nobody."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from vision.calibration import Calibration
from vision.frame import Frame, Picture
from vision.pipeline import Reader, SettledRoll
from vision.settle import Moving
from vision.sources.base import Report


class Witness(Protocol):
    """Called from the eye's thread; calls return at once."""

    def watches(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """A source is watched from now on; the tray was `marked` in that picture, None where nobody watches over it."""

    def sees(self, frame: Frame) -> None:
        """A frame is about to be looked at."""

    def told(self, news: Moving | SettledRoll, reader: Reader) -> None:
        """What was told of the frame seen last, and the reader by which."""

    def lost(self, reason: str) -> None:
        """The camera is away."""

    def back(self) -> None:
        """The camera is there again."""


class Nobody:
    """Keeps nothing."""

    def watches(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """A source is watched."""

    def sees(self, frame: Frame) -> None:
        """A frame is looked at."""

    def told(self, news: Moving | SettledRoll, reader: Reader) -> None:
        """Something is told."""

    def lost(self, reason: str) -> None:
        """The camera is away."""

    def back(self) -> None:
        """The camera is there again."""


def witnessed(frames: Iterable[Frame], witness: Witness) -> Iterator[Frame]:
    """The frames, each shown to the witness first."""
    for frame in frames:
        witness.sees(frame)
        yield frame
