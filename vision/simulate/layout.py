"""Where dice come to lie: places that fit beside each other in the tray."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

EDGE = 17.0
"""Millimetres: a die's edge."""

HALF_WIDTH, HALF_DEPTH = 128.0, 94.0
"""Millimetres from the middle of the tray to its rim, across and along."""

FROM_RIM = 15.0
"""Millimetres: a die's centre keeps this far from the rim, half of its diagonal and a little."""


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where a die lies: centre in mm from the tray's middle (y away from the player), heading in degrees, its edge.

    It lies flat on the cloth, unless it leans by so many degrees or has something of `base` mm under it.
    """

    x: float
    y: float
    heading: float
    edge: float = EDGE
    lean: float = 0.0
    base: float = 0.0

    def outline(self) -> npt.NDArray[np.float64]:
        """The die's four corners seen from above, shape (4, 2), in mm."""
        turn = math.radians(self.heading)
        along = np.array([math.cos(turn), math.sin(turn)]) * self.edge / 2
        across = np.array([-along[1], along[0]])
        centre = np.array([self.x, self.y])
        return np.array(
            [centre + along + across, centre - along + across, centre - along - across, centre + along - across]
        )

    def away(self, other: "DiePlace") -> float:
        """Millimetres between the centres."""
        return math.hypot(self.x - other.x, self.y - other.y)


def overlap(one: DiePlace, other: DiePlace) -> bool:
    """Whether two dice would stand in each other (two squares do not when a line along some side parts them)."""
    first, second = one.outline(), other.outline()
    for corners in (first, second):
        for side in (corners[1] - corners[0], corners[2] - corners[1]):
            ours, theirs = first @ side, second @ side
            if ours.max() <= theirs.min() or theirs.max() <= ours.min():
                return False
    return True


def inside(place: DiePlace) -> DiePlace:
    """The nearest place that lies within the tray."""
    width, depth = HALF_WIDTH - FROM_RIM, HALF_DEPTH - FROM_RIM
    return replace(place, x=min(max(place.x, -width), width), y=min(max(place.y, -depth), depth))


def free_place(taken: Sequence[DiePlace], random: np.random.Generator, *, touching: float = 0.2) -> DiePlace:
    """A place by chance that overlaps none of the taken ones; with the chance `touching` right beside one of them."""
    return next(
        place
        for place in _tries(taken, random, touching)
        if place == inside(place) and not any(overlap(place, other) for other in taken)
    )


def touching_place(neighbour: DiePlace, taken: Sequence[DiePlace], random: np.random.Generator) -> DiePlace:
    """A place by chance side by side with a neighbour; one that is free, where a few tries find one."""
    for _ in range(40):
        place = against(neighbour, random)
        if place == inside(place) and not any(overlap(place, other) for other in taken):
            return place
    return beside(place, taken)


def beside(wanted: DiePlace, taken: Sequence[DiePlace]) -> DiePlace:
    """The wanted place, or the nearest of a spiral around it that overlaps none of the taken ones."""
    step = 0
    while True:
        turn, radius = step * 2.4, 0.15 * EDGE * math.sqrt(step)
        place = inside(DiePlace(wanted.x + radius * math.cos(turn), wanted.y + radius * math.sin(turn), wanted.heading))
        if not any(overlap(place, other) for other in taken):
            return place
        step += 1


def against(neighbour: DiePlace, random: np.random.Generator) -> DiePlace:
    """A place side by side with a neighbour, shifted along the common side by up to half an edge."""
    heading = neighbour.heading + 90.0 * int(random.integers(4))
    turn = math.radians(heading)
    gap, shift = EDGE * 1.01, EDGE * float(random.uniform(-0.5, 0.5))
    x = neighbour.x + gap * math.cos(turn) - shift * math.sin(turn)
    y = neighbour.y + gap * math.sin(turn) + shift * math.cos(turn)
    return DiePlace(x, y, heading % 360)


def _tries(taken: Sequence[DiePlace], random: np.random.Generator, touching: float) -> Iterator[DiePlace]:
    close = bool(taken) and random.random() < touching
    while True:
        if close:
            neighbour = taken[int(random.integers(len(taken)))]
            yield against(neighbour, random)
            close = random.random() < 0.9
        else:
            width, depth = HALF_WIDTH - FROM_RIM, HALF_DEPTH - FROM_RIM
            x, y = random.uniform(-width, width), random.uniform(-depth, depth)
            yield DiePlace(float(x), float(y), float(random.uniform(0, 360)))
