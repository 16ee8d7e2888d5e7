"""Procedural pictures of what dice lie on: felt, carpet, wood, tweed, leather, paper, cardboard, in light and shade."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Rng = np.random.Generator


def noise(rng: Rng, size: int, grain: float, stretch: float = 1.0, turn: float = 0.0) -> Image:
    """Smooth noise (size, size) with mean 0 and deviation 1; `grain` in pixels, `stretch` along `turn` degrees."""
    side = int(size * 1.5) if turn else size
    coarse_x = max(4, int(side / max(1.0, grain)))
    coarse_y = max(4, int(side / max(1.0, grain * stretch)))
    rough = rng.standard_normal((coarse_y, coarse_x)).astype(np.float32)
    field = cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
    if turn:
        matrix = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1.0)
        field = cv2.warpAffine(field, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
        start = (side - size) // 2
        field = field[start : start + size, start : start + size]
    return np.asarray((field - field.mean()) / (field.std() + 1e-6), np.float32)


def _along(size: int, turn: float) -> Image:
    """How far each pixel of a square lies along a direction (radians), in pixels."""
    places = np.arange(size, dtype=np.float32)
    return np.asarray(np.add.outer(places * np.float32(np.sin(turn)), places * np.float32(np.cos(turn))), np.float32)


def colour(rng: Rng, dark: float = 0.03, bright: float = 0.95, vivid: float = 1.0) -> Image:
    """A random BGR colour 0-1, shape (3,), from grey to fully saturated."""
    hsv = np.array([[[rng.uniform(0, 360), rng.beta(1.2, 1.6) * vivid, rng.uniform(dark, bright)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


_STUFFS = (
    (0.16, 0.32, 0.12), (0.1, 0.5, 0.25), (0.35, 0.12, 0.3), (0.1, 0.1, 0.65), (0.55, 0.25, 0.1), (0.06, 0.06, 0.07),
    (0.25, 0.25, 0.27), (0.15, 0.3, 0.5), (0.08, 0.15, 0.3), (0.85, 0.87, 0.88), (0.6, 0.75, 0.85), (0.25, 0.1, 0.35),
)  # fmt: skip


def _dyed(rng: Rng, dark: float = 0.03, bright: float = 0.95, vivid: float = 1.0) -> Image:
    """The colour of a stuff that trays are lined with, or any colour."""
    if rng.random() < 0.5:
        return colour(rng, dark, bright, vivid)
    base = np.array(_STUFFS[rng.integers(len(_STUFFS))]) * rng.uniform(0.6, 1.3) + rng.normal(0, 0.03, 3)
    return np.asarray(np.clip(base, 0.01, 0.97), np.float32)


def _plain(rng: Rng, size: int, die: float) -> Image:
    base = np.ones((size, size, 1), np.float32) * (
        colour(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(0.5, 0.95))
    )
    stain = noise(rng, size, die * rng.uniform(1, 6))[..., None] * rng.uniform(0, 0.03)
    return np.asarray(base + stain, np.float32)


def _cloth(rng: Rng, size: int, die: float) -> Image:
    fine = noise(rng, size, max(1.0, die * rng.uniform(0.02, 0.08)))
    soft = noise(rng, size, die * rng.uniform(0.3, 2))
    wave = fine * rng.uniform(0.03, 0.15) + soft * rng.uniform(0, 0.06)
    return np.asarray(_dyed(rng, 0.05, 0.8) * (1 + wave[..., None]), np.float32)


def _carpet(rng: Rng, size: int, die: float) -> Image:
    loops = noise(rng, size, max(1.0, die * rng.uniform(0.06, 0.25)), rng.uniform(0.6, 1.8), rng.uniform(1, 180))
    fine = noise(rng, size, max(1.0, die * 0.04))
    depth = rng.uniform(0.08, 0.35)
    height = loops * depth + fine * depth * rng.uniform(0.2, 0.7)
    base = _dyed(rng, 0.15, 0.85, 0.6)
    tint = noise(rng, size, max(1.0, die * 0.1))[..., None] * (colour(rng) - 0.5) * rng.uniform(0, 0.25)
    return np.asarray(base * (1 + height[..., None]) + tint, np.float32)


def _wood(rng: Rng, size: int, die: float) -> Image:
    turn = rng.uniform(1, 180)
    rings = noise(rng, size, max(1.0, die * rng.uniform(0.05, 0.4)), rng.uniform(8, 30), turn)
    pores = noise(rng, size, max(1.0, die * 0.03), rng.uniform(10, 25), turn)
    grain = np.sin(rings * rng.uniform(1, 4)) * rng.uniform(0.03, 0.15) + pores * rng.uniform(0.01, 0.07)
    warm = np.array([rng.uniform(0.05, 0.5), rng.uniform(0.2, 0.65), rng.uniform(0.4, 0.85)], np.float32)
    base = np.sort(warm) * rng.uniform(0.4, 1.2)
    return np.asarray(base * (1 + grain[..., None]), np.float32)


def _woven(rng: Rng, size: int, die: float) -> Image:
    cells = int(rng.integers(3, 12))
    tile = rng.random((cells, cells)) < rng.uniform(0.3, 0.7)
    if rng.random() < 0.5:
        tile = tile ^ tile.T
    pitch = max(2.0, die * rng.uniform(0.03, 0.14))
    count = int(size * 1.5 / pitch) + 2
    wide = np.tile(tile, (count // cells + 1, count // cells + 1))[:count, :count].astype(np.float32)
    wide += rng.standard_normal(wide.shape).astype(np.float32) * rng.uniform(0.0, 0.3)
    field = cv2.resize(wide, None, fx=pitch, fy=pitch, interpolation=cv2.INTER_LINEAR)[
        : int(size * 1.5), : int(size * 1.5)
    ]
    matrix = cv2.getRotationMatrix2D((field.shape[1] / 2, field.shape[0] / 2), rng.uniform(0, 180), 1.0)
    turned = cv2.warpAffine(field, matrix, (field.shape[1], field.shape[0]), borderMode=cv2.BORDER_REFLECT)
    part = np.asarray(turned[size // 4 : size // 4 + size, size // 4 : size // 4 + size, None], np.float32)
    one, two = colour(rng), colour(rng)
    return np.asarray(one + (two - one) * part, np.float32)


def _leather(rng: Rng, size: int, die: float) -> Image:
    cells = noise(rng, size, max(1.5, die * rng.uniform(0.06, 0.2)))
    creases = np.exp(-np.abs(cells) * rng.uniform(2, 5)) * rng.uniform(0.05, 0.3)
    return np.asarray(_dyed(rng, 0.05, 0.7) * (1 - creases[..., None]), np.float32)


def _speckled(rng: Rng, size: int, die: float) -> Image:
    side = max(8, int(size / max(1.0, die * rng.uniform(0.04, 0.15))))
    palette = np.stack([colour(rng) for _ in range(int(rng.integers(2, 6)))])
    picked = palette[rng.integers(0, len(palette), (side, side))] * rng.uniform(0.6, 1.1, (side, side, 1))
    return np.asarray(cv2.resize(picked.astype(np.float32), (size, size), interpolation=cv2.INTER_LINEAR), np.float32)


def _ruled(rng: Rng, size: int, die: float) -> Image:
    paper = _plain(rng, size, die)
    ink = colour(rng, 0.05, 0.6)
    pitch = die * rng.uniform(0.25, 1.2)
    turn = rng.uniform(0, np.pi)
    for angle in (turn, turn + np.pi / 2)[: int(rng.integers(1, 3))]:
        along = _along(size, angle)
        line = np.clip(1.2 - np.abs((along % pitch) - pitch / 2), 0, 1)[..., None] * rng.uniform(0.3, 1)
        paper = np.asarray(paper + (ink - paper) * line, np.float32)
    return paper


def _cardboard(rng: Rng, size: int, die: float) -> Image:
    base = np.array([0.42, 0.58, 0.72], np.float32) * float(rng.uniform(0.7, 1.2))
    turn = rng.uniform(0, np.pi)
    flutes = np.sin(_along(size, turn) * np.float32(2 * np.pi / max(3.0, die * rng.uniform(0.2, 0.5))))
    fibres = noise(rng, size, max(1.0, die * 0.04), rng.uniform(2, 6), turn * 57)
    return np.asarray(base * (1 + flutes * rng.uniform(0, 0.04) + fibres * 0.03)[..., None], np.float32)


GROUNDS: tuple[Callable[[Rng, int, float], Image], ...] = (
    _plain,
    _cloth,
    _carpet,
    _carpet,
    _wood,
    _woven,
    _leather,
    _speckled,
    _ruled,
    _cardboard,
)


def stuff(rng: Rng, size: int, die: float) -> Image:
    """A random ground in even light: (size, size, 3) BGR 0-1. `die` is a die's width in pixels and sets the grain."""
    return np.asarray(np.clip(GROUNDS[rng.integers(len(GROUNDS))](rng, size, die), 0.01, 1), np.float32)


