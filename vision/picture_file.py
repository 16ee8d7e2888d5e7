"""Reading a photograph from a file, with a sentence for every way in which that can fail.

The one place where a picture from outside is decoded: its kind and its size are checked before OpenCV sees it.
"""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.bounded_file import MEGABYTE, read_bounded
from vision.errors import PictureError
from vision.frame import Picture, as_picture
from vision.picture_header import size_in_header

MOST_BYTES = 256 * MEGABYTE
"""Of a picture file: more than any photograph of MOST_PIXELS takes."""

MOST_PIXELS = 120_000_000
"""As many as the largest telephones give (108 megapixels); decoded they take 360 MB."""


def read_picture(path: Path) -> Picture:
    """Read a photograph upright (as its EXIF says) as BGR uint8 (H, W, 3).

    Raises PictureError when the file is missing, empty, cut short, no JPEG, PNG, WebP, BMP or TIFF, no regular file,
    or has more than MOST_BYTES, MOST_PIXELS, or pixels than the environment's OPENCV_IO_MAX_IMAGE_PIXELS allows.
    """
    try:
        data = read_bounded(path, MOST_BYTES)
    except FileNotFoundError:
        raise PictureError(f"{path}: there is no such file; check its name") from None
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder; name the photographs in it") from None
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror or error}") from error
    if not data:
        raise PictureError(f"{path} is empty; copy it again from the camera")
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """Decode the content of a picture file upright as BGR uint8 (H, W, 3); PictureError, which begins with its name."""
    size = size_in_header(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PictureError(
            f"{name} is too large: it has {size[0]} x {size[1]} pixels, and at most {MOST_PIXELS // 1_000_000} million "
            "are read; make it smaller"
        )
    image: npt.NDArray[np.uint8] | None = None
    try:
        if size is not None:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)  # type: ignore[assignment]
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            raise PictureError(
                f"{name} is too large: it has more pixels than OPENCV_IO_MAX_IMAGE_PIXELS allows; "
                "make it smaller or raise that limit"
            ) from error
        raise PictureError(f"{name} cannot be decoded: {error.err}") from error
    if image is None:
        raise PictureError(f"{name} is not a whole picture: it is cut short, damaged or no picture at all")
    return as_picture(image)
