"""What every source of frames offers, real or simulated."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

from vision.camera_pose import CameraPose
from vision.errors import CannotThrowError
from vision.frame import Frame
from vision.geometry import Kept
from vision.sentence import Sentence, say

WANTED = (1280, 960)
"""Pixels, width and height, asked of cameras: enough for 40 a die, light on a Pi."""

RATE = 15.0
"""Frames a second, also of cameras that insist on giving more: unpacking what nobody looks at costs a Pi the most."""

WARM_UP = 1.5
"""Seconds that a camera's automatics have to find the light and the focus, before they are locked."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A setting of a camera that is to stay as it is: what was asked of the driver, and what it answers afterwards.

    `asked` is None where the camera has no such setting, `answered` where the driver does not tell it.
    """

    setting: str
    asked: float | None
    answered: float | None

    @property
    def held(self) -> bool:
        """Whether the driver answers what was asked, give or take 3 %: drivers round to their own steps."""
        if self.asked is None or self.answered is None:
            return False
        return abs(self.answered - self.asked) <= 0.03 * abs(self.asked)


@dataclass(frozen=True, slots=True)
class Report:
    """What a source reports: a name for people, its locked settings, and what it is reopened by.

    `identity` is what makes it the same device, tray or photograph then, in words of the source's own. `camera_pose` is
    known to a simulated camera alone.
    """

    name: str = ""
    identity: str = ""
    locks: tuple[Lock, ...] = ()
    camera_pose: CameraPose | None = None


@dataclass(slots=True)
class ResumeState:
    """What a source needs to know when it is reopened, to continue as it was.

    `began` is when it was first opened (monotonic seconds), `report` what it last reported.
    """

    began: float = field(default_factory=time.monotonic)
    report: Report = field(default_factory=Report)


class Source(Protocol):
    """Gives frames until it is closed; a lost or closed source is reopened, never read again.

    `throw` and `close` may be called from another thread than `read`.
    """

    @property
    def spec(self) -> str:
        """The name that opens it again."""

    @property
    def can_throw(self) -> bool:
        """Whether it throws dice when asked."""

    @property
    def is_live(self) -> bool:
        """Whether a sensor's noise makes every picture differ from the one before, and all have one size."""

    @property
    def report(self) -> Report:
        """What it reports now."""

    def read(self, timeout: float) -> Frame:
        """Wait for the next frame.

        It paces itself: a caller that asks again at once gets the source's own frame rate, a late one the newest
        picture. Raises SourceLostError when no frame came within about `timeout` seconds or the device is gone, and
        PictureError for a frame that is no picture, after which reading may go on.
        """

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        """Throw all of `count` dice but the kept ones; return before they lie still. Raises CannotThrowError.

        They are of a `kind` ("pips" or "poker") where the source has dice of several.
        """

    def close(self) -> None:
        """Let go of the device or file; it may be called twice."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ClosableSource(ABC):
    """`with source:` closes it at the end."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the device or file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class WatchOnlySource(ClosableSource, ABC):
    """The part of a source that sees what people throw and throws nothing itself."""

    @property
    @abstractmethod
    def spec(self) -> str:
        """How the source is named."""

    @property
    def can_throw(self) -> bool:
        """No: throwing is for people."""
        return False

    def throw(
        self,
        kept: Sequence[Kept],  # noqa: ARG002 - every source has the same shape
        count: int = 5,  # noqa: ARG002
        kind: str | None = None,  # noqa: ARG002
    ) -> None:
        """Raise CannotThrowError."""
        raise CannotThrowError(say("This source only watches. Throw the dice by hand."))


def no_picture(title: str, seconds: float) -> Sentence:
    """Say that a source of this title gives no pictures any more."""
    return say("{source} has given no picture for {seconds} s. Is it plugged in?", source=title, seconds=f"{seconds:g}")
