"""Light and camera faults put on training pictures: exposure, white balance, grey, veil, blur, noise, JPEG."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]


def camera_faults(rng: Rng, picture: Picture, blur: float) -> Picture:
    """A copy of a BGR uint8 picture as another camera might have taken it; `blur` bounds its sigma in pixels."""
    faulty = picture
    if rng.random() < 0.6:  # grey, pale or gaudy
        amount = 0.0 if rng.random() < 0.25 else float(rng.uniform(0.3, 1.5))
        mixing = np.full((3, 3), (1 - amount) / 3) + np.eye(3) * amount
        faulty = np.asarray(cv2.transform(faulty, mixing), np.uint8)
    steps = np.linspace(0, 1, 256) ** np.exp(rng.normal(0, 0.3))
    if rng.random() < 0.5:
        middle = float(np.mean(steps[faulty[::4, ::4, 1]]))
        steps = middle + (steps - middle) * rng.uniform(0.5, 1.3)
    gains = np.exp(rng.normal(0, 0.08, 3)) * np.exp(rng.normal(0, 0.22))
    curves = np.clip(steps[:, None] * gains * 255, 0, 255).astype(np.uint8)
    faulty = np.asarray(cv2.LUT(faulty, curves.reshape(1, 256, 3)), np.uint8)
    if rng.random() < 0.15:
        faulty = _unevenly_lit(rng, faulty)
    if rng.random() < 0.5:
        faulty = _blurred(rng, faulty, blur)
    elif rng.random() < 0.3:
        strength = float(rng.uniform(0.3, 1.5))  # sharpening, as phones do
        soft = cv2.GaussianBlur(faulty, (0, 0), 1.2)
        faulty = np.asarray(cv2.addWeighted(faulty, 1 + strength, soft, -strength, 0), np.uint8)
    if rng.random() < 0.6:
        grain = np.empty(faulty.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(grain, np.zeros(3), np.full(3, rng.uniform(1, 12)))
        faulty = np.asarray(cv2.add(faulty, grain, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.35:
        quality = int(rng.integers(25, 90))
        faulty = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", faulty, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return faulty


def _unevenly_lit(rng: Rng, picture: Picture) -> Picture:
    """Dark corners as of a cheap lens, or a bright veil as of a lamp beside the picture."""
    height, width = picture.shape[:2]
    x, y = rng.uniform(0.2, 0.8, 2) if rng.random() < 0.6 else rng.uniform(-0.3, 1.3, 2)
    across = np.square(np.linspace(-x, 1 - x, width, dtype=np.float32))
    down = np.square(np.linspace(-y, 1 - y, height, dtype=np.float32))
    away = np.add.outer(down, across)[..., None]
    if rng.random() < 0.6:
        return np.asarray(picture * (1 - np.float32(rng.uniform(0.3, 1.2)) * np.minimum(away, 0.8)), np.uint8)
    veil = np.exp(away / np.float32(-rng.uniform(0.05, 0.4))) * np.float32(rng.uniform(20, 110))
    return np.asarray(np.minimum(picture + veil, 255), np.uint8)


def _blurred(rng: Rng, picture: Picture, blur: float) -> Picture:
    if rng.random() < 0.7:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, max(0.31, blur)))), np.uint8)
    if rng.random() < 0.3:  # out of focus: every point becomes a disc
        radius = max(1, round(rng.uniform(0.6, 1.2) * blur))
        disc = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2), np.float32)
        return np.asarray(cv2.filter2D(picture, -1, disc / disc.sum()), np.uint8)
    length = max(2, int(rng.uniform(1, 3) * blur))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-3)), np.uint8)
