"""Teaching dice: the port that learns them from a few examples of each face, and its plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_host.table.ports import SeenRoll


@dataclass(frozen=True, slots=True)
class EnrolmentView:
    """How far a lesson is: examples (`looks`) by face, and the face to show next (None: all have enough).

    `showings` is how many showings can be taken back, `ready` whether the set can be learnt, `needed` how many examples
    a face needs at least, `asked` how many help.
    """

    name: str
    looks: Mapping[str, int]
    next_face: str | None
    ready: bool
    showings: int
    needed: int
    asked: int


@dataclass(frozen=True, slots=True)
class EnrolmentResult:
    """How well a set is read: the share (0-1) of its examples that the others read correctly, overall and by face.

    `looks` counts the examples by face; `alike` are pairs of faces that look alike.
    """

    looks: Mapping[str, int]
    estimate: float
    by_face: Mapping[str, float]
    alike: Sequence[tuple[str, str]]


class EnrolmentPort(Protocol):
    """Teaches sets of dice, one lesson at a time; raises what devices raise, with a sentence.

    `using` is the set in use, "" for ordinary dice; `chosen` tells whether anybody chose it. `show` takes dice of a
    settled roll as examples of a face and returns how many were new, and how many lay as in an earlier example. `learn`
    ends the lesson, saves the set and returns how well it is read. `kind` says which faces ("pips", "poker") the dice
    of a set have, or without a set those that a source is bound to; "" where nobody knows.
    """

    @property
    def chosen(self) -> bool: ...
    def names(self) -> Sequence[str]: ...
    def using(self) -> str: ...
    def use(self, name: str) -> None: ...
    def kind(self, name: str, source: str) -> str: ...
    def begin(self, name: str, faces: Sequence[str]) -> None: ...
    def lesson(self) -> EnrolmentView | None: ...
    def show(self, face: str, roll: SeenRoll, dice: Sequence[int]) -> tuple[int, int]: ...
    def take_back(self) -> None: ...
    def learn(self) -> EnrolmentResult: ...
    def drop(self) -> None: ...


def as_result(learnt: EnrolmentResult) -> dict[str, object]:
    """Return the result as JSON values, to be saved."""
    return {
        "estimate": learnt.estimate,
        "faces": [[face, count, learnt.by_face[face]] for face, count in learnt.looks.items()],
        "alike": [list(pair) for pair in learnt.alike],
    }


def from_result(kept: Mapping[str, Any]) -> EnrolmentResult | None:
    """Return a saved result; None if it cannot be understood."""
    try:
        faces = [(str(face), int(count), float(share)) for face, count, share in kept["faces"]]
        return EnrolmentResult(
            looks={face: count for face, count, _ in faces},
            estimate=float(kept["estimate"]),
            by_face={face: share for face, _, share in faces},
            alike=tuple((str(one), str(other)) for one, other in kept["alike"]),
        )
    except (KeyError, TypeError, ValueError):
        return None
