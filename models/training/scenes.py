"""Rendered scenes of dice with exact labels: random sets, places, trays, things, hands, light and camera, by seeds."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.appearance import PIPS, DieAppearance, held_out_look, pip_look, poker_look, siblings
from models.training.grounds import Image, ground, light_bars, lit, stuff
from models.training.hands import draw_hand
from models.training.labels import COVERED, FLAT_DEGREES, NOT_READABLE, POKER, Label
from models.training.placing import Habits, Placed, scattered
from models.training.things import FLAT, SOLID, ThingCanvas
from models.training.trays import TrayShape, any_tray, draw_tray, near_walls
from vision.simulate.dice import NOBODY, Drawn, LightPanel, LightSource, VirtualCamera, draw

Rng = np.random.Generator
Picture = NDArray[np.uint8]

SEED = 20261120
SIDE = 448
"""Side of a scene in pixels."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What surrounds the dice: the tray, how many things lie about, and the chances of a hand and of light bars.

    A hand that `grabs` reaches for the first die, any other for a die or for the ground.
    """

    tray: TrayShape | None
    things: int
    hand: float = 0.1
    bars: float = 0.08
    grabs: bool = False


def scene(seed: int, held_out: bool = False) -> tuple[Picture, tuple[Label, ...]]:
    """Render the scene of a seed: picture (SIDE, SIDE, 3) BGR and the labels of every die that is seen at all.

    With `held_out` its poker dice are of families that no training scene shows.
    """
    rng, edge, width, camera = _begun(seed, int(held_out))
    reach = edge * SIDE / width / 2
    tray = any_tray(rng, reach, edge) if rng.random() < 0.4 else None
    placed = scattered(rng, _sets(rng, reach, edge, held_out), edge, reach, tray, _habits(rng))
    things = 0 if rng.random() < 0.5 and placed else int(rng.integers(1, 7))
    picture, labels = compose(rng, camera, edge, width, placed, Setting(tray, things))
    return picture, tuple(label for label in labels if label is not None)


def bare_scene(seed: int) -> Picture:
    """A scene in which nothing lies: ground and trays, often under bars of light; (SIDE, SIDE, 3) BGR."""
    rng, edge, width, camera = _begun(seed, 2)
    tray = any_tray(rng, edge * SIDE / width / 2, edge) if rng.random() < 0.4 else None
    return compose(rng, camera, edge, width, [], Setting(tray, 0, hand=0, bars=0.5))[0]


def camera_of(seed: int, held_out: bool = False) -> VirtualCamera:
    """The camera that sees the scene of a seed."""
    return _begun(seed, int(held_out))[3]


def _begun(seed: int, kind: int) -> tuple[Rng, float, float, VirtualCamera]:
    """What a scene begins with: its chances, a die's edge in mm and its width in pixels, and the camera."""
    rng = np.random.default_rng([SEED, seed, kind])
    edge = float(rng.uniform(10, 25))
    width = float(np.exp(rng.uniform(np.log(24), np.log(125))))
    return rng, edge, width, any_camera(rng, edge, width, SIDE)


