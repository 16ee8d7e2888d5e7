"""What the reader says of one die in a picture."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sighting:
    """One die: its likeliest face, how confident the reader is (0-1, calibrated), and where it lies.

    `sure` is False where the table must ask; `likely` lists face labels, likeliest first. `box` is x0, y0, x1, y1
    in pixels of the picture given to the reader.
    """

    face: str
    confidence: float
    sure: bool
    likely: tuple[str, ...]
    box: tuple[float, float, float, float]

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
