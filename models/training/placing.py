"""Where the dice of training pictures lie: free, touching, at the wall, tilted, stacked; never one in another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.training.appearance import DieAppearance
from models.training.labels import AT_WALL, COCKED, LYING, STACKED, TOUCHING, UNDER
from models.training.trays import TrayShape
from vision.simulate.dice import DiePose, lying, spin
from vision.simulate.layout import DiePlace, overlap

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Placed:
    """A die in the world, how it lies (see models.training.labels), and its family."""

    pose: DiePose
    lies: int
    family: int


@dataclass(frozen=True, slots=True)
class Habits:
    """How often dice do not lie freely, as chances."""

    touching: float = 0.25
    at_wall: float = 0.25
    cocked: float = 0.07
    stacked: float = 0.03


def scattered(
    rng: Rng, looks: Sequence[DieAppearance], edge: float, reach: float, tray: TrayShape | None, habits: Habits
) -> list[Placed]:
    """A die for each look within `reach` mm of the middle, in the tray where there is one; fewer where none fits."""
    placed: list[Placed] = []
    taken: list[DiePlace] = []
    middle, spread = np.zeros(2), reach
    if rng.random() < 0.3:
        middle, spread = rng.uniform(-0.5, 0.5, 2) * reach, edge * 1.6
    for look in looks:
        size = edge * float(rng.uniform(0.97, 1.03))
        if placed and rng.random() < habits.stacked and _stack(rng, placed, look):
            continue
        for _ in range(14):
            place, lies = _candidate(rng, taken, size, middle, spread, tray, habits)
            if (tray is None or tray.holds(place, 0.2)) and not any(overlap(place, other) for other in taken):
                taken.append(place)
                placed.append(standing(rng, look, place, lies, habits.cocked))
                break
    return placed


def standing(
    rng: Rng, look: DieAppearance, place: DiePlace, lies: int, cocked: float, value: int | None = None
) -> Placed:
    """A die at a place, with the given or any value up, tilted with the chance `cocked`."""
    up = int(rng.integers(1, 7)) if value is None else value
    pose = DiePose((place.x, place.y, place.edge / 2), lying(up, place.heading), place.edge, look.shape, look.material)
    if rng.random() < cocked:
        return Placed(tilted(rng, pose, float(rng.uniform(13, 45))), COCKED, look.family)
    pose = tilted(rng, pose, abs(float(rng.normal(0, 0.8))))  # cloth is never quite flat
    return Placed(pose, lies, look.family)


def tilted(rng: Rng, pose: DiePose, degrees: float) -> DiePose:
    """The die leaning by an angle about an axis by chance, its lowest corner still on the ground."""
    turn = rng.uniform(0, 2 * np.pi)
    leaned = replace(
        pose, rotation=np.asarray(spin((np.cos(turn), np.sin(turn), 0), degrees) @ pose.rotation, np.float32)
    )
    ground = pose.centre[2] - pose.edge / 2
    lowest = float(leaned.corners()[:, 2].min())
    return replace(leaned, centre=(pose.centre[0], pose.centre[1], pose.centre[2] + ground - lowest))


def beside(rng: Rng, neighbour: DiePlace, edge: float) -> DiePlace:
    """A place right at a neighbour: side by side and shifted, or with a corner at its side."""
    turn = np.radians(neighbour.heading + 90 * int(rng.integers(4)))
    heading = np.degrees(turn)
    gap = (neighbour.edge + edge) / 2 * float(rng.choice([1.005, rng.uniform(1.005, 1.1)]))
    if rng.random() < 0.4:
        heading += float(rng.uniform(0, 90))
        slant = np.radians(heading - np.degrees(turn))
        gap = neighbour.edge / 2 * 1.01 + edge / 2 * float(abs(np.cos(slant)) + abs(np.sin(slant)))
    shift = edge * float(rng.uniform(-0.8, 0.8))
    x = neighbour.x + gap * np.cos(turn) - shift * np.sin(turn)
    y = neighbour.y + gap * np.sin(turn) + shift * np.cos(turn)
    return DiePlace(float(x), float(y), float(heading % 360), edge)


def _candidate(
    rng: Rng,
    taken: Sequence[DiePlace],
    edge: float,
    middle: np.ndarray,
    spread: float,
    tray: TrayShape | None,
    habits: Habits,
) -> tuple[DiePlace, int]:
    if taken and rng.random() < habits.touching:
        return beside(rng, taken[int(rng.integers(len(taken)))], edge), TOUCHING
    if tray is not None and rng.random() < habits.at_wall:
        return _at_wall(rng, tray, edge), AT_WALL
    x, y = middle + rng.uniform(-1, 1, 2) * spread
    return DiePlace(float(x), float(y), float(rng.uniform(0, 360)), edge), LYING


def _at_wall(rng: Rng, tray: TrayShape, edge: float) -> DiePlace:
    index = int(rng.integers(len(tray.floor)))
    one, two = tray.floor[index], tray.floor[(index + 1) % len(tray.floor)]
    along = (two - one) / np.linalg.norm(two - one)
    inward = np.array([-along[1], along[0]])
    inward = inward if (tray.floor.mean(0) - one) @ inward > 0 else -inward
    heading = np.degrees(np.arctan2(along[1], along[0])) + float(
        rng.choice([0.0, rng.normal(0, 8), rng.uniform(0, 90)])
    )
    slant = np.radians(heading) - np.arctan2(along[1], along[0])
    away = edge / 2 * (abs(np.cos(slant)) + abs(np.sin(slant))) + 0.25 + abs(float(rng.normal(0, 0.4)))
    point = one + (two - one) * rng.uniform(0.05, 0.95) + inward * away
    return DiePlace(float(point[0]), float(point[1]), float(heading % 360), edge)


def _stack(rng: Rng, placed: list[Placed], look: DieAppearance) -> bool:
    """Put a die on one that lies flat and free; False where there is none."""
    free = [index for index, die in enumerate(placed) if die.lies in (LYING, TOUCHING, AT_WALL)]
    if not free:
        return False
    index = free[int(rng.integers(len(free)))]
    below = placed[index].pose
    x, y = np.array(below.centre[:2]) + rng.uniform(-0.35, 0.35, 2) * below.edge
    centre = (float(x), float(y), below.centre[2] + below.edge)
    rotation = lying(int(rng.integers(1, 7)), float(rng.uniform(0, 360)))
    upper = DiePose(centre, rotation, below.edge, look.shape, look.material)
    placed[index] = replace(placed[index], lies=UNDER)
    placed.append(Placed(upper, STACKED, look.family))
    return True
