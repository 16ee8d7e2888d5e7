"""How bright pictures are, and the exposure at which they stay so when a camera's automatics are switched off.

Drivers may tell an exposure that is long out of date, or leave out a gain of their own; a lock at what they tell then
makes the picture several times as bright or dark.
"""

import numpy as np

from vision.frame import Picture

BEGINS = 1.8
"""Pictures whose light differs by less are left as they are: a hand, or somebody's shadow, changes that much."""

AGREES = 1.3
"""What a search comes to is as bright if the light differs by less."""

MOST_TRIES = 6
MOST_STEP = 8.0
DARKEST = 0.002
"""Less light than that in a picture is noise."""


def brightness(picture: Picture) -> float:
    """The light in a picture, 0 to 1, in proportion to the exposure: cameras bend it for our eyes."""
    sample = picture[::8, ::8].astype(np.float32) / 255
    return float(np.mean(sample**2.2))


class ExposureSearch:
    """Finds the exposure for pictures as bright as one was; `least` and `most` are the camera's own limits."""

    def __init__(self, wanted: float, exposure: float, least: float, most: float) -> None:
        self._wanted = max(wanted, DARKEST)
        self._least, self._most = least, most
        self.exposure = exposure
        self._tries = 0
        self.agrees = False

    def judge(self, seen: float) -> float | None:
        """Judge the light of a picture taken at `exposure`; returns the next exposure to try, None at the end."""
        ratio = self._wanted / max(seen, DARKEST)
        most = AGREES if self._tries else BEGINS
        self.agrees = 1 / most <= ratio <= most
        step = min(max(ratio, 1 / MOST_STEP), MOST_STEP)
        exposure = min(max(self.exposure * step, self._least), self._most)
        if self.agrees or self._tries >= MOST_TRIES or exposure == self.exposure:
            return None
        self._tries += 1
        self.exposure = exposure
        return exposure
