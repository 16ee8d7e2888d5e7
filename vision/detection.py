"""What the reader says of one die in a picture."""

from dataclasses import dataclass
from typing import Literal

Trouble = Literal["", "cocked", "stacked"]
"""Why a die cannot be read: it leans or something covers it, or it leans against another die or lies on it."""

UNKNOWN = "?"
"""The face of a die that was found by a reader which does not know its kind; it has no likely ones."""


@dataclass(frozen=True, slots=True)
class Detection:
    """One die: its likeliest face, how confident the reader is (0-1, calibrated), and where it lies.

    `sure` is False where the table must ask; `likely` lists face labels, likeliest first. `box` is x0, y0, x1, y1
    in pixels of the picture given to the reader. A die in `trouble` is never sure; it is `clear` where its face would
    be, could it be read. It lies `on_rail` where the tray has a keep rail there.
    """

    face: str
    confidence: float
    sure: bool
    likely: tuple[str, ...]
    box: tuple[float, float, float, float]
    trouble: Trouble = ""
    clear: bool = False
    on_rail: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box, x and y in pixels."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def width(self) -> float:
        """Mean of the box's sides in pixels."""
        x0, y0, x1, y1 = self.box
        return (x1 - x0 + y1 - y0) / 2
