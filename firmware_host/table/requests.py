"""What people ask of the table besides game commands; all of them enter the one queue."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throw the dice that are not held, where the source can throw by itself (simulated tray, photo folder)."""


@dataclass(frozen=True, slots=True)
class AcceptRoll:
    """Count the dice as they lie in the tray now: answers a question, or counts dice that were set by hand."""


@dataclass(frozen=True, slots=True)
class NameFace:
    """Say which face an unsure die of the tray shows (index from the left, value 1-6)."""

    die: int
    value: int


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """Tap the faces in by hand, left to right: for when the camera is away."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UseSource:
    """Watch another source from now on."""

    spec: str


@dataclass(frozen=True, slots=True)
class UseDiceSet:
    """Read the dice as those of this set from now on, which was taught; as any of their kind where it is empty."""

    name: str


@dataclass(frozen=True, slots=True)
class LookAnew:
    """Change what the eye looks at by calling `change`: what lies there then is no throw."""

    change: Callable[[], None]


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask the coach what to do with the dice that lie; everybody sees the answer."""


@dataclass(frozen=True, slots=True)
class AskAnalysis:
    """Ask what was luck and what was skill in the game that is over."""


Request = ThrowDice | AcceptRoll | NameFace | EnterRoll | UseSource | UseDiceSet | LookAnew | AskHint | AskAnalysis
