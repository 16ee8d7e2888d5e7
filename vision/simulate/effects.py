"""What comes between the dice and the camera's sensor: hands, glare, changing light, a knocked or blurred camera."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.simulate.dice import VirtualCamera
from vision.simulate.layout import HALF_DEPTH
from vision.simulate.script import Blur, Bump, Event, Glare, Light, ReachIn

REACH_SECONDS = 0.4
"""How long a hand takes to come in, and as long to leave."""

ABOVE = 45.0
"""Millimetres that a hand is above the cloth."""

SKIN = (112.0, 146.0, 196.0)
"""BGR of a hand by lamplight."""

SHADOW = 0.55
"""Parts of the light that a hand leaves below it."""

COARSE = 4
"""Hands and glare are drawn this many times smaller: both are soft."""

SHAKE = 9.0
"""Pixels by which a knocked camera swings at first."""

SWINGS = 11.0
"""Swings a second."""

_FINGERS = ((-30, 52, 9), (-11, 70, 10), (9, 72, 10), (28, 58, 9), (52, 12, 11))
"""Tips of five fingers and their half width: mm to the right of and beyond the middle of the palm."""


def seen_through(scene: Picture, events: tuple[Event, ...], time: float, camera: VirtualCamera) -> Picture:
    """The scene as it is seen `time` seconds after the script began; the scene itself where nothing is in between."""
    picture = scene
    for event in events:
        since = time - event.at
        if since < 0:
            break
        if isinstance(event, ReachIn) and since < event.seconds + 2 * REACH_SECONDS:
            picture = _with_hand(picture, event, since, camera)
        elif isinstance(event, Glare) and since < event.seconds:
            picture = _with_glare(picture, event, camera)
    level = light_level(events, time)
    if level != 1:
        picture = np.asarray(cv2.convertScaleAbs(picture, alpha=level), np.uint8)
    x, y, turn = camera_shift(events, time)
    if x or y or turn:
        height, width = picture.shape[:2]
        moved = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        moved[:, 2] += np.array([x, y])
        picture = np.asarray(cv2.warpAffine(picture, moved, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    blur = max(
        (event.pixels for event in events if isinstance(event, Blur) and 0 <= time - event.at < event.seconds),
        default=0.0,
    )
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8) if blur else picture


def light_level(events: tuple[Event, ...], time: float) -> float:
    """How bright it is: 1 at first, on its way from one level to the next, then what it was changed to last."""
    level = 1.0
    for event in events:
        if isinstance(event, Light) and time >= event.at:
            part = min((time - event.at) / event.seconds, 1.0)
            level += part * (event.level - level)
    return level


def camera_shift(events: tuple[Event, ...], time: float) -> tuple[float, float, float]:
    """How far the camera looks elsewhere than at first: pixels right and down, degrees; a shake dies away."""
    x = y = turn = 0.0
    for event in events:
        if isinstance(event, Bump) and time >= event.at:
            x, y, turn = x + event.x, y + event.y, turn + event.turn
            left = 1 - (time - event.at) / event.seconds
            if left > 0:
                swing = SHAKE * left * math.sin(2 * math.pi * SWINGS * (time - event.at) + 0.7)
                x, y = x + swing, y - 0.6 * swing
    return x, y, turn


def _with_hand(scene: Picture, hand: ReachIn, since: float, camera: VirtualCamera) -> Picture:
    """A hand that comes in from the player's side, stays, and leaves."""
    leaving = since - REACH_SECONDS - hand.seconds
    out = 1 - since / REACH_SECONDS if since < REACH_SECONDS else leaving / REACH_SECONDS if leaving > 0 else 0.0
    away = hand.y + 3 * HALF_DEPTH
    y = hand.y - away * out * out
    cover = _hand_mask(camera, hand.x, y, ABOVE)
    # The lamp stands to one side, so the hand's shadow falls to the other.
    shadow = np.asarray(cv2.GaussianBlur(_hand_mask(camera, hand.x + 14, y - 10, 0.0), (0, 0), 6), np.float32)
    picture = scene.copy()
    for layer, level, colour in ((shadow, 1 - SHADOW, (0.0, 0.0, 0.0)), (cover, 1.0, SKIN)):
        _lay_over(picture, layer, level, colour)
    return picture


def _lay_over(picture: Picture, layer: NDArray[np.float32], level: float, colour: tuple[float, float, float]) -> None:
    """Blend a colour over the picture, in place, as much as a COARSE layer (0-1) says, times the level."""
    x, y, wide, high = cv2.boundingRect((layer > 0).astype(np.uint8))
    if not (wide and high):
        return
    # A cell more all around, into which the layer is smoothed when it is enlarged.
    left, top = max(0, x - 1), max(0, y - 1)
    part = layer[top : y + high + 1, left : x + wide + 1]
    region = picture[top * COARSE : (top + part.shape[0]) * COARSE, left * COARSE : (left + part.shape[1]) * COARSE]
    share = np.asarray(cv2.resize(part, (region.shape[1], region.shape[0])), np.float32)[..., None] * np.float32(level)
    region[...] = region + (np.array(colour, np.float32) - region) * share


def _hand_mask(camera: VirtualCamera, x: float, y: float, above: float) -> NDArray[np.float32]:
    """Where a hand with its forearm is seen, 0-1 with soft edges, COARSE times smaller than the camera's picture."""
    size = (camera.size[0] // COARSE, camera.size[1] // COARSE)
    mask = np.zeros(size[::-1], np.float32)

    def line(start: tuple[float, float], end: tuple[float, float], half: float) -> None:
        points = np.array([[x + dx, y + dy, above] for dx, dy in (start, end)])
        wide = camera.focal / (camera.eye[2] - above) * 2 * half / COARSE
        (x0, y0), (x1, y1) = np.round(camera.project(points) / COARSE).astype(int).tolist()
        cv2.line(mask, (x0, y0), (x1, y1), 1.0, max(1, round(wide)), cv2.LINE_AA)

    line((0, -20), (25, -300), 30)
    line((0, -22), (0, 8), 40)
    for right, beyond, half in _FINGERS:
        line((right * 0.7, 0), (right, beyond), half)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.2), np.float32)


def _with_glare(scene: Picture, glare: Glare, camera: VirtualCamera) -> Picture:
    height, width = scene.shape[:2]
    centre = camera.project(np.array([[glare.x, glare.y, 0.0]]))[0] / COARSE
    radius = glare.radius * camera.focal / camera.eye[2] / COARSE
    columns, rows = np.meshgrid(np.arange(width // COARSE), np.arange(height // COARSE))
    away = ((columns - centre[0]) ** 2 + (rows - centre[1]) ** 2) / radius**2
    patch = np.asarray(glare.strength * np.exp(-(away**2)), np.float32)
    patch = np.asarray(cv2.resize(patch, (width, height)), np.float32)
    return np.asarray(scene + (255 - scene) * patch[..., None], np.uint8)
