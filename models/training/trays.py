"""Trays of training scenes: a floor with walls around it, seen in true perspective, with the walls' shadows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.grounds import Image, colour
from vision.simulate.dice import LightSource, VirtualCamera
from vision.simulate.layout import DiePlace

Rng = np.random.Generator
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrayShape:
    """A tray: its floor as a convex polygon (N, 2) in mm, walls' height, thickness and flare in mm, BGR 0-1 colours."""

    floor: Points
    height: float
    thick: float
    flare: float
    wall: Image
    rim: Image

    def holds(self, place: DiePlace, gap: float = 0.5) -> bool:
        """Whether a die lying there stands within the walls, `gap` mm from them."""
        outline = self.floor.astype(np.float32).reshape(-1, 1, 2)
        return all(cv2.pointPolygonTest(outline, (float(x), float(y)), True) > gap for x, y in place.outline())

    def ring(self, outer: bool) -> Points:
        """The walls' upper edge in the world (N, 3): inner or outer."""
        grown = _grown(self.floor, self.flare + (self.thick if outer else 0.0))
        return np.concatenate([grown, np.full((len(grown), 1), self.height)], 1)


def any_tray(rng: Rng, reach: float, edge: float) -> TrayShape:
    """A tray about as wide as `reach` mm to each side: box, hexagon, octagon or round."""
    corners = int(rng.choice([4, 4, 4, 6, 8, 28]))
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False) + np.pi / corners
    long, short = reach * float(rng.uniform(0.8, 1.4)), reach * float(rng.uniform(0.7, 1.1))
    floor = np.stack([np.cos(turns) * long, np.sin(turns) * (short if corners == 4 else long)], 1)
    turn = float(rng.uniform(0, 2 * np.pi))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    floor = floor @ rotation.T + rng.uniform(-0.35, 0.35, 2) * reach
    wall = colour(rng, 0.05, 0.9)
    rim = np.clip(wall * rng.uniform(0.6, 1.5), 0, 1) if rng.random() < 0.6 else colour(rng, 0.05, 0.9)
    return TrayShape(
        floor,
        edge * float(rng.uniform(0.5, 2.2)),
        edge * float(rng.choice([rng.uniform(0.05, 0.2), rng.uniform(0.3, 1.0)])),
        edge * float(rng.uniform(0, 0.8)),
        wall,
        np.asarray(rim, np.float32),
    )


def draw_tray(picture: Image, floor: Image, tray: TrayShape, camera: VirtualCamera, light: LightSource) -> Image:
    """A picture of the table with the tray on it, without the walls that stand nearer than what lies in the tray."""
    mask = _mask(picture.shape, [_fixed(_seen_points(tray.floor, camera))])
    picture = (
        picture + (floor * _wall_shadow(tray, camera, light, picture.shape)[..., None] - picture) * mask[..., None]
    )
    for inner, shade in _inner_walls(tray, camera, light):
        picture += (tray.wall * np.float32(shade) - picture) * _mask(picture.shape, [inner])[..., None]
    rim = _mask(picture.shape, [_fixed(camera.project(tray.ring(outer))) for outer in (False, True)])
    return np.asarray(picture + (tray.rim - picture) * rim[..., None], np.float32)


def near_walls(tray: TrayShape, camera: VirtualCamera, shape: tuple[int, ...]) -> tuple[Image, NDArray[np.float32]]:
    """The walls that stand between the camera and the floor: a picture, and where it covers (H, W) 0-1."""
    picture = np.zeros(shape, np.float32)
    cover = np.zeros(shape[:2], np.float32)
    top, outside = tray.ring(outer=False), tray.ring(outer=True)
    foot = np.concatenate([_grown(tray.floor, tray.thick), np.zeros((len(top), 1))], 1)
    for index in range(len(top)):
        after = (index + 1) % len(top)
        if _faces(tray, index, camera):
            continue
        for corners, shade in (
            ((outside[index], outside[after], foot[after], foot[index]), 0.55),
            ((top[index], top[after], outside[after], outside[index]), 1.0),
        ):
            mask = _mask(shape, [np.asarray(cv2.convexHull(_fixed(camera.project(np.array(corners)))), np.int32)])
            picture += (tray.rim * np.float32(shade) - picture) * mask[..., None]
            cover = np.maximum(cover, mask)
    return picture, cover