def compose(
    rng: Rng, camera: VirtualCamera, edge: float, width: float, placed: list[Placed], setting: Setting
) -> tuple[Picture, tuple[Label | None, ...]]:
    """A picture of placed dice of about `edge` mm, `width` pixels wide, in a setting.

    Beside it a label for each of them in turn, None for one of which nothing is seen.
    """
    size = camera.size[0]
    light = any_light(rng)
    if setting.tray is None:
        backdrop = ground(rng, size, width)
    else:
        table, floor = stuff(rng, size, width), stuff(rng, size, width)
        backdrop = draw_tray(table, floor, setting.tray, camera, light)
    stage = _stage(np.asarray(lit(rng, backdrop, width) * 255, np.uint8), camera, light, edge)
    _strew(rng, stage, placed, setting.things)
    poses = [die.pose for die in placed]
    drawn = draw(poses, camera, light, stage.picture)
    covers = []
    picture = drawn.picture
    if setting.tray is not None:
        walls, cover = near_walls(setting.tray, camera, picture.shape)
        if cover.any():
            picture = _over(picture, walls, cover)
            covers.append(cover)
    if placed and rng.random() < 0.04:  # something lies over the dice
        upper = _stage(picture, camera, light, edge)
        x, y = np.array(placed[int(rng.integers(len(placed)))].pose.centre[:2]) + rng.normal(0, edge, 2)
        FLAT[rng.integers(len(FLAT))](rng, upper, float(x), float(y))
        picture = upper.picture
        covers.append(np.asarray(upper.cover / np.float32(255), np.float32))
    if rng.random() < setting.hand:
        skin = np.asarray(picture / np.float32(255), np.float32)
        covers.append(
            draw_hand(rng, skin, width, _fingertip(rng, placed[:1] if setting.grabs else placed, camera, width))
        )
        picture = np.asarray(skin.clip(0, 1) * 255, np.uint8)
    if rng.random() < setting.bars:
        bars = light_bars(rng, size, width)[..., None] * np.float32(rng.uniform(20, 110))
        picture = np.asarray(np.minimum(picture + bars, 255), np.uint8)
    for cover in covers:
        drawn.owners[cover > 0.5] = NOBODY
    return picture, tuple(label_of(index, die, drawn, camera) for index, die in enumerate(placed))


def any_camera(rng: Rng, edge: float, width: float, size: int) -> VirtualCamera:
    """A camera by chance that shows a die of `edge` mm in its middle `width` pixels wide; square pictures."""
    height = edge * rng.uniform(15, 60)
    tilt = np.radians(abs(rng.normal(0, 16)) if rng.random() < 0.8 else rng.uniform(0, 45))
    side = rng.uniform(0, 2 * np.pi)
    away = height * np.tan(min(tilt, np.radians(50)))
    eye = (float(away * np.cos(side)), float(away * np.sin(side)), float(height))
    focal = width / edge * float(np.hypot(height, away))
    return VirtualCamera(eye, (0, 0, 0), focal, (size, size), float(rng.uniform(0, 2 * np.pi)))


def any_light(rng: Rng) -> LightSource:
    """A lamp by chance, hard or wide, warm or cold, with bright panels that glossy dice mirror."""
    lift = np.radians(rng.uniform(25, 88))
    turn = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(400, 1500)
    place = (far * np.cos(lift) * np.cos(turn), far * np.cos(lift) * np.sin(turn), far * np.sin(lift))
    warm = rng.uniform(0.6, 1.05)
    panels = []
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.5 else 0):
        centre = (float(rng.normal(0, 500)), float(rng.normal(0, 500)), float(rng.uniform(500, 1800)))
        half = (float(rng.uniform(60, 500)), float(rng.uniform(40, 250)))
        panels.append(LightPanel(centre, half, float(rng.uniform(0, np.pi)), float(rng.uniform(0.5, 4))))
    return LightSource(
        (float(place[0]), float(place[1]), float(place[2])),
        float(far * rng.choice([0.01, 0.05, 0.15, 0.3])),
        (1.0, float(0.5 + 0.5 * warm), float(warm)),
        float(rng.uniform(0.2, 0.7)),
        float(rng.uniform(0.25, 0.85)),
        panels=tuple(panels),
    )


def any_set(rng: Rng, held_out: bool) -> DieAppearance:
    """A set of dice: with pips or poker dice, each half of the time."""
    if rng.random() < 0.5:
        return pip_look(rng)
    return held_out_look(rng) if held_out else poker_look(rng)


def _sets(rng: Rng, reach: float, edge: float, held_out: bool) -> list[DieAppearance]:
    most = int(np.clip((2 * reach / edge) ** 2 / 5, 1, 9))
    count = 0 if rng.random() < 0.09 else int(rng.integers(1, most + 1))
    if most == 9 and rng.random() < 0.08:
        count = int(rng.integers(10, 25))
    if rng.random() < 0.65:
        return siblings(rng, any_set(rng, held_out), count)
    sets = [any_set(rng, held_out) for _ in range(min(count, 4))]
    return [siblings(rng, sets[int(rng.integers(len(sets)))], 1)[0] for _ in range(count)]


