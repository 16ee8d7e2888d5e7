"""Lit dice in any orientation, drawn onto a given ground picture: NumPy rays against rounded boxes.

The one renderer of the project: the simulated tray draws its frames with it, training its scenes. World axes are
millimetres with z up and the tray at z = 0; a die's own axes run -1..1 across its edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import CameraPose
from vision.simulate.material import AXIS_VALUES, Material, body_colours, markings
from vision.simulate.surface import Array, Shape, blocked, far_side, lengths, normals_of, trace

NOBODY = -1
"""In a picture's owners: no die is seen here."""


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

    def on_top(self, points: Array) -> NDArray[np.bool_]:
        """Which surface points (N, 3), in half edges of the die's own axes, belong to the face that looks up most."""
        axis = int(np.argmax(np.abs(self.rotation[2])))
        height = points[:, axis] * np.sign(self.rotation[2, axis])
        return np.asarray(height > 1 - 0.3 * self.shape.rounding - 0.02, np.bool_)

    def corners(self, inset: float = 0.0) -> Array:
        """The eight corners in the world, shape (8, 3), pulled in by `inset` of the half edge."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        scaled = signs @ self.rotation.T * np.float32((1 - inset) * self.edge / 2)
        return np.asarray(scaled + np.asarray(self.centre, np.float32), np.float32)


@dataclass(frozen=True, slots=True)
class VirtualCamera:
    """A pinhole camera at `eye` (mm) looking at `target`, `focal` in pixels, picture `size` (width, height)."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    focal: float
    size: tuple[int, int]
    roll: float = 0.0

    def axes(self) -> Array:
        """Rows are the picture's right, down and forward directions in the world, shape (3, 3)."""
        return _axes(self.eye, self.target, self.roll)

    def camera_pose(self) -> CameraPose:
        """Where it looks at the ground from."""
        right, down, forward = (float(axis) for axis in self.axes()[:, 2])
        return CameraPose((right, down, forward), self.focal / self.size[0])

    def project(self, points: NDArray[np.floating]) -> Array:
        """World points (N, 3) in mm to picture points (N, 2) in pixels."""
        local = (np.asarray(points, np.float32) - np.asarray(self.eye, np.float32)) @ self.axes().T
        middle = np.array([self.size[0] / 2, self.size[1] / 2], np.float32)
        return np.asarray(local[:, :2] / local[:, 2:] * np.float32(self.focal) + middle, np.float32)


@lru_cache(maxsize=16)
def _axes(eye: tuple[float, float, float], target: tuple[float, float, float], roll: float) -> Array:
    forward = np.subtract(target, eye).astype(np.float32)
    forward /= np.linalg.norm(forward)
    up = np.array([np.sin(roll), np.cos(roll), 0.0], np.float32)
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(forward, right), forward]).astype(np.float32)
    axes.flags.writeable = False  # it is shared
    return axes


