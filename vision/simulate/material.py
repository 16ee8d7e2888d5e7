"""What dice are made of and what stands on their faces: pips worked out at each point, or pictures laid on."""

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulate.surface import Array, Shape

Colour = tuple[float, float, float]
"""Linear RGB 0-1."""

# Face value on each signed axis of a die, opposite faces adding to seven: +x, -x, +y, -y, +z, -z.
AXIS_VALUES = (2, 5, 3, 4, 1, 6)

_CORNER = ((-1, -1), (1, 1))
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: _CORNER,
    3: (*_CORNER, (0, 0)),
    4: (*_CORNER, (-1, 1), (1, -1)),
    5: (*_CORNER, (-1, 1), (1, -1), (0, 0)),
    6: (*_CORNER, (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""Where the pips of a value stand, in units of their spread."""


@dataclass(frozen=True, eq=False)
class Prints:
    """Pictures on the six faces, by rising value: uint8 (6, S, S, 4), linear RGB and how much of it covers.

    A picture's top row lies at v = 1 of its face, its left column at u = -1; seen from outside it is not mirrored.
    """

    faces: NDArray[np.uint8]
    smaller: dict[int, Array] = field(default_factory=dict, repr=False)

    def level(self, value: int, pixel: float) -> Array:
        """A face's picture, premultiplied float32 0-1, as fine as samples `pixel` half edges apart can show it."""
        step = int(np.clip(np.round(np.log2(max(pixel * self.faces.shape[1] / 2, 1))), 0, 3))
        key = value * 4 + step
        if key not in self.smaller:
            picture = self.faces[value - 1].astype(np.float32) / np.float32(255)
            picture[..., :3] *= picture[..., 3:]
            if step:
                size = picture.shape[0] >> step
                picture = np.asarray(cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA), np.float32)
            self.smaller[key] = picture
        return self.smaller[key]

    @cached_property
    def slopes(self) -> Array:
        """How the cover rises along u and v where it is engraved, float32 (6, S / 2, S / 2, 2)."""
        size = self.faces.shape[1] // 2
        found = np.empty((6, size, size, 2), np.float32)
        for index, face in enumerate(self.faces):
            small = cv2.resize(face[..., 3], (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
            cover: Array = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0) / 255, np.float32)
            found[index, ..., 0] = cv2.Sobel(cover, cv2.CV_32F, 1, 0, scale=0.5)
            found[index, ..., 1] = -cv2.Sobel(cover, cv2.CV_32F, 0, 1, scale=0.5)
        return found


@dataclass(frozen=True, slots=True)
class Material:
    """What a die is made of. Colours are linear RGB 0-1.

    `marble` blends a second colour in veins (0 none, 1 full) whose width is set by `marble_scale`; `gloss` is the
    strength of the highlight; `glow` is how clear the body is: the ground and the far faces shine through.
    `pip_depth` tilts the light in the pips as in a drilled dent (0: flat paint); `ring` hollows the pips out (0 full,
    0.9 thin ring). `speckle` strews grains of the second colour; `wear` rubs paint off and scuffs the edges (0-1).
    `prints` stand on the faces in place of pips.
    """

    body: Colour = (0.85, 0.82, 0.74)
    pip: Colour = (0.02, 0.02, 0.02)
    one: Colour | None = None
    second: Colour = (0.5, 0.5, 0.5)
    marble: float = 0.0
    marble_scale: float = 2.0
    marble_phase: float = 0.0
    gloss: float = 0.4
    glow: float = 0.0
    pip_depth: float = 0.6
    ring: float = 0.0
    speckle: float = 0.0
    wear: float = 0.0
    prints: Prints | None = None


@dataclass(frozen=True, slots=True)
class Markings:
    """What stands at surface points: cover (N,) 0-1, ink (N, 3) linear RGB, and the lean of dents in die axes (N, 3).

    The lean is None where nothing is engraved.
    """

    cover: Array
    ink: Array
    lean: Array | None


def body_colours(points: Array, material: Material, shape: Shape) -> Array:
    """The bare body's colour at points (N, 3) in half edges: linear RGB, (N, 3) or, all one colour, (1, 3)."""
    body = np.asarray(material.body, np.float32)[None]
    second = np.asarray(material.second, np.float32)
    if material.marble > 0:
        vein = _veins(points * np.float32(material.marble_scale), material.marble_phase)
        body = body + (second - body) * (vein * np.float32(material.marble))[:, None]
    if material.speckle > 0:
        cells = np.floor(points * np.float32(18) + np.float32(material.marble_phase))
        chance = np.modf(np.abs(np.sin(cells @ np.array([12.9898, 78.233, 37.719], np.float32))) * 43758.547)[0]
        body = body + (second - body) * (chance < material.speckle * 0.25)[:, None]
    if material.wear > 0:
        near = np.sort(np.abs(points), axis=1)[:, 1]
        edge: Array = np.clip((near - np.float32(1 - shape.rounding)) / np.float32(max(shape.rounding, 0.05)), 0, 1)
        scuffed = edge * _veins(points * np.float32(5), material.marble_phase + 1) * np.float32(material.wear)
        body = np.asarray(body + (np.float32(0.45) - body) * (scuffed * np.float32(0.6))[:, None], np.float32)
    return np.asarray(body, np.float32)


def markings(points: Array, shape: Shape, material: Material, pixel: float) -> Markings:
    """What stands on the faces at points (N, 3) in half edges, seen by samples `pixel` half edges apart."""
    axis = np.argmax(np.abs(points), 1)
    found = (
        _pips(points, axis, shape, material, pixel)
        if material.prints is None
        else _printed(points, axis, material, material.prints, pixel)
    )
    if material.wear > 0:
        rubbed = _veins(points * np.float32(4.3), material.marble_phase + 5)
        left = 1 - np.clip((rubbed - (1 - 0.5 * material.wear)) * 8, 0, 1) * np.float32(0.9)
        return Markings(found.cover * left, found.ink, found.lean)
    return found


def _pips(points: Array, axis: NDArray[np.intp], shape: Shape, material: Material, pixel: float) -> Markings:
    cover = np.zeros(len(points), np.float32)
    lean = np.zeros_like(points)
    ink = np.asarray(material.pip, np.float32)[None]
    if material.one is not None:
        ink = np.repeat(ink, len(points), 0)
    soft = np.float32(max(pixel, 0.01))
    for value, chosen, first, second, _ in _faces(points, axis, shape.mirrored):
        u, v = points[chosen, first], points[chosen, second]
        radius = np.float32(shape.one if value == 1 else shape.pip)
        for x, y in PIPS[value]:
            du = u - np.float32(x * shape.spread * (shape.narrow if value == 6 else 1.0))
            dv = v - np.float32(y * shape.spread)
            away = np.sqrt(du * du + dv * dv)
            disc = np.clip((radius - away) / soft + 0.5, 0, 1)
            if material.ring > 0:
                disc = disc * np.clip((away - radius * np.float32(material.ring)) / soft + 0.5, 0, 1)
            inside = disc > 0
            touched = chosen[inside]
            cover[touched] = np.maximum(cover[touched], disc[inside])
            lean[touched, first] = -du[inside] / radius
            lean[touched, second] = -dv[inside] / radius
        if value == 1 and material.one is not None:
            ink[chosen] = np.asarray(material.one, np.float32)
    return Markings(cover, ink, lean * cover[:, None] if material.pip_depth > 0 else None)


def _printed(points: Array, axis: NDArray[np.intp], material: Material, prints: Prints, pixel: float) -> Markings:
    cover = np.zeros(len(points), np.float32)
    ink = np.zeros((len(points), 3), np.float32)
    lean = np.zeros_like(points) if material.pip_depth > 0 else None
    for value, chosen, first, second, outward in _faces(points, axis, mirrored=False):
        u, v = points[chosen, first] * outward, points[chosen, second]
        here = _sampled(prints.level(value, pixel), u, v)
        cover[chosen] = here[:, 3]
        ink[chosen] = here[:, :3] / np.maximum(here[:, 3:], 1e-3)
        if lean is not None:
            slope = _sampled(prints.slopes[value - 1], u, v) * np.float32(2.5)
            lean[chosen, first] = slope[:, 0] * outward
            lean[chosen, second] = slope[:, 1]
    return Markings(cover, ink, lean)


def _faces(
    points: Array, axis: NDArray[np.intp], mirrored: bool
) -> list[tuple[int, NDArray[np.intp], int, int, np.float32]]:
    """Value, points, the axes of u and v, and the way of u, for each face that shows.

    The way keeps u to the right for who looks at the face from outside.
    """
    found = []
    for face, value in enumerate(AXIS_VALUES):
        along, sign = divmod(face, 2)
        chosen = np.flatnonzero((axis == along) & ((points[:, along] > 0) == (sign == 0)))
        if chosen.size:
            steps = (2, 1) if mirrored else (1, 2)
            first, second = ((along + step) % 3 for step in steps)
            found.append((value, chosen, first, second, np.float32(1 - 2 * sign)))
    return found


def _sampled(picture: Array, u: Array, v: Array) -> Array:
    """A face's picture (S, S, C) at places u, v -1..1, bilinear, shape (N, C)."""
    size, count = picture.shape[0], len(u)
    wide = 1024  # OpenCV's maps have at most 32767 rows
    places = np.full((2, -(-count // wide) * wide), -1, np.float32)
    places[0, :count] = (u + 1) * np.float32(size / 2) - np.float32(0.5)
    places[1, :count] = (1 - v) * np.float32(size / 2) - np.float32(0.5)
    columns, rows = places.reshape(2, -1, wide)
    found = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(found.reshape(-1, picture.shape[2])[:count], np.float32)


def _veins(points: Array, phase: float) -> Array:
    """A smooth solid pattern 0-1 for marbled bodies: sines bent by sines, shape (N,)."""
    x, y, z = points.T
    bent = x + np.sin(2.1 * y + phase) + 0.7 * np.sin(3.3 * z + 2 * phase) + 0.4 * np.sin(5.7 * x + 3 * phase)
    return np.asarray(0.5 + 0.5 * np.sin(1.7 * bent + 1.3 * np.sin(2.9 * z - y + phase)), np.float32)
