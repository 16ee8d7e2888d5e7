"""What teaching dice needs of whoever can see: a school, and what it tells of a lesson. Plain values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_host.table.ports import SettledRoll


@dataclass(frozen=True, slots=True)
class LessonShown:
    """How far a lesson is: looks by face, the face to show next (None: all have enough), what may be done.

    `showings` is how many can be taken back, `ready` whether the set can be learnt, `needed` and `asked` how many looks
    a face needs at least, and how many are asked for.
    """

    name: str
    looks: Mapping[str, int]
    next_face: str | None
    ready: bool
    showings: int
    needed: int
    asked: int


@dataclass(frozen=True, slots=True)
class Learnt:
    """How well a set is read: the part of its looks (0-1) read right by the others, in all and by face.

    `looks` counts them by face, `alike` are pairs of faces that look alike.
    """

    looks: Mapping[str, int]
    estimate: float
    by_face: Mapping[str, float]
    alike: Sequence[tuple[str, str]]


class School(Protocol):
    """Teaches sets of dice, one lesson at a time; raises what devices raise, with a sentence.

    `using` is the set in use, "" for ordinary dice; `chosen` tells whether anybody ever said so. `show` takes dice of
    a settled roll as looks at a face and tells how many were new, and how many lay as at an earlier look. `learn` ends
    the lesson, keeps the set and tells how well it is read.
    """

    @property
    def chosen(self) -> bool: ...
    def names(self) -> Sequence[str]: ...
    def using(self) -> str: ...
    def use(self, name: str) -> None: ...
    def begin(self, name: str, faces: Sequence[str]) -> None: ...
    def lesson(self) -> LessonShown | None: ...
    def show(self, face: str, roll: SettledRoll, dice: Sequence[int]) -> tuple[int, int]: ...
    def take_back(self) -> None: ...
    def learn(self) -> Learnt: ...
    def drop(self) -> None: ...


def as_result(learnt: Learnt) -> dict[str, object]:
    """Return what was learnt as JSON values, to be kept."""
    return {
        "estimate": learnt.estimate,
        "faces": [[face, count, learnt.by_face[face]] for face, count in learnt.looks.items()],
        "alike": [list(pair) for pair in learnt.alike],
    }


def from_result(kept: Mapping[str, Any]) -> Learnt | None:
    """Return what was kept; None where it is none."""
    try:
        faces = [(str(face), int(count), float(share)) for face, count, share in kept["faces"]]
        return Learnt(
            looks={face: count for face, count, _ in faces},
            estimate=float(kept["estimate"]),
            by_face={face: share for face, _, share in faces},
            alike=tuple((str(one), str(other)) for one, other in kept["alike"]),
        )
    except (KeyError, TypeError, ValueError):
        return None
