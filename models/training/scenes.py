"""Rendered scenes of dice with exact labels: random looks, places, light and camera, one seed a scene."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.grounds import colour, ground
from vision.simulate.dice import Camera, DiePose, Light, lying, render, spin
from vision.simulate.material import Material
from vision.simulate.surface import Shape

Rng = np.random.Generator

SIDE = 448
"""Side of a scene in pixels."""
FLAT_DEGREES = 9.0
"""A die tilted by more than this is labelled not readable."""


@dataclass(frozen=True, slots=True)
class Label:
    """One die of a scene: silhouette box in pixels, value of the top face (0: not readable), heading in degrees."""

    box: tuple[float, float, float, float]
    value: int
    heading: float


def scene(seed: int) -> tuple[NDArray[np.uint8], tuple[Label, ...]]:
    """Render the scene of a seed: picture (SIDE, SIDE, 3) BGR and its labels, only dice at least half in view."""
    rng = np.random.default_rng([20261120, seed])
    edge = rng.uniform(10, 25)
    width = float(np.exp(rng.uniform(np.log(24), np.log(125))))
    camera = _camera(rng, edge, width)
    dice = _dice(rng, edge, width)
    backdrop = np.asarray(ground(rng, SIDE, width) * 255, np.uint8)
    picture = render(dice, camera, _light(rng), backdrop)
    labels = [label for die in dice if (label := _label(die, camera)) is not None]
    return picture, tuple(_hide_covered(labels))


def _camera(rng: Rng, edge: float, width: float) -> Camera:
    height = edge * rng.uniform(15, 60)
    tilt = np.radians(abs(rng.normal(0, 16)) if rng.random() < 0.8 else rng.uniform(0, 45))
    side = rng.uniform(0, 2 * np.pi)
    away = height * np.tan(min(tilt, np.radians(50)))
    eye = (float(away * np.cos(side)), float(away * np.sin(side)), float(height))
    focal = width / edge * float(np.hypot(height, away))
    return Camera(eye, (0, 0, 0), focal, (SIDE, SIDE), float(rng.uniform(0, 2 * np.pi)))


def _light(rng: Rng) -> Light:
    lift = np.radians(rng.uniform(25, 88))
    turn = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(400, 1500)
    place = (far * np.cos(lift) * np.cos(turn), far * np.cos(lift) * np.sin(turn), far * np.sin(lift))
    warm = rng.uniform(0.6, 1.05)
    tint = (1.0, float(0.5 + 0.5 * warm), float(warm))
    return Light(
        (float(place[0]), float(place[1]), float(place[2])),
        float(far * rng.choice([0.01, 0.05, 0.15, 0.3])),
        tint,
        float(rng.uniform(0.2, 0.7)),
        float(rng.uniform(0.25, 0.85)),
    )


def look(rng: Rng) -> tuple[Shape, Material]:
    """Random form and material of a die: ivory, solid, marbled or translucent, with contrasting pips."""
    pale = _near(rng, np.array([0.78, 0.74, 0.64]) * rng.uniform(0.6, 1.2), 0.04)
    light_pips = _near(rng, np.full(3, rng.uniform(0.55, 0.95)), 0.05)
    dark_pips = _near(rng, np.full(3, rng.uniform(0.0, 0.05)), 0.01)
    kind = rng.choice(["ivory", "solid", "marbled", "clear"], p=[0.4, 0.28, 0.2, 0.12])
    if kind == "ivory":
        body = pale
        pips = dark_pips if rng.random() < 0.8 else _rgb(rng, 0.1, 0.6)
    else:
        body = _rgb(rng, 0.02, 0.8)
        dark_body = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2] < 0.25
        pips = light_pips if dark_body else dark_pips
        if kind == "solid" and rng.random() < 0.15:
            pips = _rgb(rng, 0.4, 0.9) if dark_body else _rgb(rng, 0.02, 0.2)
    radius = rng.uniform(0.11, 0.21)
    shape = Shape(
        rounding=float(rng.uniform(0.04, 0.4)),
        ball=float(rng.choice([1.8, rng.uniform(1.3, 1.6)])),
        pip=float(radius),
        one=float(radius * rng.choice([1.0, 1.0, rng.uniform(1.0, 2.2)])),
        spread=float(rng.uniform(0.42, 0.58)),
        narrow=float(rng.choice([1.0, 1.0, rng.uniform(0.8, 1.15)])),
        mirrored=bool(rng.random() < 0.5),
    )
    material = Material(
        body=body,
        pip=pips,
        one=_rgb(rng, 0.3, 0.7) if kind == "ivory" and rng.random() < 0.12 else None,
        second=_rgb(rng, 0.02, 0.9),
        marble=float(rng.uniform(0.3, 0.9)) if kind == "marbled" else 0.0,
        marble_scale=float(rng.uniform(0.8, 3)),
        marble_phase=float(rng.uniform(0, 100)),
        gloss=float(rng.choice([0.05, 0.3, 0.6, 1.0])),
        glow=float(rng.uniform(0.4, 1)) if kind == "clear" else 0.0,
        pip_depth=float(rng.uniform(0, 1.0)),
        ring=float(rng.uniform(0.5, 0.75)) if rng.random() < 0.04 else 0.0,
    )
    return shape, material


def _near(rng: Rng, middle: NDArray[np.float64], spread: float) -> tuple[float, float, float]:
    red, green, blue = (float(v) for v in np.clip(middle + rng.normal(0, spread, 3), 0, 1))
    return red, green, blue


def _rgb(rng: Rng, dark: float, bright: float) -> tuple[float, float, float]:
    blue, green, red = (float(v) for v in np.square(colour(rng, np.sqrt(dark), np.sqrt(bright))))
    return red, green, blue


def _dice(rng: Rng, edge: float, width: float) -> list[DiePose]:
    """Dice that do not overlap, spread out or in a touching cluster, some of them cocked."""
    reach = edge * SIDE / width / 2
    most = int(np.clip((2 * reach / edge) ** 2 / 5, 1, 9))
    count = 0 if rng.random() < 0.06 else int(rng.integers(1, most + 1))
    same = look(rng) if rng.random() < 0.6 else None
    cluster = rng.random() < 0.3
    middle = rng.uniform(-0.5, 0.5, 2) * reach
    dice: list[DiePose] = []
    for _ in range(count * 12):
        if len(dice) == count:
            break
        place = middle + rng.normal(0, edge * 1.3, 2) if cluster else rng.uniform(-1, 1, 2) * reach
        apart = min((np.hypot(*(place - np.array(die.centre[:2]))) for die in dice), default=np.inf)
        if apart < edge * rng.uniform(1.02, 1.45):
            continue
        shape, material = same or look(rng)
        pose = DiePose(
            (float(place[0]), float(place[1]), edge / 2), lying(int(rng.integers(1, 7)), rng.uniform(0, 360))
        )
        pose = replace(pose, edge=edge * float(rng.uniform(0.95, 1.05)), shape=shape, material=material)
        dice.append(_cocked(rng, pose) if rng.random() < 0.07 else pose)
    return dice


def _cocked(rng: Rng, pose: DiePose) -> DiePose:
    turn = rng.uniform(0, 2 * np.pi)
    leaned = np.asarray(spin((np.cos(turn), np.sin(turn), 0), rng.uniform(14, 45)) @ pose.rotation, np.float32)
    lifted = replace(pose, rotation=leaned)
    lowest = float(lifted.corners()[:, 2].min())
    return replace(lifted, centre=(pose.centre[0], pose.centre[1], pose.centre[2] - lowest))


def _label(die: DiePose, camera: Camera) -> Label | None:
    points = camera.project(die.corners(die.shape.rounding * 0.28))
    x0, y0 = points.min(0)
    x1, y1 = points.max(0)
    seen = max(0.0, min(x1, SIDE) - max(x0, 0)) * max(0.0, min(y1, SIDE) - max(y0, 0))
    part = seen / ((x1 - x0) * (y1 - y0))
    if part < 0.5:
        return None
    sides = die.rotation[:2, np.abs(die.rotation[2]).argmin()]
    tip = camera.project(np.array([die.centre, np.add(die.centre, (*sides, 0))]))
    heading = float(np.degrees(np.arctan2(*(tip[1] - tip[0])[::-1])) % 90)
    value = die.top if die.tilt < FLAT_DEGREES and part > 0.9 else 0
    return Label((float(x0), float(y0), float(x1), float(y1)), value, heading)


def _hide_covered(labels: list[Label]) -> list[Label]:
    """Drop dice whose middle lies under a box more than half of theirs: seen from the side behind another one."""
    return [
        label
        for label in labels
        if not any(other is not label and _overlap(label.box, other.box) > 0.55 for other in labels)
    ]


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / ((one[2] - one[0]) * (one[3] - one[1]))


def sheet(seeds: range, columns: int = 6) -> NDArray[np.uint8]:
    """A contact sheet of scenes with their labels drawn in."""
    tiles = []
    for seed in seeds:
        picture, labels = scene(seed)
        for label in labels:
            x0, y0, x1, y1 = (int(v) for v in label.box)
            cv2.rectangle(picture, (x0, y0), (x1, y1), (0, 0, 255), 1)
            cv2.putText(picture, str(label.value), (x0, y0 + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 255, 0), 2)
        tiles.append(picture)
    rows = [np.hstack(tiles[start : start + columns]) for start in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), np.uint8)
