"""One picture from a camera, and the check that every picture passes at the border."""

from dataclasses import dataclass
from typing import Any, TypeGuard

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import PictureError
from vision.sentence import say

Picture = npt.NDArray[np.uint8]
"""BGR, uint8, height x width x 3."""

SMALLEST_SIDE = 16
"""Pixels. Nothing smaller can hold a die that anyone could read."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (BGR uint8, height x width x 3), when it was taken (monotonic seconds) and its number in its source.

    Frames share their pixels with whoever made them: nobody writes into `image`. Raises PictureError for anything
    that is not such a picture.
    """

    image: Picture
    time: float
    number: int

    def __post_init__(self) -> None:
        check_picture(self.image)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image.shape[:2]
        return width, height


def as_picture(image: npt.NDArray[Any]) -> Picture:
    """What OpenCV decoded (grey, BGR or BGRA, uint8) as a BGR picture. Raises PictureError for anything else."""
    if image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 1):
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.ndim == 3 and image.shape[2] == 4:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    check_picture(image)
    return image


def check_picture(image: object) -> None:
    """Raise PictureError unless `image` is a BGR uint8 array of height x width x 3 with sides worth reading."""
    if not _is_array(image):
        raise _no_picture(type(image).__name__)
    if image.dtype != np.uint8:
        raise _no_picture(image.dtype)
    if image.ndim != 3 or image.shape[2] != 3:
        raise _no_picture(image.shape)
    if min(image.shape[:2]) < SMALLEST_SIDE:
        height, width = image.shape[:2]
        raise PictureError(
            say(
                "A picture of {width} x {height} pixels is too small. Each side needs at least {least}.",
                width=width,
                height=height,
                least=SMALLEST_SIDE,
            )
        )


def _no_picture(found: object) -> PictureError:
    # not for players
    return PictureError(f"A picture is height x width x 3 numbers from 0 to 255 (BGR, uint8). This one is {found}.")


def _is_array(image: object) -> TypeGuard[npt.NDArray[Any]]:
    return isinstance(image, np.ndarray)
