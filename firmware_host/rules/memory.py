"""What rules remember of closed boxes: the little that the rest of a game can still depend on.

Bonuses, `worth` and `forbids` may see the whole card. Each declares here what it needs of it, as one whole number that
changes whenever a box is closed, so that two cards with the same open boxes and the same memory have the same future.
That makes an exact analysis of a game possible; playing needs none of it.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Memory:
    """One number kept for the points in `boxes`: `start` while all are open, then `after(number, box, points)`.

    The order in which boxes are closed must not matter. A rule that declares a memory may use the points of these
    boxes only as far as the number determines them; every rule may always see whether a box is closed.
    """

    boxes: tuple[str, ...]
    after: Callable[[int, str, int], int]
    start: int = 0


def sum_of_points(boxes: tuple[str, ...]) -> Memory:
    """Remember the sum of the boxes."""
    return Memory(boxes, lambda number, box, points: number + points)  # noqa: ARG005 - the signature of `after`


def sum_up_to(boxes: tuple[str, ...], most: int) -> Memory:
    """Remember the sum of boxes that never score below 0; beyond `most` it makes no difference."""
    return Memory(boxes, lambda number, box, points: min(number + points, most))  # noqa: ARG005 - as above


def all_scored(boxes: tuple[str, ...]) -> Memory:
    """Remember whether none of these boxes was closed for 0: 1, or 0 once one was."""
    return Memory(boxes, lambda number, box, points: int(number and points != 0), start=1)  # noqa: ARG005 - as above


def scored(box: str) -> Memory:
    """Remember whether any slot of a box holds points: 1, or 0 while it is open or closed for 0."""
    return Memory((box,), lambda number, box, points: int(number or points != 0))  # noqa: ARG005 - as above


def holds(box: str, exactly: int) -> Memory:
    """Remember whether a box with one slot holds `exactly` these points: 1, otherwise 0."""
    return Memory((box,), lambda number, box, points: int(points == exactly))  # noqa: ARG005 - as above