def _inner_walls(tray: TrayShape, camera: VirtualCamera, light: LightSource) -> list[tuple[NDArray[np.int32], float]]:
    top = tray.ring(outer=False)
    foot = np.concatenate([tray.floor, np.zeros((len(top), 1))], 1)
    lamp = np.asarray(light.position) / np.linalg.norm(light.position)
    found = []
    for index in range(len(top)):
        after = (index + 1) % len(top)
        if _faces(tray, index, camera):
            facing = max(0.0, float(_inward(tray, index) @ lamp))
            corners = np.array([foot[index], foot[after], top[after], top[index]])
            found.append((_fixed(camera.project(corners)), light.fill + (1 - light.fill) * facing))
    return found


def _wall_shadow(
    tray: TrayShape, camera: VirtualCamera, light: LightSource, shape: tuple[int, ...]
) -> NDArray[np.float32]:
    """How much of the light the walls leave to the floor, (H, W)."""
    lamp = np.asarray(light.position)
    drift = -lamp[:2] * (tray.height / lamp[2])
    mask = np.zeros(shape[:2], np.uint8)
    for index in range(len(tray.floor)):
        if _inward(tray, index) @ lamp > 0:
            continue
        pair = tray.floor[[index, (index + 1) % len(tray.floor)]]
        fallen = np.concatenate([pair, pair[::-1] + drift])
        cv2.fillConvexPoly(mask, cv2.convexHull(_fixed(_seen_points(fallen, camera))), 255, cv2.LINE_AA, 4)
    soft = light.width / max(float(np.linalg.norm(lamp)), 1.0) * tray.height * camera.focal / float(lamp[2]) * 2
    dark = cv2.GaussianBlur(mask, (0, 0), min(12.0, max(0.8, soft))) * np.float32(light.shadow / 255)
    return np.asarray(1 - dark, np.float32)


def _inward(tray: TrayShape, index: int) -> Points:
    """The unit vector, into the tray and a little up, that a wall's inner side faces."""
    one, two = tray.floor[index], tray.floor[(index + 1) % len(tray.floor)]
    side = np.array([one[1] - two[1], two[0] - one[0]])
    side = side / np.linalg.norm(side)
    inward = side if (tray.floor.mean(0) - one) @ side > 0 else -side
    normal = np.array([*(inward * tray.height), tray.flare])
    return np.asarray(normal / np.linalg.norm(normal))


def _faces(tray: TrayShape, index: int, camera: VirtualCamera) -> bool:
    """Whether the camera sees a wall's inner side."""
    return bool(_inward(tray, index) @ (np.asarray(camera.eye) - [*tray.floor[index], 0]) > 0)


def _grown(polygon: Points, by: float) -> Points:
    """A convex polygon with its corners moved outward by `by` mm."""
    away = polygon - polygon.mean(0)
    return np.asarray(polygon + away / np.linalg.norm(away, axis=1, keepdims=True) * by)


def _seen_points(flat: Points, camera: VirtualCamera) -> NDArray[np.float32]:
    return camera.project(np.concatenate([flat, np.zeros((len(flat), 1))], 1))


def _fixed(points: NDArray[np.float32]) -> NDArray[np.int32]:
    return np.asarray(np.round(np.clip(points, -4000, 4000) * 16), np.int32).reshape(-1, 1, 2)


def _mask(shape: tuple[int, ...], polygons: list[NDArray[np.int32]]) -> NDArray[np.float32]:
    """1 within the polygons (an odd number of times), 0 without, smooth between; drawn as bytes for smooth edges."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, polygons, 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)
