"""Light and camera faults put on training pictures: exposure, white balance, grey, blur, noise, JPEG."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]


def camera_faults(rng: Rng, picture: Picture, blur: float) -> Picture:
    """A copy of a BGR uint8 picture as another camera might have taken it; `blur` bounds its sigma in pixels."""
    light = picture.astype(np.float32) / 255
    if rng.random() < 0.15:
        light = np.repeat(cv2.cvtColor(light, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    elif rng.random() < 0.5:
        grey = light.mean(2, keepdims=True)
        light = grey + (light - grey) * np.float32(rng.uniform(0.3, 1.5))
    light = np.maximum(light, 0) ** np.float32(np.exp(rng.normal(0, 0.3)))
    light = light * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.22)))
    if rng.random() < 0.5:
        middle = np.float32(light.mean())
        light = middle + (light - middle) * np.float32(rng.uniform(0.5, 1.3))
    if rng.random() < 0.5:
        light = _blurred(rng, light, blur)
    elif rng.random() < 0.3:
        soft = cv2.GaussianBlur(light, (0, 0), 1.2)
        light = light + (light - soft) * np.float32(rng.uniform(0.3, 1.5))  # sharpening, as phones do
    if rng.random() < 0.6:
        light = light + rng.standard_normal(light.shape, np.float32) * np.float32(rng.uniform(0.004, 0.05))
    faulty = np.asarray(np.clip(light * 255, 0, 255), np.uint8)
    if rng.random() < 0.35:
        quality = int(rng.integers(25, 90))
        faulty = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", faulty, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return faulty


def _blurred(rng: Rng, light: NDArray[np.float32], blur: float) -> NDArray[np.float32]:
    if rng.random() < 0.7:
        return np.asarray(cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.3, max(0.31, blur)))), np.float32)
    length = max(2, int(rng.uniform(1, 3) * blur))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return np.asarray(cv2.filter2D(light, -1, kernel / max(float(kernel.sum()), 1e-3)), np.float32)
