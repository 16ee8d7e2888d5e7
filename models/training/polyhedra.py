"""Dice that are no cubes, to be told from those that are: solids of 4, 8, 10, 12 and 20 sides with numbers."""

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Faces = tuple[tuple[int, ...], ...]

SIDES = (4, 8, 10, 12, 20)

_GOLDEN = (1 + 5**0.5) / 2


@lru_cache(maxsize=len(SIDES))
def solid(sides: int) -> tuple[Points, Faces]:
    """Corners (N, 3) at most 1 from the middle, and the faces as corners in order around them; sides as in SIDES."""
    corners = _corners(sides)
    corners = corners / np.linalg.norm(corners, axis=1).max()
    return corners, _faces(corners)


def resting(sides: int, face: int, heading: float) -> tuple[Points, Faces]:
    """The solid lying on one of its faces on z = 0, turned by `heading` radians."""
    corners, faces = solid(sides)
    one, two, three = corners[list(faces[face][:3])]
    down = np.cross(two - one, three - one)
    down = down / np.linalg.norm(down) * (1 if one @ np.cross(two - one, three - one) > 0 else -1)
    side = np.cross(down, [np.cos(heading), np.sin(heading), 0.3])
    side = side / np.linalg.norm(side)
    axes = np.stack([side, np.cross(side, down), -down])
    turned = corners @ axes.T
    cosine, sine = np.cos(heading), np.sin(heading)
    turned = turned @ np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]).T
    return np.asarray(turned - [0, 0, turned[:, 2].min()]), faces


def _corners(sides: int) -> Points:
    if sides == 4:
        return np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
    if sides == 8:
        return np.concatenate([np.eye(3), -np.eye(3)])
    if sides == 10:
        turns = np.radians(np.arange(10) * 36)
        height = (1 - np.cos(np.radians(36))) / (1 + np.cos(np.radians(36)))
        belt = np.stack([np.cos(turns), np.sin(turns), height * (-1) ** np.arange(10)], 1)
        return np.concatenate([belt, [(0, 0, 1), (0, 0, -1)]])
    signs = np.array([(0, one, two) for one in (-1, 1) for two in (-1, 1)], float)
    if sides == 20:
        base = signs * (0, 1, _GOLDEN)
        return np.concatenate([np.roll(base, turn, 1) for turn in range(3)])
    base = signs * (0, 1 / _GOLDEN, _GOLDEN)
    cube = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return np.concatenate([cube, *(np.roll(base, turn, 1) for turn in range(3))])


def _faces(corners: Points) -> Faces:
    """The faces of a convex solid: each plane through three corners that has all others on one side."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for three in combinations(range(len(corners)), 3):
        one, two, last = corners[list(three)]
        normal = np.cross(two - one, last - one)
        if np.linalg.norm(normal) < 1e-9:
            continue
        normal = normal / np.linalg.norm(normal)
        normal = normal if normal @ one > 0 else -normal
        heights = corners @ normal
        if heights.max() > one @ normal + 1e-6:
            continue
        on = np.flatnonzero(heights > one @ normal - 1e-6)
        middle = corners[on].mean(0)
        first = corners[on[0]] - middle
        second = np.cross(normal, first)
        turns = np.arctan2((corners[on] - middle) @ second, (corners[on] - middle) @ first)
        found[tuple(on.tolist())] = tuple(int(corner) for corner in on[np.argsort(turns)])
    return tuple(found.values())