def _habits(rng: Rng) -> Habits:
    return Habits(touching=0.75) if rng.random() < 0.3 else Habits()


def _stage(picture: Picture, camera: VirtualCamera, light: LightSource, edge: float) -> ThingCanvas:
    return ThingCanvas(picture.copy(), np.zeros(picture.shape[:2], np.uint8), camera, light, edge)


def _strew(rng: Rng, stage: ThingCanvas, placed: list[Placed], count: int) -> None:
    """Put things about that are no dice, clear of the dice where they are not flat."""
    reach = stage.edge * stage.camera.size[0] / stage.camera.focal
    reach *= float(np.linalg.norm(stage.camera.eye)) / stage.edge / 2
    for _ in range(count):
        solid = rng.random() < 0.4
        x, y = rng.uniform(-1, 1, 2) * reach
        away = min((float(np.hypot(x - die.pose.centre[0], y - die.pose.centre[1])) for die in placed), default=np.inf)
        if away > stage.edge * (2.0 if solid else 1.4):
            kinds = SOLID if solid else FLAT
            kinds[rng.integers(len(kinds))](rng, stage, float(x), float(y))


def _fingertip(rng: Rng, placed: list[Placed], camera: VirtualCamera, width: float) -> NDArray[np.float64]:
    if placed and (len(placed) == 1 or rng.random() < 0.7):
        die = placed[int(rng.integers(len(placed)))].pose
        return np.asarray(camera.project(np.array([die.centre]))[0] + rng.normal(0, width * 0.35, 2), np.float64)
    return np.asarray(rng.uniform(0, 1, 2) * camera.size)


def _over(picture: Picture, upper: Image, cover: Image) -> Picture:
    mixed = picture + (upper * 255 - picture) * cover[..., None]
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def label_of(index: int, placed: Placed, drawn: Drawn, camera: VirtualCamera) -> Label | None:
    """The label of a die, or None where nothing of it is seen."""
    die = placed.pose
    own = drawn.owners == index
    whole, top_whole = (int(area) for area in drawn.areas[index])
    if not whole or not own.any():
        return None
    points = camera.project(die.corners(die.shape.rounding * 0.28))
    x0, y0, x1, y1 = (float(v) for v in (*points.min(0), *points.max(0)))
    seen = float(own.sum()) / whole * _within(points, camera)
    axis = int(np.abs(die.rotation[2]).argmax())
    signs = np.sign(die.rotation[2, axis]) == np.sign(
        np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    )
    top = float((own & drawn.tops).sum()) / max(1, top_whole) * _within(points[signs[:, axis]], camera)
    sides = die.rotation[:2, np.abs(die.rotation[2]).argmin()]
    x, y = (float(v) for v in camera.project(np.array([die.centre]))[0])
    tip = camera.project(np.array([die.centre, np.add(die.centre, (*sides, 0))]))
    heading = float(np.degrees(np.arctan2(*(tip[1] - tip[0])[::-1])) % 90)
    readable = die.tilt < FLAT_DEGREES and top > 1 - COVERED
    value = die.top + (0 if placed.family == PIPS else POKER) if readable else NOT_READABLE
    size = die.edge * camera.focal / float(np.linalg.norm(np.subtract(die.centre, camera.eye)))
    return Label((x0, y0, x1, y1), value, heading, x, y, size, die.tilt, 1 - top, seen, placed.lies, placed.family)


def _within(points: NDArray[np.float32], camera: VirtualCamera) -> float:
    """The part of the points' hull that lies within the picture."""
    hull = cv2.convexHull(points.astype(np.float32))
    wide, high = camera.size
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    area = cv2.contourArea(hull)
    return min(1.0, float(cv2.intersectConvexConvex(hull, frame)[0]) / area) if area > 0 else 0.0
