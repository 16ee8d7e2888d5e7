"""What every source of frames offers, real or simulated."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from vision.errors import CannotThrowError
from vision.frame import Frame
from vision.geometry import Kept


class Source(Protocol):
    """Gives frames until it is closed; a lost or closed source is opened anew, never read again.

    `throw` may be called from another thread than `read`.
    """

    @property
    def spec(self) -> str:
        """The name that opens it again."""

    @property
    def can_throw(self) -> bool:
        """Whether it throws dice when asked."""

    def read(self, timeout: float) -> Frame:
        """Wait for the next frame.

        It paces itself: a caller that asks again at once gets the source's own frame rate, a late one the newest
        picture. Raises SourceLostError when no frame came within about `timeout` seconds or the device is gone.
        """

    def throw(self, kept: Sequence[Kept], count: int = 5) -> None:
        """Throw all of `count` dice but the kept ones; return before they lie still. Raises CannotThrowError."""

    def close(self) -> None:
        """Let go of the device or file; it may be called twice."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing(ABC):
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


class OnlyWatching(Closing, ABC):
    """The part of a source that sees what people throw and throws nothing itself."""

    @property
    @abstractmethod
    def spec(self) -> str:
        """How the source is named."""

    @property
    def can_throw(self) -> bool:
        """No: throwing is for people."""
        return False

    def throw(self, kept: Sequence[Kept], count: int = 5) -> None:  # noqa: ARG002 - every source has the same shape
        """Raise CannotThrowError."""
        raise CannotThrowError(f"{self.spec} only watches; throw the dice by hand and let them lie still")
