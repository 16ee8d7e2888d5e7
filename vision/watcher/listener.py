"""What the watcher reports, to whom, and what it is told of dice that are not to be thrown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.pipeline import SettledRoll
from vision.settle import Moving


@dataclass(frozen=True, slots=True)
class SourceLost:
    """There are no pictures any more; `reason` is a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class SourceBack:
    """There are pictures again; a settled roll follows."""


@dataclass(frozen=True, slots=True)
class WatcherNoticesChanged:
    """`CameraWatcher.notices` returns something else than before."""


WatcherEvent = Moving | SettledRoll | SourceLost | SourceBack | WatcherNoticesChanged

WatcherListener = Callable[[WatcherEvent], None]
"""Called from the watcher's thread, and from the one that learns dice; returns at once."""


class DieToKeep(Protocol):
    """A die to keep in a throw, left where it lies: its centre in picture pixels and its face."""

    @property
    def x(self) -> float:
        """Pixels from the left."""

    @property
    def y(self) -> float:
        """Pixels from the top."""

    @property
    def face(self) -> str:
        """Its label."""
