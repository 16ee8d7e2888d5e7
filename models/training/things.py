"""Things that lie about and are no dice, in true perspective: coins, magnets, cups, pens, cards, odd dice, cables."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.grounds import Image, colour
from models.training.polyhedra import SIDES, resting, solid
from vision.simulate.artwork.canvas import Loops, Points, box
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.suits import SUITS, sign
from vision.simulate.dice import LightSource, VirtualCamera

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class ThingCanvas:
    """A picture under work, BGR uint8 (H, W, 3), changed in place, with its camera, light and the dice's edge in mm.

    `cover` uint8 (H, W) is raised to 255 where something was drawn. Colours to draw with are BGR 0-1.
    """

    picture: NDArray[np.uint8]
    cover: NDArray[np.uint8]
    camera: VirtualCamera
    light: LightSource
    edge: float

    def shadow(self, points: Points, strength: float = 1.0) -> None:
        """Darken the ground under what the lamp sees as the hull of these points (N, 3) in mm."""
        lamp = np.asarray(self.light.position)
        fallen = points - (lamp - points) * (points[:, 2:] / np.maximum(lamp[2] - points[:, 2:], 1))
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(self._fixed(fallen)), 255, cv2.LINE_AA, 4)
        x, y, wide, high = cv2.boundingRect(mask)
        if not wide:
            return
        soft = max(0.8, min(8.0, 0.02 * (wide + high)))
        edge = int(3 * soft)
        part = np.s_[max(0, y - edge) : y + high + edge, max(0, x - edge) : x + wide + edge]
        dark = cv2.GaussianBlur(mask[part], (0, 0), soft) * np.float32(self.light.shadow * strength / 255)
        self.picture[part] = self.picture[part] * (1 - dark[..., None])

    def hull(self, points: Points, shade: NDArray[np.floating]) -> None:
        """Fill the hull of world points (N, 3) with a BGR colour."""
        outline = cv2.convexHull(self._fixed(points))
        cv2.fillConvexPoly(self.picture, outline, _bytes(shade), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(self.cover, outline, 255, cv2.LINE_AA, 4)

    def loops(self, loops: list[Points], shade: NDArray[np.floating]) -> None:
        """Fill closed paths of world points, each (N, 3), where they overlap an odd number of times."""
        paths = [self._fixed(loop) for loop in loops]
        cv2.fillPoly(self.picture, paths, _bytes(shade), cv2.LINE_AA, 4)

    def path(self, points: Points, width: float, shade: NDArray[np.floating]) -> None:
        """Draw an open path of world points (N, 3), `width` mm wide."""
        eye = np.asarray(self.camera.eye)
        pixels = width * self.camera.focal / max(float(np.linalg.norm(points.mean(0) - eye)), 1.0)
        thick = max(1, round(pixels))
        cv2.polylines(self.picture, [self._fixed(points)], False, _bytes(shade), thick, cv2.LINE_AA, 4)
        cv2.polylines(self.cover, [self._fixed(points)], False, 255, thick, cv2.LINE_AA, 4)

    def lit(self, normal: NDArray[np.floating]) -> float:
        """How bright a surface with this unit normal is."""
        lamp = np.asarray(self.light.position) / np.linalg.norm(self.light.position)
        return float(self.light.fill * (0.7 + 0.3 * normal[2]) + (1 - self.light.fill) * max(0.0, float(normal @ lamp)))

    def _fixed(self, points: Points) -> NDArray[np.int32]:
        pixels = np.clip(self.camera.project(points), -4000, 4000)
        return np.asarray(np.round(pixels * 16), np.int32).reshape(-1, 1, 2)


def _bytes(shade: NDArray[np.floating]) -> tuple[float, float, float]:
    blue, green, red = (float(v) * 255 for v in np.clip(shade, 0, 1))
    return blue, green, red


def _raised(points: Points, height: float) -> Points:
    return np.asarray(points + np.array([0, 0, height]))


def _flat(loop: Points, x: float, y: float, z: float = 0.0) -> Points:
    """A loop in the plane put at a place in the world, (N, 3)."""
    return np.concatenate([loop + np.array([x, y]), np.full((len(loop), 1), z)], 1)


def _circle(x: float, y: float, z: float, radius: float) -> Points:
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns), np.full(40, z)], 1)


def _drum(stage: ThingCanvas, x: float, y: float, radius: float, height: float, shade: Image) -> None:
    """An upright cylinder."""
    foot, top = _circle(x, y, 0, radius), _circle(x, y, height, radius)
    both = np.concatenate([foot, top])
    stage.shadow(both)
    stage.hull(both, shade * stage.lit(np.array([0.8, 0.0, 0.6])) * 0.8)
    stage.hull(top, shade * stage.lit(np.array([0.0, 0.0, 1.0])))


def _coin(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    metal = np.array([[0.25, 0.45, 0.6], [0.35, 0.6, 0.75], [0.65, 0.67, 0.68]][rng.integers(3)], np.float32)
    radius = stage.edge * float(rng.uniform(0.4, 0.9))
    height = stage.edge * 0.1
    _drum(stage, x, y, radius, height, metal)
    stage.loops([_circle(x, y, height, radius * 0.92), _circle(x, y, height, radius * 0.85)], metal * 0.7)
    _write(rng, stage, str(rng.choice(["1", "2", "5", "10", "20", "50"])), (x, y, height), radius * 0.9, metal * 0.6)


def _magnet(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A round board magnet, a token, a button or a screw: what passes for a die with one pip."""
    grey = np.full(3, rng.uniform(0.15, 0.7), np.float32)
    shade = grey if rng.random() < 0.6 else colour(rng)
    radius = stage.edge * float(rng.uniform(0.3, 0.75))
    height = stage.edge * float(rng.uniform(0.05, 0.6))
    _drum(stage, x, y, radius, height, shade)
    if rng.random() < 0.7:
        inner = radius * float(rng.uniform(0.15, 0.8))
        stage.hull(_circle(x, y, height, inner), shade * float(rng.uniform(0.5, 1.4)))
    if rng.random() < 0.2:
        for turn in np.arange(int(rng.integers(2, 5))) * 2.4:
            hole = _circle(x + radius * 0.3 * np.cos(turn), y + radius * 0.3 * np.sin(turn), height, radius * 0.12)
            stage.hull(hole, shade * 0.25)