def ground(rng: Rng, size: int, die: float) -> Image:
    """A random ground without dice, one stuff or two that meet; as `stuff` gives it."""
    picture = stuff(rng, size, die)
    if rng.random() < 0.25:
        picture = _two_grounds(rng, picture, stuff(rng, size, die), die)
    return picture


def _two_grounds(rng: Rng, first: Image, second: Image, die: float) -> Image:
    """Put a second ground beyond a straight or a polygon's edge, with a rim, as at a tray's wall."""
    size = first.shape[0]
    corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 7)), 2)) * size
    hull = cv2.convexHull(corners.astype(np.float32)).astype(np.int32)
    mask = np.zeros((size, size), np.float32)
    cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_AA)
    mixed = np.ascontiguousarray(first + (second - first) * mask[..., None])
    if rng.random() < 0.7:
        shade = tuple(float(v) for v in colour(rng))
        cv2.polylines(mixed, [hull], True, shade, max(1, int(die * rng.uniform(0.05, 0.5))), cv2.LINE_AA)
    return mixed


def lit(rng: Rng, picture: Image, die: float) -> Image:
    """A ground in uneven light: a fall-off across it, big shadows with hard or soft edges, glare, mirrored tubes."""
    size = picture.shape[0]
    places = np.arange(size, dtype=np.float32) / size - np.float32(0.5)
    slope = _along(size, rng.uniform(0, 2 * np.pi)) / size
    picture = picture * (1 + np.float32(rng.uniform(0, 0.6)) * (slope - slope.mean()))[..., None]
    if rng.random() < 0.3:
        hull = cv2.convexHull((rng.uniform(-0.5, 1.5, (5, 2)) * size).astype(np.float32)).astype(np.int32)
        mask = np.zeros((size, size), np.uint8)
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA)
        dark = cv2.GaussianBlur(mask, (0, 0), max(0.8, min(20.0, die * rng.uniform(0.02, 0.6))))
        picture = picture * (1 - dark * np.float32(rng.uniform(0.2, 0.75) / 255))[..., None]
    if rng.random() < 0.25:
        x, y = rng.uniform(-0.5, 0.5, 2)
        wide, high = rng.uniform(0.05, 0.5, 2)
        spot = np.outer(np.exp(-(((places - y) / high) ** 2)), np.exp(-(((places - x) / wide) ** 2)))
        spot = spot * np.float32(rng.uniform(0.1, 0.7))
        texture = 1 + 0.3 * noise(rng, size, max(1.0, die * 0.05)) if rng.random() < 0.5 else 1.0
        picture = picture + (spot * texture)[..., None]
    if rng.random() < 0.12:
        picture = picture + light_bars(rng, size, die)[..., None] * float(rng.uniform(0.1, 0.6))
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def light_bars(rng: Rng, size: int, die: float) -> Image:
    """Straight bars of light, as tubes and blinds throw them: (size, size) 0-1."""
    turn = rng.uniform(0, np.pi)
    across, along = _along(size, turn), _along(size, turn + np.pi / 2)
    half = die * float(rng.uniform(0.1, 1.0))
    pitch = half * float(rng.uniform(2.5, 6)) if rng.random() < 0.5 else size * 4.0
    near = np.abs((across - rng.uniform(0, size)) % pitch - pitch / 2)
    ends = np.abs(along - rng.uniform(-0.3, 0.7) * size) < size * rng.uniform(0.2, 1)
    bars = np.clip((half - near) / max(1.0, die * rng.uniform(0.02, 0.3)), 0, 1) * ends
    return np.asarray(cv2.GaussianBlur(bars.astype(np.float32), (0, 0), max(0.7, die * 0.03)), np.float32)
