"""Reading a photograph from a file, with a sentence for every way in which that can fail."""

from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError
from vision.frame import Picture, as_picture


def read_picture(path: Path) -> Picture:
    """Read a photograph upright (as its EXIF says) as BGR uint8 (H, W, 3).

    Raises PictureError when the file is missing, empty, cut short, no picture, or has more pixels than the
    environment's OPENCV_IO_MAX_IMAGE_PIXELS (OpenCV's default: 2^30) allows.
    """
    try:
        data = np.fromfile(path, np.uint8)
    except FileNotFoundError:
        raise PictureError(f"{path}: there is no such file; check its name") from None
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder; name the photographs in it") from None
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror or error}") from error
    if not data.size:
        raise PictureError(f"{path} is empty; copy it again from the camera")
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            raise PictureError(
                f"{path} is too large: it has more pixels than OPENCV_IO_MAX_IMAGE_PIXELS allows; "
                "make it smaller or raise that limit"
            ) from error
        raise PictureError(f"{path} cannot be decoded: {error.err}") from error
    if image is None:
        raise PictureError(f"{path} is not a whole picture: it is cut short, damaged or no picture at all")
    return as_picture(image)
