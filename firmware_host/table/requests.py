"""What people ask of the table besides game commands; all of them enter the one queue."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ticket:
    """What comes with a request: an id of its own, empty for none, and the moment of the game it is meant for.

    A request that comes again with the same id is not done again. One that is meant for another moment than the
    present one is refused; None fits any.
    """

    id: str = ""
    moment: str | None = None

    def fits(self, moment: str) -> bool:
        """Whether the request is meant for this moment."""
        return self.moment in (None, moment)


ANY_TIME = Ticket()
"""For requests that come once."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throw the dice that are not held, where the source can throw by itself (simulated tray, photo folder).

    With `keep` (indices from the left) exactly these dice are held first, in the same step.
    """

    keep: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class AcceptRoll:
    """Count the dice in the tray now: answers a question, or counts dice that were set by hand."""


@dataclass(frozen=True, slots=True)
class NameFace:
    """Say which face an unsure die of the tray shows (index from the left, value 1-6)."""

    die: int
    value: int


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """Enter a roll by hand, left to right: for when the camera is lost."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UseSource:
    """Watch another source from now on."""

    spec: str


@dataclass(frozen=True, slots=True)
class UseDiceSet:
    """Read the dice by this dice set from now on; if the name is empty, as any dice of their kind."""

    name: str


@dataclass(frozen=True, slots=True)
class ApplyCameraChange:
    """Change the camera's view by calling `change`; dice found there afterwards are not a throw."""

    change: Callable[[], None]


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask the coach what to do with these dice; everybody sees the answer."""


@dataclass(frozen=True, slots=True)
class SetAim:
    """Let the coach advise for the win, or for points, where both can be aimed at; everybody sees it."""

    for_win: bool


@dataclass(frozen=True, slots=True)
class SetCaution:
    """Let the coach advise for points with one of the `CAUTIONS`, from bold (-2) to safe (2); everybody sees it."""

    caution: int


@dataclass(frozen=True, slots=True)
class AskAnalysis:
    """Ask for the luck and skill of the finished game."""


Request = (
    ThrowDice
    | AcceptRoll
    | NameFace
    | EnterRoll
    | UseSource
    | UseDiceSet
    | ApplyCameraChange
    | AskHint
    | SetAim
    | SetCaution
    | AskAnalysis
)
