"""What the face reader says, and the crops that it is trained on: stored with room, to be turned and shifted anew."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.locate.crop import MARGIN, Box, crop
from vision.read.kinds import KINDS

Picture = NDArray[np.uint8]

LABELS = (*KINDS["any"], "unreadable")
"""What the reader says, in the order of its outputs."""
UNREADABLE = len(LABELS) - 1
SIDE = 80
"""Side of the crops that it is shown, in pixels."""
STORED_SIDE = 128
"""Side of the stored crops in pixels."""
STORED_MARGIN = MARGIN * 1.7
"""What they show, in widths of the die: room to turn, shift and zoom before the final crop."""


def holds(shard: Path, seeds: int) -> bool:
    """Whether a shard file is there and made of so many seeds at least; one that does not say of how many is whole."""
    if not shard.exists():
        return False
    with np.load(shard, allow_pickle=False) as kept:
        return "seeds" not in kept or int(kept["seeds"]) >= seeds


def counts(wanted: int, shard: int) -> list[int]:
    """How many seeds each shard holds, `shard` at most, for so many to be there."""
    return [min(shard, wanted - first) for first in range(0, wanted, shard)]


def store(picture: Picture, box: Box) -> Picture:
    """The stored crop of a die in a BGR picture: (STORED_SIDE, STORED_SIDE, 3)."""
    return crop(picture, box, STORED_SIDE, STORED_MARGIN)


def centre_box() -> Box:
    """Where the die lies in a stored crop."""
    half = STORED_SIDE / STORED_MARGIN / 2
    return STORED_SIDE / 2 - half, STORED_SIDE / 2 - half, STORED_SIDE / 2 + half, STORED_SIDE / 2 + half


def views(stored: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """The crops (N, side, side, 3) that a reader is shown of stored ones (N, STORED_SIDE, STORED_SIDE, 3)."""
    return np.stack([crop(one, centre_box(), side) for one in stored])
