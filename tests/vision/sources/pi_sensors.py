"""The modes of every camera for a Raspberry Pi's connector, as `rpicam-hello --list-cameras` prints them.

Each is width, height, frames a second, left, top, width and height of the crop, and bits.
"""

from typing import Any

TABLES = {
    "ov5647": (
        (640, 480, 58.92, 16, 0, 2560, 1920, 10),
        (1296, 972, 46.34, 0, 0, 2592, 1944, 10),
        (1920, 1080, 32.81, 348, 434, 1928, 1080, 10),
        (2592, 1944, 15.63, 0, 0, 2592, 1944, 10),
    ),
    "imx219": (
        (640, 480, 206.65, 1000, 752, 1280, 960, 10),
        (1640, 1232, 41.85, 0, 0, 3280, 2464, 10),
        (1920, 1080, 47.57, 680, 692, 1920, 1080, 10),
        (3280, 2464, 21.19, 0, 0, 3280, 2464, 10),
        (640, 480, 206.65, 1000, 752, 1280, 960, 8),
        (1640, 1232, 83.70, 0, 0, 3280, 2464, 8),
        (1920, 1080, 47.57, 680, 692, 1920, 1080, 8),
        (3280, 2464, 21.19, 0, 0, 3280, 2464, 8),
    ),
    "imx708": (
        (1536, 864, 120.13, 768, 432, 3072, 1728, 10),
        (2304, 1296, 56.03, 0, 0, 4608, 2592, 10),
        (4608, 2592, 14.35, 0, 0, 4608, 2592, 10),
    ),
    "imx477": (
        (1332, 990, 120.05, 696, 528, 2664, 1980, 10),
        (2028, 1080, 50.03, 0, 440, 4056, 2160, 12),
        (2028, 1520, 40.01, 0, 0, 4056, 3040, 12),
        (4056, 3040, 10.00, 0, 0, 4056, 3040, 12),
    ),
    "imx296": ((1456, 1088, 60.38, 0, 0, 1456, 1088, 10),),
}


def modes_of(sensor: str) -> list[dict[str, Any]]:
    """A sensor's modes, as picamera2 tells them."""
    return [
        {"size": (width, height), "fps": fps, "crop_limits": crop, "bit_depth": bits}
        for width, height, fps, *crop, bits in TABLES[sensor]
    ]


def scored_mode(modes: list[dict[str, Any]], size: tuple[int, int], bits: int) -> dict[str, Any]:
    """The mode that picamera2 takes for a size and a depth: too few pixels cost eight times as much as too many."""

    def off(wanted: float, got: float) -> float:
        return 2 * (wanted - got) if got <= wanted else (got - wanted) / 4

    def score(mode: dict[str, Any]) -> float:
        width, height = map(float, mode["size"])
        shape = 1500 * off(size[0] / size[1], width / height)
        return off(size[0], width) + off(size[1], height) + shape + 500 * float(abs(bits - mode["bit_depth"]))

    return min(modes, key=score)