def _cup(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    shade = colour(rng, 0.1, 0.9)
    radius, height = stage.edge * float(rng.uniform(1.2, 2.6)), stage.edge * float(rng.uniform(0.8, 4.0))
    _drum(stage, x, y, radius, height, shade)
    stage.hull(_circle(x, y, height, radius * 0.9), shade * 0.35)
    if rng.random() < 0.5:
        stage.hull(_circle(x, y, height * 0.6, radius * 0.8), colour(rng, 0.02, 0.5))


def _pen(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    turn, length = rng.uniform(0, 2 * np.pi), stage.edge * float(rng.uniform(5, 10))
    along = np.array([np.cos(turn), np.sin(turn), 0.0])
    thick = stage.edge * float(rng.uniform(0.3, 0.65))
    ends = np.array([x, y, thick / 2]) + np.outer([-0.5, 0.35, 0.5], along * length)
    shade = colour(rng)
    stage.shadow(np.concatenate([ends, _raised(ends, thick / 2)]), 0.8)
    stage.path(ends[1:], thick * 0.4, shade * 0.5)
    stage.path(ends[:2], thick, shade)
    stage.path(_raised(ends[:2], thick / 2), thick * 0.2, np.minimum(shade * 1.5 + 0.15, 1))


def _card(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    turn = rng.uniform(0, 2 * np.pi)
    across = np.array([np.cos(turn), np.sin(turn)])
    plane = np.stack([across, [-across[1], across[0]]])
    half = stage.edge * float(rng.uniform(1.2, 2.2))

    def placed(loop: Points) -> Points:
        return _flat(loop * half @ plane, x, y, 0.3)

    paper = np.full(3, rng.uniform(0.75, 1), np.float32) if rng.random() < 0.7 else colour(rng)
    outline = placed(box(-1, -1.45, 1, 1.45, 0.12))
    stage.shadow(_raised(outline, 0.8), 0.5)
    stage.hull(outline, paper * stage.lit(np.array([0.0, 0.0, 1.0])))
    ink = np.array([0.1, 0.08, 0.6] if rng.random() < 0.5 else [0.05, 0.05, 0.05], np.float32)
    suit = sign(str(rng.choice(SUITS)), int(rng.integers(4)))
    spots = int(rng.integers(1, 11))
    columns = [(-0.45, 0.45)[spot % 2] if spots > 3 else 0.0 for spot in range(spots)]
    rows = np.linspace(-1, 1, max(1, -(-spots // (2 if spots > 3 else 1))))
    for spot in range(spots):
        middle = (columns[spot], rows[spot // (2 if spots > 3 else 1)] if spots > 1 else 0.0)
        stage.loops([placed(loop * (0.2 if spots > 1 else 0.6) + middle) for loop in suit], ink)
    letter = Lettering("sans", 600).centred(str(rng.choice(["A", "K", "Q", "J", "10", "9", "7"])), 0.35)
    for side in (1, -1):
        stage.loops([placed((loop + np.array([-0.78, 1.15])) * side) for loop in letter], ink)


def _sheet(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A score sheet: ruled paper with some figures on it."""
    turn = rng.uniform(0, 2 * np.pi)
    plane = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = stage.edge * np.array([rng.uniform(2, 5), rng.uniform(3, 7)])

    def placed(loop: Points) -> Points:
        return _flat(loop * half @ plane, x, y, 0.1)

    paper, ink = np.full(3, rng.uniform(0.7, 1), np.float32), colour(rng, 0.05, 0.5)
    stage.hull(placed(box(-1, -1, 1, 1)), paper)
    for row in np.linspace(-0.9, 0.9, int(rng.integers(6, 16))):
        stage.path(placed(np.array([(-0.95, row), (0.95, row)])), 0.4, ink)
        if rng.random() < 0.5:
            text = Lettering("sans", 400).centred(str(int(rng.integers(0, 100))), 0.06)
            shift = (rng.uniform(-0.8, 0.8), row + 0.05)
            stage.loops([placed(loop * (1.5, 1) + shift) for loop in text], ink)
    for column in np.linspace(-0.95, 0.95, int(rng.integers(2, 6))):
        stage.path(placed(np.array([(column, -0.9), (column, 0.9)])), 0.4, ink)


def _block(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A flat box: a phone, an eraser, a matchbox."""
    turn = rng.uniform(0, 2 * np.pi)
    plane = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    wide, long = stage.edge * float(rng.uniform(0.5, 3)), stage.edge * float(rng.uniform(1.6, 6))
    foot = _flat(box(-wide / 2, -long / 2, wide / 2, long / 2) @ plane, x, y)
    top = _raised(foot, stage.edge * float(rng.uniform(0.2, 0.8)))
    shade = colour(rng)
    stage.shadow(np.concatenate([foot, top]))
    stage.hull(np.concatenate([foot, top]), shade * 0.5)
    stage.hull(top, shade * stage.lit(np.array([0.0, 0.0, 1.0])))
    if rng.random() < 0.5:
        stage.hull(top + (top.mean(0) - top) * 0.15, colour(rng))


def _odd_die(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    sides = int(rng.choice(SIDES))
    shade = colour(rng, 0.03, 0.9)
    ink = np.full(3, 0.9 if shade.mean() < 0.4 else 0.05, np.float32)
    corners, faces = resting(sides, int(rng.integers(len(solid(sides)[1]))), rng.uniform(0, 2 * np.pi))
    corners = corners * stage.edge * float(rng.uniform(0.55, 0.85)) + [x, y, 0]
    stage.shadow(corners)
    eye = np.asarray(stage.camera.eye)
    middle = corners.mean(0)
    numbers = rng.permutation(len(faces)) + 1
    for number, face in zip(numbers, faces, strict=True):
        points = corners[list(face)]
        centre = points.mean(0)
        normal = np.cross(points[1] - points[0], points[2] - points[0])
        normal = normal / np.linalg.norm(normal)
        normal = normal if normal @ (centre - middle) > 0 else -normal
        if normal @ (eye - centre) <= 0:
            continue
        stage.hull(points, np.clip(shade * (0.25 + stage.lit(normal)), 0, 1))
        right = points[0] - centre
        size = float(np.linalg.norm(right))
        right = right / size
        up = np.cross(normal, right)
        text = Lettering("sans", 600).centred(str(number), size * (0.55 if sides < 12 else 0.7))
        stage.loops([centre + loop[:, :1] * right + loop[:, 1:] * up for loop in text], ink * stage.lit(normal))


def _ball(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A marble or a bead."""
    radius = stage.edge * float(rng.uniform(0.25, 0.8))
    shade = colour(rng, 0.1, 0.9)
    stage.shadow(np.concatenate([_circle(x, y, 0.3 * radius, radius * 0.8), _circle(x, y, radius, radius)]))
    for step in np.linspace(0, 1, 8):
        lamp = np.asarray(stage.light.position) / np.linalg.norm(stage.light.position)
        place = np.array([x, y, radius]) + lamp * radius * 0.5 * step
        stage.hull(_circle(place[0], place[1], place[2], radius * (1 - 0.85 * step)), shade * (0.4 + 0.6 * step))
    stage.hull(_circle(place[0], place[1], place[2], radius * 0.12), np.ones(3))


def _cable(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    steps = np.cumsum(rng.normal(0, stage.edge * 1.2, (7, 2)) + rng.normal(0, stage.edge, 2), 0)
    steps += np.array([x, y]) - steps.mean(0)
    fine = np.stack([np.interp(np.linspace(0, 6, 60), np.arange(7), steps[:, axis]) for axis in (0, 1)], 1)
    smooth = cv2.GaussianBlur(fine, (1, 0), 0.1, sigmaY=4)
    points = np.concatenate([smooth, np.full((60, 1), stage.edge * 0.15)], 1)
    shade = colour(rng, 0.02, 0.4) if rng.random() < 0.7 else colour(rng)
    thick = stage.edge * float(rng.uniform(0.12, 0.35))
    stage.path(_raised(points, -0.1 * stage.edge), thick * 1.3, shade * 0.3)
    stage.path(points, thick, shade)


def _keys(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """The corner of a laptop: rows of keys."""
    turn = rng.uniform(0, 2 * np.pi)
    plane = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    pitch = stage.edge * float(rng.uniform(0.9, 1.3))
    columns, rows = int(rng.integers(3, 9)), int(rng.integers(2, 5))
    base, key = colour(rng, 0.3, 0.8, 0.2), colour(rng, 0.02, 0.9, 0.2)

    def placed(loop: Points, z: float) -> Points:
        return _flat(loop * pitch @ plane, x, y, z)

    stage.hull(placed(box(-0.3, -0.3, columns + 0.2, rows + 0.2, 0.2), 1.0), base)
    ink = np.full(3, 0.9 if key.mean() < 0.5 else 0.1, np.float32)
    for column in range(columns):
        for row in range(rows):
            stage.hull(placed(box(column, row, column + 0.85, row + 0.85, 0.1), 2.0), key)
            letter = Lettering("sans", 300).centred(chr(int(rng.integers(65, 91))), 0.3)
            stage.loops([placed(loop + np.array([column + 0.42, row + 0.42]), 2.0) for loop in letter], ink)


def _dots(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A scatter of beads, crumbs or printed dots: pips without a die."""
    shade, size = colour(rng), stage.edge * float(rng.uniform(0.04, 0.16))
    grid = rng.random() < 0.5
    for index in range(int(rng.integers(2, 12))):
        away = np.array([index % 3, index // 3]) * size * 3 if grid else rng.normal(0, stage.edge, 2)
        stage.hull(_circle(x + away[0], y + away[1], 0, size), shade)


def _print(rng: Rng, stage: ThingCanvas, x: float, y: float) -> None:
    """A word or a sign printed on the ground."""
    shade = colour(rng)
    if rng.random() < 0.5:
        loops: Loops = sign(str(rng.choice([*SUITS, "crown", "star"])), int(rng.integers(4)))
        size = stage.edge * float(rng.uniform(0.3, 1.2))
        stage.loops([_flat(loop * size, x, y) for loop in loops], shade)
    else:
        text = "".join(chr(int(code)) for code in rng.integers(48, 91, int(rng.integers(1, 6))))
        _write(rng, stage, text, (x, y, 0.0), stage.edge * float(rng.uniform(0.3, 1.5)), shade)


def _write(
    rng: Rng,
    stage: ThingCanvas,
    text: str,
    place: tuple[float, float, float],
    height: float,
    shade: NDArray[np.floating],
) -> None:
    turn = rng.uniform(0, 2 * np.pi)
    plane = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * height
    loops = Lettering(str(rng.choice(["sans", "italic"])), int(rng.integers(300, 900))).centred(text, 1.0)
    x, y, z = place
    stage.loops([_flat(loop @ plane, x, y, z) for loop in loops], shade)


Drawing = Callable[[Rng, ThingCanvas, float, float], None]

FLAT: tuple[Drawing, ...] = (_coin, _magnet, _magnet, _pen, _card, _sheet, _block, _cable, _keys, _dots, _print)
"""Things that stand no higher than a die."""
SOLID: tuple[Drawing, ...] = (_odd_die, _odd_die, _odd_die, _ball, _cup)
"""Things that a die must not stand in."""
