"""The empty tray as the camera sees it: cloth, a wooden rim with mitred corners, a table, and the lamp on them."""

from dataclasses import replace

import cv2
import numpy as np

from vision.frame import Picture
from vision.simulate.appearance import SetAppearance
from vision.simulate.dice import LightSource, VirtualCamera
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.surface import Array

RIM = 15.0
"""Millimetres: how wide the wooden rim is."""

INNER_CORNER, OUTER_CORNER = 14.0, 20.0
"""Millimetres: how round the rim's corners are."""


TILE = 512
"""Pixels: the fibres repeat after this many, which nobody sees."""

COARSE = 2
"""The tray is drawn this many times smaller, as soft as a webcam shows it, and only its fibres at full size."""


def empty_tray(look: SetAppearance, camera: VirtualCamera, light: LightSource, random: np.random.Generator) -> Picture:
    """Draw the tray without dice (BGR, the camera's size)."""
    size = (camera.size[0] // COARSE, camera.size[1] // COARSE)
    x, y = _millimetres(replace(camera, focal=camera.focal / COARSE, size=size))
    inner = _to_rounded(x, y, HALF_WIDTH, HALF_DEPTH, INNER_CORNER)
    outer = _to_rounded(x, y, HALF_WIDTH + RIM, HALF_DEPTH + RIM, OUTER_CORNER)
    pixel = float(abs(x[0, 1] - x[0, 0]))
    picture = _table(x.shape, random)
    picture *= (1 - 0.5 * np.exp(-np.maximum(outer, 0) / 6))[..., None]
    wood = _wood(x, y, inner, look, random)
    picture += (wood - picture) * _cover(outer, pixel)[..., None]
    cloth = _cloth(x.shape, look, random)
    # The rim stands between lamp and cloth: dark along it, most on the lamp's side.
    towards = np.array(light.position[:2]) / np.linalg.norm(light.position[:2])
    shifted = _to_rounded(x + 7 * towards[0], y + 7 * towards[1], HALF_WIDTH, HALF_DEPTH, INNER_CORNER)
    cloth *= (1 - 0.45 / (1 + np.exp(-shifted / 1.2)) - 0.18 * np.exp(np.minimum(inner, 0) / 2.5))[..., None]
    covered = _cover(inner, pixel)
    picture += (cloth - picture) * covered[..., None]
    picture *= _lamp(x, y, light)[..., None]
    return _with_fibres(picture, covered, camera.size, random)


def _with_fibres(picture: Array, covered: Array, size: tuple[int, int], random: np.random.Generator) -> Picture:
    """The picture at its full `size` (width, height), with the cloth's fibres running this way and that."""
    tile = _speckle((TILE, TILE), (2.5, 0.5), random) + _speckle((TILE, TILE), (0.5, 2.5), random)
    fibres = np.tile(tile, (size[1] // TILE + 1, size[0] // TILE + 1))[: size[1], : size[0]]
    fine = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    grain = 1 + 0.028 * fibres * cv2.resize(covered, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(fine, cv2.merge([grain] * 3), dtype=cv2.CV_8U), np.uint8)


def _millimetres(camera: VirtualCamera) -> tuple[Array, Array]:
    """Where each pixel's ray meets the tray's plane: x and y in mm, each rows x columns."""
    width, height = camera.size
    columns = np.arange(width, dtype=np.float32) + 0.5 - width / 2
    rows = np.arange(height, dtype=np.float32) + 0.5 - height / 2
    right, down, forward = camera.axes()
    rays = columns[None, :, None] * right + rows[:, None, None] * down + np.float32(camera.focal) * forward
    reach = -np.float32(camera.eye[2]) / rays[..., 2]
    return (
        np.asarray(camera.eye[0] + rays[..., 0] * reach, np.float32),
        np.asarray(camera.eye[1] + rays[..., 1] * reach, np.float32),
    )


def _to_rounded(x: Array, y: Array, width: float, depth: float, corner: float) -> Array:
    """Signed distance in mm to a rounded rectangle of half sides `width` and `depth`: negative inside."""
    over_x, over_y = np.abs(x) - (width - corner), np.abs(y) - (depth - corner)
    outside = np.hypot(np.maximum(over_x, 0), np.maximum(over_y, 0))
    return np.asarray(outside + np.minimum(np.maximum(over_x, over_y), 0) - corner, np.float32)


def _cover(distance: Array, pixel: float) -> Array:
    """1 inside, 0 outside, a smooth step of one pixel between."""
    return np.asarray(np.clip(0.5 - distance / pixel, 0, 1), np.float32)


def _speckle(shape: tuple[int, ...], sigma: tuple[float, float], random: np.random.Generator) -> Array:
    """Noise of deviation 1, smoothed by `sigma` pixels across and down; drawn coarsely where it is smooth."""
    rows, columns = shape[:2]
    across, down = (max(1, int(part / 2)) for part in sigma)
    noise = random.standard_normal((rows // down + 2, columns // across + 2), dtype=np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), sigmaX=max(0.3, sigma[0] / across), sigmaY=max(0.3, sigma[1] / down))
    fine = np.asarray(cv2.resize(smooth, (columns, rows), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray(fine / fine.std(), np.float32)


def _cloth(shape: tuple[int, ...], look: SetAppearance, random: np.random.Generator) -> Array:
    """Felt, with patches brushed lighter or darker."""
    grain = 1 + 0.025 * _speckle(shape, (30, 30), random)
    return np.asarray(np.array(look.cloth, np.float32) * grain[..., None], np.float32)


def _wood(x: Array, y: Array, inner: Array, look: SetAppearance, random: np.random.Generator) -> Array:
    """Four planks with the grain along each, mitred at the corners, their edges rounded."""
    lying = np.abs(x) - HALF_WIDTH < np.abs(y) - HALF_DEPTH
    shape = x.shape
    long_grain = _speckle(shape, (45, 0.8), random) + 0.6 * _speckle(shape, (15, 2), random)
    cross_grain = _speckle(shape, (0.8, 45), random) + 0.6 * _speckle(shape, (2, 15), random)
    grain = 1 + 0.07 * np.where(lying, long_grain, cross_grain)
    mitre = np.abs((np.abs(x) - HALF_WIDTH) - (np.abs(y) - HALF_DEPTH)) < 0.25
    # The rim's profile: bright where it rounds over towards the lamp above, dark down its sides.
    profile = np.clip(inner / RIM, 0, 1)
    shade = 0.62 + 0.5 * np.sqrt(np.maximum(np.sin(np.pi * profile), 0))
    shade = shade * np.where(mitre, 0.72, 1.0)
    return np.asarray(np.array(look.wood, np.float32) * (grain * shade)[..., None], np.float32)


def _table(shape: tuple[int, ...], random: np.random.Generator) -> Array:
    grain = 1 + 0.1 * _speckle(shape, (60, 1.5), random) + 0.03 * _speckle(shape, (0.6, 0.6), random)
    return np.asarray(np.array((40, 48, 56), np.float32) * grain[..., None], np.float32)


def _lamp(x: Array, y: Array, light: LightSource) -> Array:
    """How the lamp's light falls off over the tray: 1 below it."""
    away = np.square(x - light.position[0] * 0.3) + np.square(y - light.position[1] * 0.3)
    return np.asarray(1.12 / (1 + away / (2.2 * light.position[2] ** 2 / 4)), np.float32)