@dataclass(frozen=True, slots=True)
class LightPanel:
    """A bright rectangle overhead, a window or a tube: centre (x, y, z) and half sides in mm, turn in radians."""

    centre: tuple[float, float, float]
    half: tuple[float, float]
    turn: float = 0.0
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class LightSource:
    """A lamp above the tray: where it stands (mm), its half width (mm, softens shadows), colour, and the fill.

    `panels` light nothing; they are only seen mirrored in glossy dice.
    """

    position: tuple[float, float, float] = (-200.0, 250.0, 500.0)
    width: float = 60.0
    colour: tuple[float, float, float] = (1.0, 0.97, 0.92)
    fill: float = 0.45
    shadow: float = 0.6
    samples: int = 9
    panels: tuple[LightPanel, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of dice and what of them is seen in it.

    `picture` BGR uint8 (H, W, 3); `owners` int16 (H, W), the index of the die seen at each pixel or NOBODY; `tops`
    bool (H, W), where that is its top face; `areas` (N, 2), the pixels of each die and of its top face within the
    picture as if nothing stood before it.
    """

    picture: NDArray[np.uint8]
    owners: NDArray[np.int16]
    tops: NDArray[np.bool_]
    areas: NDArray[np.int64]


def render(
    dice: Sequence[DiePose], camera: VirtualCamera, light: LightSource, ground: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Draw the dice with their shadows onto a copy of `ground` (BGR uint8, the camera's size)."""
    return draw(dice, camera, light, ground).picture


def draw(dice: Sequence[DiePose], camera: VirtualCamera, light: LightSource, ground: NDArray[np.uint8]) -> Drawn:
    """Draw as `render` does, and tell what of each die is seen."""
    picture: Array = np.asarray(ground, np.float32) / np.float32(255)
    _cast_shadows(picture, dice, camera, light)
    owners = np.full(picture.shape[:2], NOBODY, np.int16)
    tops = np.zeros(picture.shape[:2], np.bool_)
    areas = np.zeros((len(dice), 2), np.int64)
    for index in sorted(range(len(dice)), key=lambda index: -_farness(dice[index], camera)):
        die = dice[index]
        near = [other for other in dice if other is not die and _apart(other, die) < 2.5 * die.edge]
        seen = _draw_die(picture, die, near, camera, light)
        if seen is not None:
            rows, columns, body, top = seen
            owners[rows, columns][body] = index
            tops[rows, columns][body] = top[body]
            areas[index] = body.sum(), (body & top).sum()
    return Drawn(np.asarray(np.clip(picture * 255 + 0.5, 0, 255), np.uint8), owners, tops, areas)


def _farness(die: DiePose, camera: VirtualCamera) -> float:
    return float(np.linalg.norm(np.subtract(die.centre, camera.eye)))


def _apart(one: DiePose, other: DiePose) -> float:
    return float(np.linalg.norm(np.subtract(one.centre, other.centre)))


def _cast_shadows(picture: Array, dice: Sequence[DiePose], camera: VirtualCamera, light: LightSource) -> None:
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
        clear = die.material.glow
        mask *= np.float32(light.shadow * (1 - 0.4 * clear) / (255 * len(outlines)))
        blur = max(0.6, 0.03 * float(np.sqrt(mask.size)))
        mask = cv2.GaussianBlur(mask, (0, 0), blur)
        stained = np.sqrt(np.asarray(die.material.body[::-1], np.float32)) * np.float32(0.6 * clear)
        picture[y0:y1, x0:x1] *= 1 - mask[..., None] * (1 - stained)


def _draw_die(
    picture: Array, die: DiePose, near: Sequence[DiePose], camera: VirtualCamera, light: LightSource
) -> tuple[slice, slice, NDArray[np.bool_], NDArray[np.bool_]] | None:
    """Trace one die and blend it over the picture, in place.

    Gives the rows and columns it was drawn in, and which pixels of them are its own and show its top face.
    """
    height, width = picture.shape[:2]
    outline = camera.project(die.corners())
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1 = min(width, int(np.ceil(outline[:, 0].max())) + 1)
    y1 = min(height, int(np.ceil(outline[:, 1].max())) + 1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    fine = 2 if max(x1 - x0, y1 - y0) < 160 else 1
    columns = (np.arange((x1 - x0) * fine, dtype=np.float32) + 0.5) / fine + x0 - np.float32(camera.size[0] / 2)
    rows = (np.arange((y1 - y0) * fine, dtype=np.float32) + 0.5) / fine + y0 - np.float32(camera.size[1] / 2)
    axes = camera.axes()
    rays = (
        columns[None, :, None] * axes[0] + rows[:, None, None] * axes[1] + np.float32(camera.focal) * axes[2]
    ).reshape(-1, 3)
    rays /= lengths(rays)[:, None]
    half = np.float32(die.edge / 2)
    start = (np.subtract(camera.eye, die.centre).astype(np.float32) @ die.rotation) / half
    rays = rays @ die.rotation
    hit, points = trace(start, rays, die.shape)
    layers = np.zeros((rows.size * columns.size, 5), np.float32)  # colour, cover, top face
    if hit.size:
        under = picture[y0:y1, x0:x1].reshape(-1, 3).mean(0)
        pixel = _farness(die, camera) / camera.focal / float(half) / fine
        layers[hit, :3] = _shade(points, rays[hit], die, near, light, under, pixel)
        layers[hit, 3] = 1
        layers[hit, 4] = die.on_top(points)
    layers = layers.reshape(rows.size, columns.size, 5)
    if fine > 1:
        layers = (layers[::2, ::2] + layers[1::2, ::2] + layers[::2, 1::2] + layers[1::2, 1::2]) * np.float32(0.25)
    region = picture[y0:y1, x0:x1]
    region *= 1 - layers[..., 3:4]
    region += layers[..., :3]
    return slice(y0, y1), slice(x0, x1), layers[..., 3] > 0.5, layers[..., 4] > 0.5


def _shade(
    points: Array, rays: Array, die: DiePose, near: Sequence[DiePose], light: LightSource, under: Array, pixel: float
) -> Array:
    """Colours of surface points as gamma-encoded BGR 0-1, shape (N, 3)."""
    material = die.material
    marks = markings(points, die.shape, material, pixel)
    normals = normals_of(points, die.shape)
    dented = normals
    if marks.lean is not None:
        dented = normals + marks.lean * np.float32(material.pip_depth)
        dented /= lengths(dented)[:, None]
    world = dented @ die.rotation.T
    body = body_colours(points, material, die.shape)
    ground = np.square(under[::-1])
    if material.glow > 0:
        body = _clear_body(body, points, rays, normals, die, ground, pixel)
    albedo = body + (marks.ink - body) * marks.cover[:, None]
    place = np.asarray(light.position, np.float32) - np.asarray(die.centre, np.float32)
    towards = place / np.linalg.norm(place)
    direct = np.maximum(world @ towards, 0) * np.float32(1 - light.fill)
    around = np.float32(light.fill) * (0.6 + 0.4 * world[:, 2])
    if near:
        reached, open_sky = _neighbours_shade(points, world, die, near, place)
        direct, around = direct * reached, around * open_sky
    bounce = (0.5 - 0.5 * world[:, 2])[:, None] * ground[None] * np.float32(0.25)
    lit = albedo * ((direct + around)[:, None] * np.asarray(light.colour, np.float32) + bounce)
    if material.glow > 0:
        behind = np.maximum(-(world @ towards), 0) * (1 - marks.cover)
        lit = lit + body * (np.float32(0.25 * material.glow) * behind)[:, None]
    seen = rays @ die.rotation.T
    halfway = towards - seen
    halfway /= lengths(halfway)[:, None]
    shine = np.maximum(np.einsum("ij,ij->i", world, halfway), 0)
    eighth = cv2.pow(shine, 8).ravel()
    gloss = np.float32(material.gloss) * (0.6 * cv2.pow(eighth, 8).ravel() + 0.12 * eighth)
    facing = 1 - np.abs(np.einsum("ij,ij->i", dented, rays))
    rim = np.float32(0.08 * material.gloss) * facing**3
    lit = lit + (gloss + rim)[:, None] * np.asarray(light.colour, np.float32)
    if light.panels and material.gloss > 0.1:
        mirrored = seen - 2 * np.einsum("ij,ij->i", seen, world)[:, None] * world
        where = points @ die.rotation.T * np.float32(die.edge / 2) + np.asarray(die.centre, np.float32)
        lit = lit + (np.float32(material.gloss) * (0.1 + 0.6 * facing**4) * _mirrored(where, mirrored, light))[:, None]
    return np.asarray(cv2.pow(np.clip(lit, 0, 1.5)[:, ::-1], 1 / 2.2), np.float32)


def _clear_body(
    body: Array, points: Array, rays: Array, normals: Array, die: DiePose, ground: Array, pixel: float
) -> Array:
    """The body's colour with what shines through it: the ground, darker below the die, and the marks of far faces."""
    leaving = far_side(points, rays, normals)
    far = markings(leaving * np.float32(1.02), die.shape, die.material, pixel * 2)
    down = -(leaving @ die.rotation.T)[:, 2:]
    through = ground * (0.75 - 0.5 * np.clip(down, 0, 1)) + 0.12
    through = through + (far.ink * np.float32(0.8) - through) * (far.cover * np.float32(0.75))[:, None]
    clear = np.float32(0.85 * die.material.glow)
    return np.asarray(body * (1 - clear * 0.75) + np.sqrt(body) * through * clear, np.float32)


def _neighbours_shade(
    points: Array, world: Array, die: DiePose, near: Sequence[DiePose], lamp: Array
) -> tuple[Array, Array]:
    """How much of the lamp and of the surroundings' light neighbouring dice leave to each point, each (N,) 0-1."""
    reached = np.ones(len(points), np.float32)
    open_sky = np.ones(len(points), np.float32)
    where = points @ die.rotation.T * np.float32(die.edge / 2)
    for other in near:
        offset = np.subtract(other.centre, die.centre).astype(np.float32)
        half = np.float32(other.edge / 2)
        local = (where - offset) @ other.rotation / half
        towards = np.asarray((lamp - offset) @ other.rotation, np.float32)[None]
        reached *= 1 - blocked(local, towards / lengths(towards)[:, None], 0.5) * np.float32(
            1 - other.material.glow / 2
        )
        away = offset - where
        far = np.maximum(lengths(away), half)
        facing = np.maximum(np.einsum("ij,ij->i", world, away) / far + 0.15, 0)
        open_sky *= 1 - np.minimum(facing * np.square(half * np.float32(1.15) / far), 0.85)
    return reached, open_sky


def _mirrored(where: Array, rays: Array, light: LightSource) -> Array:
    """How bright the panels are that rays from places in the world (N, 3) meet, (N,)."""
    bright = np.zeros(len(where), np.float32)
    for panel in light.panels:
        rise = np.maximum(rays[:, 2], 1e-3)
        reach = (np.float32(panel.centre[2]) - where[:, 2]) / rise
        x = where[:, 0] + rays[:, 0] * reach - np.float32(panel.centre[0])
        y = where[:, 1] + rays[:, 1] * reach - np.float32(panel.centre[1])
        cosine, sine = np.float32(np.cos(panel.turn)), np.float32(np.sin(panel.turn))
        along = panel.half[0] - np.abs(x * cosine + y * sine)
        across = panel.half[1] - np.abs(y * cosine - x * sine)
        soft = np.float32(0.05 * panel.centre[2])
        inside = np.clip(along / soft, 0, 1) * np.clip(across / soft, 0, 1)
        bright += np.where(rays[:, 2] > 0.02, inside * np.float32(panel.strength), 0)
    return bright
