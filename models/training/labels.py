"""What training labels say: the twelve faces that are read, and the rows that stand beside every picture."""

from dataclasses import dataclass

FACES = ("1", "2", "3", "4", "5", "6", "9", "10", "J", "Q", "K", "A")
"""The faces of dice with pips and of poker dice; a row's value v > 0 stands for FACES[v - 1]."""
POKER = 6
"""Where in FACES the poker faces begin."""
NOT_READABLE = 0
"""The value of a die whose top face cannot be read: tilted too far, covered, cut off."""

FLAT_DEGREES = 9.0
"""A die tilted by more than this is not readable: the house rule calls it cocked."""
COVERED = 0.15
"""A die with more than this part of its top face hidden is not readable."""

LYING, TOUCHING, AT_WALL, COCKED, STACKED, UNDER = range(6)
"""How a die lies: freely, side by side with another, at the tray's wall, tilted, on another die, under another one."""

COLUMNS = (
    "picture", "x0", "y0", "x1", "y1", "value", "heading", "x", "y", "size", "tilt", "cover", "seen", "lies", "family",
)  # fmt: skip
"""A label row: see Label. `picture` is the index of the picture in its shard."""


@dataclass(frozen=True, slots=True)
class Label:
    """One die of a picture.

    `box` of its whole silhouette and the projected middle `x`, `y` in pixels; `size` of its edge there in pixels;
    `value` 1-12 of the top face (see FACES) or NOT_READABLE; `heading` 0-90 and `tilt` in degrees; `cover` the part
    of the top face that is hidden or beyond the picture; `seen` the part of the silhouette that is not; `lies` as
    above; `family` of poker dice or -1 for pips.
    """

    box: tuple[float, float, float, float]
    value: int
    heading: float
    x: float
    y: float
    size: float
    tilt: float
    cover: float
    seen: float
    lies: int
    family: int

    def row(self, picture: int) -> tuple[float, ...]:
        """The label as a row of COLUMNS."""
        return (
            picture, *self.box, self.value, self.heading, self.x, self.y, self.size, self.tilt, self.cover, self.seen,
            self.lies, self.family,
        )  # fmt: skip
