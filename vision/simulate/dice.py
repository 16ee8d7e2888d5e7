"""Lit dice in any orientation, drawn onto a given ground picture: NumPy rays against rounded boxes.

The one renderer of the project: the simulated tray draws its frames with it, training its scenes. World axes are
millimetres with z up and the tray at z = 0; a die's own axes run -1..1 across its edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

# Face value on each signed axis of a die, opposite faces adding to seven: +x, -x, +y, -y, +z, -z.
AXIS_VALUES = (2, 5, 3, 4, 1, 6)

_CORNER = ((-1, -1), (1, 1))
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: _CORNER,
    3: (*_CORNER, (0, 0)),
    4: (*_CORNER, (-1, 1), (1, -1)),
    5: (*_CORNER, (-1, 1), (1, -1), (0, 0)),
    6: (*_CORNER, (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class Material:
    """What a die is made of. Colours are linear RGB 0-1.

    `marble` blends a second colour in veins (0 none, 1 full) whose width is set by `marble_scale`; `gloss` is the
    strength of the highlight; `glow` lets the ground's colour through, as translucent dice do. `pip_depth` tilts
    the light in the pips as in a drilled dent (0: flat paint); `ring` hollows the pips out (0 full, 0.9 thin ring).
    """

    body: tuple[float, float, float] = (0.85, 0.82, 0.74)
    pip: tuple[float, float, float] = (0.02, 0.02, 0.02)
    one: tuple[float, float, float] | None = None
    second: tuple[float, float, float] = (0.5, 0.5, 0.5)
    marble: float = 0.0
    marble_scale: float = 2.0
    marble_phase: float = 0.0
    gloss: float = 0.4
    glow: float = 0.0
    pip_depth: float = 0.6
    ring: float = 0.0


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


@dataclass(frozen=True, slots=True)
class DiePose:
    """A die in the world: centre (x, y, z) and edge in mm, rotation as 3x3 (die axes to world axes), its looks."""

    centre: tuple[float, float, float]
    rotation: Array
    edge: float = 16.0
    shape: Shape = field(default_factory=Shape)
    material: Material = field(default_factory=Material)

    @property
    def top(self) -> int:
        """Value of the face that looks up most."""
        ups = self.rotation[2]
        axis = int(np.argmax(np.abs(ups)))
        return AXIS_VALUES[2 * axis + (0 if ups[axis] > 0 else 1)]

    @property
    def tilt(self) -> float:
        """Angle in degrees between the top face and the tray; 0 for a die that lies flat."""
        return float(np.degrees(np.arccos(min(1.0, np.abs(self.rotation[2]).max()))))

    def corners(self, inset: float = 0.0) -> Array:
        """The eight corners in the world, shape (8, 3), pulled in by `inset` of the half edge."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        scaled = signs @ self.rotation.T * np.float32((1 - inset) * self.edge / 2)
        return np.asarray(scaled + np.asarray(self.centre, np.float32), np.float32)


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera at `eye` (mm) looking at `target`, `focal` in pixels, picture `size` (width, height)."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    focal: float
    size: tuple[int, int]
    roll: float = 0.0

    def axes(self) -> Array:
        """Rows are the picture's right, down and forward directions in the world, shape (3, 3)."""
        forward = np.subtract(self.target, self.eye).astype(np.float32)
        forward /= np.linalg.norm(forward)
        up = np.array([np.sin(self.roll), np.cos(self.roll), 0.0], np.float32)
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(forward, right), forward]).astype(np.float32)

    def project(self, points: NDArray[np.floating]) -> Array:
        """World points (N, 3) in mm to picture points (N, 2) in pixels."""
        local = (np.asarray(points, np.float32) - np.asarray(self.eye, np.float32)) @ self.axes().T
        middle = np.array([self.size[0] / 2, self.size[1] / 2], np.float32)
        return np.asarray(local[:, :2] / local[:, 2:] * np.float32(self.focal) + middle, np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp above the tray: where it stands (mm), its half width (mm, softens shadows), colour, and the fill."""

    position: tuple[float, float, float] = (-200.0, 250.0, 500.0)
    width: float = 60.0
    colour: tuple[float, float, float] = (1.0, 0.97, 0.92)
    fill: float = 0.45
    shadow: float = 0.6
    samples: int = 9


def spin(axis: Sequence[float], degrees: float) -> Array:
    """The rotation by an angle about an axis, shape (3, 3) (Rodrigues' formula, by OpenCV)."""
    vector = np.asarray(axis, np.float64)
    vector = vector / np.linalg.norm(vector) * np.radians(degrees)
    return np.asarray(cv2.Rodrigues(vector)[0], np.float32)


def lying(value: int, heading: float) -> Array:
    """The rotation of a die lying flat with `value` up, turned by `heading` degrees about the vertical."""
    index = AXIS_VALUES.index(value)
    axis, sign = divmod(index, 2)
    if axis == 2:
        lift = spin((1, 0, 0), 180.0 * sign)
    elif axis == 0:
        lift = spin((0, 1, 0), 90.0 if sign else -90.0)
    else:
        lift = spin((1, 0, 0), -90.0 if sign else 90.0)
    return np.asarray(spin((0, 0, 1), heading) @ lift, np.float32)


def render(dice: Sequence[DiePose], camera: Camera, light: Light, ground: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw the dice with their shadows onto a copy of `ground` (BGR uint8, the camera's size)."""
    picture: Array = np.asarray(ground, np.float32) / np.float32(255)
    _cast_shadows(picture, dice, camera, light)
    far_first = sorted(dice, key=lambda die: -float(np.linalg.norm(np.subtract(die.centre, camera.eye))))
    for die in far_first:
        _draw_die(picture, die, camera, light)
    return np.asarray(np.clip(picture * 255 + 0.5, 0, 255), np.uint8)


def _cast_shadows(picture: Array, dice: Sequence[DiePose], camera: Camera, light: Light) -> None:
    """Darken the ground where each die hides a part of the lamp; in place."""
    height, width = picture.shape[:2]
    lamp = np.asarray(light.position, np.float32)
    side = np.cross(lamp, [0, 0, 1])
    side = side / (np.linalg.norm(side) + 1e-6)
    other = np.cross(lamp / np.linalg.norm(lamp), side)
    count = max(1, light.samples)
    turns = np.arange(count) * 2.399963  # golden angle: spreads the samples evenly over the lamp's disc
    radii = light.width * np.sqrt((np.arange(count) + 0.5) / count)
    lamps = lamp + np.outer(radii * np.cos(turns), side) + np.outer(radii * np.sin(turns), other)
    for die in dice:
        corners = die.corners(die.shape.rounding * 0.25)
        outlines = []
        for point in lamps:
            reach = corners[:, 2:] / np.maximum(point[2] - corners[:, 2:], 1.0)
            fallen = corners - (point - corners) * np.maximum(reach, 0)
            fallen[:, 2] = 0
            outlines.append(cv2.convexHull(camera.project(fallen).reshape(-1, 1, 2)))
        every = np.concatenate(outlines).reshape(-1, 2)
        x0, y0 = np.maximum(np.floor(every.min(0)).astype(int) - 3, 0)
        x1 = min(width, int(every[:, 0].max()) + 4)
        y1 = min(height, int(every[:, 1].max()) + 4)
        if x1 - x0 < 2 or y1 - y0 < 2:
            continue
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        for outline in outlines:
            layer = np.zeros(mask.shape, np.uint8)
            shifted = ((outline - np.array([[[x0, y0]]])) * 16).astype(np.int32)
            cv2.fillConvexPoly(layer, shifted, 255, cv2.LINE_AA, 4)
            mask += layer
        mask *= np.float32(light.shadow / (255 * len(outlines)))
        blur = max(0.6, 0.03 * float(np.sqrt(mask.size)))
        mask = cv2.GaussianBlur(mask, (0, 0), blur)
        picture[y0:y1, x0:x1] *= 1 - mask[..., None]


def _draw_die(picture: Array, die: DiePose, camera: Camera, light: Light) -> None:
    """Trace one die and blend it over the picture; in place."""
    height, width = picture.shape[:2]
    outline = camera.project(die.corners())
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1 = min(width, int(np.ceil(outline[:, 0].max())) + 1)
    y1 = min(height, int(np.ceil(outline[:, 1].max())) + 1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    fine = 2 if max(x1 - x0, y1 - y0) < 160 else 1
    columns = (np.arange((x1 - x0) * fine, dtype=np.float32) + 0.5) / fine + x0 - np.float32(camera.size[0] / 2)
    rows = (np.arange((y1 - y0) * fine, dtype=np.float32) + 0.5) / fine + y0 - np.float32(camera.size[1] / 2)
    axes = camera.axes()
    rays = (
        columns[None, :, None] * axes[0] + rows[:, None, None] * axes[1] + np.float32(camera.focal) * axes[2]
    ).reshape(-1, 3)
    rays /= _lengths(rays)[:, None]
    half = np.float32(die.edge / 2)
    start = (np.subtract(camera.eye, die.centre).astype(np.float32) @ die.rotation) / half
    rays = rays @ die.rotation
    hit, points = _trace(start, rays, die.shape)
    size = (rows.size, columns.size)
    tint = np.ones((rows.size * columns.size, 3), np.float32)
    cover = np.zeros(rows.size * columns.size, np.float32)
    if hit.size:
        under = picture[y0:y1, x0:x1].reshape(-1, 3).mean(0)
        distance = float(np.linalg.norm(np.subtract(camera.eye, die.centre)))
        pixel = distance / camera.focal / float(half) / fine
        tint[hit] = _shade(points, rays[hit], die, light, under, pixel)
        cover[hit] = 1
    colour = (tint * cover[:, None]).reshape(*size, 3)
    alpha = cover.reshape(size)
    if fine > 1:
        colour = cv2.resize(colour, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(alpha, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    region = picture[y0:y1, x0:x1]
    region *= 1 - alpha[..., None]
    region += colour


def _trace(start: Array, rays: Array, shape: Shape) -> tuple[NDArray[np.intp], Array]:
    """Where the rays first meet the die: indexes of the rays that do, and the points (N, 3) in half edges."""
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    near = ((-1 - start) / safe, (1 - start) / safe)
    enter = _widest(np.minimum(*near))
    leave = -_widest(-np.maximum(*near))
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


def _distance(points: Array, shape: Shape) -> Array:
    """Signed distance in half edges from points to the rounded box cut by the ball (both standard formulas)."""
    apart = np.abs(points) - np.float32(1 - shape.rounding)
    box = _lengths(np.maximum(apart, 0)) + np.minimum(_widest(apart), 0) - np.float32(shape.rounding)
    return np.asarray(np.maximum(box, _lengths(points) - np.float32(shape.ball)), np.float32)


def _lengths(vectors: Array) -> Array:
    """Euclidean lengths of (N, 3) vectors; einsum because reducing an axis of three is slow in NumPy."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), np.float32)


def _widest(vectors: Array) -> Array:
    """Largest component of (N, 3) vectors; pairwise for the same reason."""
    return np.asarray(np.maximum(np.maximum(vectors[:, 0], vectors[:, 1]), vectors[:, 2]), np.float32)


def _normals(points: Array, shape: Shape) -> Array:
    """Outward unit normals (N, 3) of the die's surface, in its own axes."""
    apart = np.maximum(np.abs(points) - np.float32(1 - shape.rounding), 1e-5) * np.sign(points)
    ball = (_lengths(points) > shape.ball - 0.02)[:, None]
    normals = np.asarray(np.where(ball, points, apart), np.float32)
    return np.asarray(normals / _lengths(normals)[:, None], np.float32)


def _pips(points: Array, shape: Shape, material: Material, pixel: float) -> tuple[Array, Array, NDArray[np.bool_]]:
    """How much of a pip covers each point (0-1), the lean of its dent in die axes (N, 3), and whether it is a one."""
    cover = np.zeros(len(points), np.float32)
    lean = np.zeros_like(points)
    ones = np.zeros(len(points), np.bool_)
    axis = np.argmax(np.abs(points), 1)
    soft = np.float32(max(pixel, 0.01))
    for face, value in enumerate(AXIS_VALUES):
        along, sign = divmod(face, 2)
        chosen = np.flatnonzero((axis == along) & ((points[:, along] > 0) == (sign == 0)))
        if not chosen.size:
            continue
        first, second = ((along + 1) % 3, (along + 2) % 3) if not shape.mirrored else ((along + 2) % 3, (along + 1) % 3)
        u, v = points[chosen, first], points[chosen, second]
        radius = np.float32(shape.one if value == 1 else shape.pip)
        for x, y in _PIPS[value]:
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
        if value == 1:
            ones[chosen] = True
    return cover, lean, ones


def _shade(points: Array, rays: Array, die: DiePose, light: Light, under: Array, pixel: float) -> Array:
    """Colours of surface points as gamma-encoded BGR 0-1, shape (N, 3)."""
    material = die.material
    cover, lean, ones = _pips(points, die.shape, material, pixel)
    normals = _normals(points, die.shape)
    dented = normals + lean * (cover * np.float32(material.pip_depth))[:, None]
    dented /= _lengths(dented)[:, None]
    world = dented @ die.rotation.T
    body = np.asarray(material.body, np.float32)[None]
    if material.marble > 0:
        vein = _veins(points * np.float32(material.marble_scale), material.marble_phase)
        body = body + (np.asarray(material.second, np.float32) - body) * (vein * np.float32(material.marble))[:, None]
    if material.glow > 0:
        ground = np.square(under[::-1])
        body = body * (1 - np.float32(material.glow) * 0.5) + body * ground * np.float32(material.glow * 0.8)
    ink = np.asarray(material.pip, np.float32)[None]
    if material.one is not None:
        ink = np.where(ones[:, None], np.asarray(material.one, np.float32)[None], ink)
    albedo = body + (ink - body) * cover[:, None]
    place = np.asarray(light.position, np.float32) - np.asarray(die.centre, np.float32)
    towards = place / np.linalg.norm(place)
    direct = np.maximum(world @ towards, 0) * np.float32(1 - light.fill)
    around = np.float32(light.fill) * (0.6 + 0.4 * world[:, 2])
    bounce = (0.5 - 0.5 * world[:, 2])[:, None] * np.square(under[::-1])[None] * np.float32(0.25)
    lit = albedo * ((direct + around)[:, None] * np.asarray(light.colour, np.float32) + bounce)
    if material.glow > 0:
        lit = lit + body * np.float32(0.25 * material.glow) * np.maximum(-(world @ towards), 0)[:, None]
    halfway = towards - rays @ die.rotation.T
    halfway /= _lengths(halfway)[:, None]
    shine = np.maximum(np.einsum("ij,ij->i", world, halfway), 0)
    gloss = np.float32(material.gloss) * (0.6 * shine**60 + 0.12 * shine**8)
    rim = np.float32(0.08 * material.gloss) * (1 - np.abs(np.einsum("ij,ij->i", dented, rays))) ** 3
    lit = lit + (gloss + rim)[:, None] * np.asarray(light.colour, np.float32)
    return np.asarray(np.clip(lit, 0, 1.5)[:, ::-1] ** np.float32(1 / 2.2), np.float32)


def _veins(points: Array, phase: float) -> Array:
    """A smooth solid pattern 0-1 for marbled bodies: sines bent by sines, shape (N,)."""
    x, y, z = points.T
    bent = x + np.sin(2.1 * y + phase) + 0.7 * np.sin(3.3 * z + 2 * phase) + 0.4 * np.sin(5.7 * x + 3 * phase)
    return np.asarray(0.5 + 0.5 * np.sin(1.7 * bent + 1.3 * np.sin(2.9 * z - y + phase)), np.float32)
