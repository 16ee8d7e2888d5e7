"""Finding dice in a picture: the locator network over several scales, chosen from what the picture shows."""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.crop import Box
from vision.locate.scales import Scales
from vision.network import MOST_THREADS, Floats, Network, load_network

Image = NDArray[np.uint8]

MOST_BATCHES = 8
"""Shapes of input whose memory is kept: a camera needs three, and one or two more for small dice."""


CUT_OFF = 0.05
"""Parts of its width by which a die's box must reach beyond the picture for the die to be cut off."""


@dataclass(frozen=True, slots=True)
class Located:
    """A die's place: the box around it in pixels of the picture, and how much the locator believes in it (0-1)."""

    box: Box
    score: float

    @property
    def width(self) -> float:
        """Mean of the box's sides in pixels."""
        x0, y0, x1, y1 = self.box
        return (x1 - x0 + y1 - y0) / 2

    def is_cut_off(self, image: Image) -> bool:
        """Whether a part of it lies beyond the picture (H, W, 3) that it was found in."""
        x0, y0, x1, y1 = self.box
        height, width = image.shape[:2]
        return bool(max(-x0, -y0, x1 - width, y1 - height) > CUT_OFF * self.width)


@dataclass(frozen=True, slots=True)
class LocatorSettings:
    """The locator's thresholds."""

    sides: tuple[int, ...] = (160, 320, 640)
    """Long sides in pixels of the scales always looked at: dice from a third to a thirtieth of the picture."""
    fine_width: float = 24.0
    """Dice narrower than this at the finest scale ask for a finer one: below it the pips blur into each other."""
    finest: int = 2560
    """Long side in pixels of the finest scale ever looked at: bounds the time for a large photograph."""
    band: tuple[float, float] = (17.0, 80.0)
    """Widths in pixels at the network's input that it was trained to find."""
    best: float = 42.0
    """Width at which it is at its best, the middle of its band: a scale where the dice are half or twice as wide is
    believed half as much, because touching dice run into one when they are small."""
    doubtful: float = 0.7
    """Below this belief a die must also be about as wide as the others: dice of one throw are alike."""
    alike: float = 1.9
    """How many times wider or narrower than the usual die a doubtful one may be."""
    overlap: float = 0.35
    """Boxes sharing more than this part of the smaller one are the same die: touching dice share less."""


@dataclass(frozen=True, slots=True)
class _Finding:
    """A die as one scale of the picture shows it."""

    die: Located
    scale: float

    def rank(self, width: float, best: float) -> float:
        """Belief in it, less the farther the scale is from the best one for dice as wide as `width`."""
        return self.die.score * 2 ** -abs(float(np.log2(width * self.scale / best)))


class Locator:
    """Finds every die in a picture, at any size within the settings' reach."""

    def __init__(self, network: Network, settings: LocatorSettings | None = None) -> None:
        self.network = network
        self.settings = settings or LocatorSettings()
        self.stride = int(network.card["stride"])
        self.unit = float(network.card["unit"])
        self.score = float(network.card["score"])
        self._batches: dict[tuple[int, ...], Floats] = {}
        self._filling = Lock()

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = MOST_THREADS) -> "Locator":
        """Load the project's locator, or the one in `folder`; raises ModelError."""
        return cls(load_network("locator", folder, threads))

    def locate(self, image: Image) -> tuple[Located, ...]:
        """Dice in a BGR uint8 picture (H, W, 3), from left to right."""
        chosen = self.settings
        long_side = max(image.shape[:2])
        # The first side that enlarges the picture by half or more shows all that the finer ones could.
        enough = sum(side < long_side * 1.5 for side in chosen.sides) + 1
        sides = chosen.sides[:enough]
        scales = Scales(image, sides)
        found = [one for side in sides for one in self._at_scale(scales.at(side), side / long_side)]
        dice = self._merge(found)
        side = sides[-1]
        while side < min(chosen.finest, long_side) and self._asks_for_finer(dice, side / long_side):
            side = min(side * 2, chosen.finest)
            found += self._at_scale(scales.at(side), side / long_side)
            dice = self._merge(found)
        return tuple(sorted(dice, key=lambda die: (die.box[0] + die.box[2], die.box[1])))

    def _asks_for_finer(self, dice: list[Located], scale: float) -> bool:
        if not dice:
            return True
        return float(np.median([die.width for die in dice])) * scale < self.settings.fine_width

    def _at_scale(self, small: Image, scale: float) -> list[_Finding]:
        """Every finding in the picture as it is at one scale."""
        height, width = small.shape[:2]
        with self._filling:
            batch = self._batch(small)
            maps = self.network(batch)[0]
        heat = 1 / (1 + np.exp(-maps[0]))
        peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > self.score)
        found = []
        for row, column in np.argwhere(peaks):
            wide, high = np.exp(np.clip(maps[1:3, row, column], -3, 3)) * self.unit
            mean = float(wide + high) / 2
            if not self.settings.band[0] <= mean <= self.settings.band[1]:
                continue
            x = (column + float(maps[3, row, column])) * self.stride
            y = (row + float(maps[4, row, column])) * self.stride
            if x > width or y > height:
                continue
            box = np.array([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]) / scale
            score = float(heat[row, column])
            die = Located((float(box[0]), float(box[1]), float(box[2]), float(box[3])), score)
            found.append(_Finding(die, scale))
        return found

    def _batch(self, small: Image) -> Floats:
        """The picture as the network takes it, (1, 3, H, W) with sides filled up to multiples of 32.

        Written into the same memory for every frame of a camera: a fresh four megabytes for each would cost more
        than what is done with them.
        """
        height, width = small.shape[:2]
        shape = (1, 3, -(-height // 32) * 32, -(-width // 32) * 32)
        if shape not in self._batches:
            if len(self._batches) >= MOST_BATCHES:
                self._batches.clear()
            self._batches[shape] = np.zeros(shape, np.float32)
        batch = self._batches[shape]
        batch[0, :, height:] = 0
        batch[0, :, :, width:] = 0
        for colour, plane in enumerate(cv2.split(small)):
            np.multiply(plane, np.float32(1 / 255), out=batch[0, colour, :height, :width])
        return batch

    def _merge(self, found: list[_Finding]) -> list[Located]:
        """One finding a die, those of the scale that suits the dice first; doubtful ones of another size left out."""
        best, alike = self.settings.best, self.settings.alike
        first = self._apart(sorted(found, key=lambda one: -one.rank(one.die.width, best)))
        if not first:
            return first
        usual = _usual_width(first)
        return [
            die
            for die in self._apart(sorted(found, key=lambda one: -one.rank(usual, best)))
            if die.score >= self.settings.doubtful or usual / alike < die.width < usual * alike
        ]

    def _apart(self, ranked: list[_Finding]) -> list[Located]:
        """Leave out what overlaps a finding that comes before it."""
        kept: list[Located] = []
        for one in ranked:
            if all(overlap(one.die.box, other.box) < self.settings.overlap for other in kept):
                kept.append(one.die)
        return kept


def _usual_width(dice: list[Located]) -> float:
    """The median width, each die counting as much as it is believed in."""
    weights = np.array([die.score for die in dice])
    order = np.argsort([die.width for die in dice])
    return dice[int(order[np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)])].width


def overlap(one: Box, other: Box) -> float:
    """Shared area as a part of the smaller box."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    smaller = min((one[2] - one[0]) * (one[3] - one[1]), (other[2] - other[0]) * (other[3] - other[1]))
    return wide * high / smaller
