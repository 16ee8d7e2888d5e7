"""Hands that reach into the picture: a forearm, a palm and fingers, rounded by light, over whatever lies there."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Points = NDArray[np.float64]

SKINS = ((0.55, 0.66, 0.86), (0.45, 0.57, 0.78), (0.34, 0.46, 0.67), (0.22, 0.32, 0.5), (0.12, 0.18, 0.3))
"""BGR 0-1, from pale to dark."""


def draw_hand(rng: Rng, picture: NDArray[np.float32], die: float, towards: Points) -> NDArray[np.float32]:
    """Draw a hand into a picture (H, W, 3) BGR 0-1, in place; gives where it covers, (H, W) 0-1.

    `die` is a die's width in pixels, `towards` the pixel that the fingers reach for. The hand comes from the edge.
    """
    height, width = picture.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    mask = _shape(rng, (height, width), die, towards, along)
    depth = cv2.distanceTransform(np.asarray(mask > 0.5, np.uint8), cv2.DIST_L2, 5)
    bulge = cv2.GaussianBlur(np.sqrt(np.minimum(depth, die * 0.7)), (0, 0), max(1.0, die * 0.06))
    lamp = rng.normal(0, 1, 2)
    lamp /= np.linalg.norm(lamp)
    slope = cv2.Sobel(bulge, cv2.CV_32F, 1, 0) * lamp[0] + cv2.Sobel(bulge, cv2.CV_32F, 0, 1) * lamp[1]
    light = np.clip(0.85 + slope * float(rng.uniform(0.3, 0.8)), 0.25, 1.25)
    if rng.random() < 0.85:
        skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32) * float(rng.uniform(0.8, 1.15))
    else:  # a glove or a sleeve
        skin = rng.uniform(0.05, 0.9, 3).astype(np.float32)
    blotches = cv2.resize(
        rng.normal(0, 0.03, (12, 12)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    cover = cv2.GaussianBlur(mask, (0, 0), max(0.7, die * float(rng.choice([0.01, 0.01, 0.06]))))
    fallen = cv2.GaussianBlur(np.roll(mask, tuple((-lamp[::-1] * die * 0.3).astype(int)), (0, 1)), (0, 0), die * 0.2)
    picture *= 1 - 0.5 * (fallen * (1 - cover))[..., None]
    picture += (skin * (light + blotches)[..., None] - picture) * cover[..., None]
    return np.asarray(cover, np.float32)


def _shape(rng: Rng, size: tuple[int, int], die: float, tip: Points, along: Points) -> NDArray[np.float32]:
    """The silhouette (H, W) 0-1 of a hand whose middle finger ends at `tip`, pointing against `along`."""
    mask = np.zeros(size, np.uint8)
    across = np.array([-along[1], along[0]]) * float(rng.choice([-1, 1]))
    thick = die * float(rng.uniform(0.8, 1.25))
    palm = tip + along * thick * 5
    fingers = int(rng.choice([1, 2, 4, 4]))
    for finger in range(fingers):
        offset = (finger - (fingers - 1) / 2) * thick * float(rng.uniform(0.9, 1.25))
        end = tip + across * offset * 1.25 + along * thick * (abs(finger - 1) * 0.6 + rng.uniform(-0.3, 0.3))
        knuckle = palm + across * offset - along * thick * 1.3
        bend = (end + knuckle) / 2 + across * float(rng.normal(0, 0.3)) * thick
        _limb(mask, [end, bend, knuckle, palm], thick * 0.9)
    if rng.random() < 0.7:
        thumb = tip + across * thick * 2.4 + along * thick * float(rng.uniform(1, 3))
        _limb(mask, [thumb, palm + across * thick * 2.2 - along * thick, palm + along * thick], thick)
    middle = palm + along * thick * 1.2
    axes = (int(thick * 2.4), int(thick * 2.6))
    cv2.ellipse(mask, _pixel(middle), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    _limb(mask, [middle, middle + along * (sum(size) + 10 * thick)], thick * 3.2)
    return np.asarray(mask / np.float32(255), np.float32)


def _limb(mask: NDArray[np.uint8], joints: list[Points], thick: float) -> None:
    points = np.array([_pixel(joint) for joint in joints], np.int32).reshape(-1, 1, 2)
    cv2.polylines(mask, [points], False, 255, max(1, int(thick)), cv2.LINE_AA)


def _pixel(point: Points) -> tuple[int, int]:
    x, y = np.clip(point, -20000, 20000)
    return int(x), int(y)
