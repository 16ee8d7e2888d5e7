"""The form of a die, and where rays meet it: signed distances of a rounded box whose corners a ball may cut."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of a die, all in half edges.

    `rounding` is the radius of the edges, `ball` that of the sphere that cuts the corners (1.73 cuts nothing),
    `pip` the pips' radius, `one` that of the single pip of the one, `spread` the pips' distance from the middle,
    `narrow` squeezes the six (and only it) across its rows. `mirrored` swaps the handedness of the faces.
    """

    rounding: float = 0.15
    ball: float = 1.5
    pip: float = 0.17
    one: float = 0.22
    spread: float = 0.48
    narrow: float = 1.0
    mirrored: bool = False


def trace(start: Array, rays: Array, shape: Shape) -> tuple[NDArray[np.intp], Array]:
    """Where rays first meet the die: indexes of the rays that do, and the points (N, 3) in half edges."""
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    near = ((-1 - start) / safe, (1 - start) / safe)
    enter = widest(np.minimum(*near))
    leave = -widest(-np.maximum(*near))
    live = np.flatnonzero((enter < leave) & (enter > 0))
    along = enter[live]
    found: list[NDArray[np.intp]] = []
    places: list[Array] = []
    for _ in range(24):
        if not live.size:
            break
        points = start + rays[live] * along[:, None]
        gap = _distance(points, shape)
        met = gap < 0.006
        if met.any():
            found.append(live[met])
            places.append(points[met])
        on = ~met
        along = along[on] + gap[on]
        live = live[on]
        inside = along < leave[live]
        live, along = live[inside], along[inside]
    if not found:
        return np.zeros(0, np.intp), np.zeros((0, 3), np.float32)
    return np.concatenate(found), np.concatenate(places)


def normals_of(points: Array, shape: Shape) -> Array:
    """Outward unit normals (N, 3) of the die's surface, in its own axes."""
    apart = np.maximum(np.abs(points) - np.float32(1 - shape.rounding), 1e-5) * np.sign(points)
    ball = (lengths(points) > shape.ball - 0.02)[:, None]
    normals = np.asarray(np.where(ball, points, apart), np.float32)
    return np.asarray(normals / lengths(normals)[:, None], np.float32)


def far_side(points: Array, rays: Array, normals: Array) -> Array:
    """Where rays that enter a clear die at surface points leave it again (N, 3): bent as by acrylic, in half edges."""
    facing = -np.einsum("ij,ij->i", rays, normals)
    bend = np.float32(1 / 1.49)
    across = np.sqrt(np.maximum(1 - bend * bend * (1 - facing * facing), 0))
    inward = bend * rays + (bend * facing - across)[:, None] * normals
    safe = np.where(np.abs(inward) < 1e-5, np.float32(1e-5), inward)
    reach = -widest(np.asarray((points - np.sign(safe)) / safe, np.float32))
    return np.asarray(points + inward * np.maximum(reach, 0)[:, None], np.float32)


def blocked(points: Array, towards: Array, soft: float) -> Array:
    """How much a unit cube (-1..1) stands in the way from points in a common direction, (N,) 0-1.

    `soft` is the length of way inside the cube, in half edges, that hides all.
    """
    safe = np.where(np.abs(towards) < 1e-5, np.float32(1e-5), towards)
    near = ((-1 - points) / safe, (1 - points) / safe)
    enter = np.maximum(widest(np.minimum(*near)), 0)
    leave = -widest(-np.maximum(*near))
    return np.asarray(np.clip((leave - enter) / np.float32(soft), 0, 1), np.float32)


def lengths(vectors: Array) -> Array:
    """Euclidean lengths of (N, 3) vectors; einsum because reducing an axis of three is slow in NumPy."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), np.float32)


def widest(vectors: Array) -> Array:
    """Largest component of (N, 3) vectors; pairwise for the same reason."""
    return np.asarray(np.maximum(np.maximum(vectors[:, 0], vectors[:, 1]), vectors[:, 2]), np.float32)


def _distance(points: Array, shape: Shape) -> Array:
    """Signed distance in half edges from points to the rounded box cut by the ball (both standard formulas)."""
    apart = np.abs(points) - np.float32(1 - shape.rounding)
    box = lengths(np.maximum(apart, 0)) + np.minimum(widest(apart), 0) - np.float32(shape.rounding)
    return np.asarray(np.maximum(box, lengths(points) - np.float32(shape.ball)), np.float32)
