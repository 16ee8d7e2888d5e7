"""Noticing a hand in the tray, or anything else that reaches in and is not a die, whatever its colour."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Frame, Picture
from vision.settle.change import Mask, mask_of

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels."""

Colours = npt.NDArray[np.float32]
"""BGR 0-255 of a coarse picture, rows x columns x 3."""


@dataclass(frozen=True, slots=True)
class HandThresholds:
    """What is large and foreign enough to be a hand."""

    cells: int = 160
    """Cells along the picture's longer side: a finger is 5 to 10 wide, a die of 24 pixels in 640 still 6."""

    colour: float = 0.12
    """Natural logarithm: how far the share of a colour must change in a cell, 12 %. A shadow dims all colours alike."""

    brightness: float = 0.45
    """Natural logarithm: a cell dimmed to 0.64 of its light or lit 1.57 times as much is no mere shadow of a person."""

    dark: float = 16.0
    """Grey levels added to every cell: the noise of dark cells is no colour."""

    around: float = 0.75
    """Widths of a die by which its box is let out all around, so that its shadow counts as the die, too."""

    thin: int = 3
    """Cells: what is thinner is an edge of a camera that was knocked a little."""

    bridge: int = 15
    """Cells: parts nearer than this are one. A hand may have the colour of the tray's rim, which is 8 cells wide."""

    share: float = 0.025
    """Parts of the tray that a hand covers at least: three fingers of a child as far as the second joint."""

    dice: float = 3.0
    """Areas of a die that it covers at least, where dice are large in the picture."""

    moving_share: float = 0.06
    """The same while dice fly, which nobody reads then: six of them and their shadows cover less."""

    rim: int = 3
    """Cells: how near to the tray's edge, or the picture's, something must come to reach in from there."""

    reach: int = 12
    """Cells of that band it covers at least: 4 across, half as wide as a finger."""

    check_seconds: float = 0.15
    """How often it is looked for while something moves: 5 ms of work, 20 on a Pi 4. What reaches in at two looks one
    after the other is a hand; dice that are thrown in over the tray's edge are past it at the second."""

    patience: float = 10.0
    """Seconds for which it may rest in the tray: nobody's hand does so longer, but a score pad would for ever."""

    aligned: float = 0.05
    """Parts of the picture's longer side: a camera that was knocked by no more is aligned before comparing."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """How the tray looked at some time, and where its dice lay."""

    colours: Colours
    dice: tuple[Box, ...]


class HandWatch:
    """Knows how the tray looked when it was read last, and when it was empty, and tells when a hand reaches into it.

    `outline` (N x 2, fractions of the picture) is the tray's; without it the whole picture is looked at. Before a
    picture of the tray is remembered there is no hand.
    """

    def __init__(
        self, outline: npt.NDArray[np.float64] | None = None, thresholds: HandThresholds | None = None
    ) -> None:
        self._outline = outline
        self._thresholds = thresholds or HandThresholds()
        self._last: _Known | None = None
        self._empty: _Known | None = None
        self._checked_at = -math.inf
        self._suspected = False
        self._resting_since: float | None = None

    def remember(self, picture: Picture, dice: Sequence[Box]) -> None:
        """Take a picture (BGR uint8) with nothing but these dice in the tray as what it looks like."""
        self._resting_since, self._suspected = None, False
        self._last = _Known(self._colours(picture), tuple(dice))
        if not dice:
            self._empty = self._last

    def see_resting(self, frame: Frame, dice: Sequence[Box]) -> bool:
        """Whether a hand rests in a tray where nothing moves and these dice were read."""
        share = self._thresholds.share
        if dice:
            width, height = frame.size
            usual = float(np.median([(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in dice]))
            share = max(share, self._thresholds.dice * usual / (width * height))
        self._suspected = self._reaches_in(frame.image, dice, share)
        self._resting_since = frame.time if self._suspected else None
        return self._suspected

    def see_moving(self, frame: Frame) -> bool | None:
        """Whether a hand is in a tray where something moves; None where the frame comes too soon to tell."""
        self._resting_since = None
        if 0 <= frame.time - self._checked_at < self._thresholds.check_seconds:
            return None
        self._checked_at = frame.time
        before, self._suspected = self._suspected, self._reaches_in(frame.image, (), self._thresholds.moving_share)
        return self._suspected if self._suspected == before else None

    def stays(self, now: float) -> bool:
        """Whether what rests in the tray has done so for too long to be a hand."""
        return self._resting_since is not None and now - self._resting_since >= self._thresholds.patience

    def _reaches_in(self, picture: Picture, dice: Sequence[Box], share: float) -> bool:
        """Whether it does so by the last picture of the tray, and by that of the empty one, too."""
        known = [one for one in dict.fromkeys((self._last, self._empty)) if one is not None]
        if not known:
            return False
        now = self._colours(picture)
        scale = now.shape[1] / picture.shape[1]
        return all(self._differs(now, one, dice, share, scale) for one in known)

    def _differs(self, now: Colours, known: _Known, dice: Sequence[Box], share: float, scale: float) -> bool:
        if now.shape != known.colours.shape:
            return False
        return self._foreign(now, known.colours, (*dice, *known.dice), share, scale) and self._foreign(
            now, self._aligned(known.colours, now), (*dice, *known.dice), share, scale
        )

    def _foreign(self, now: Colours, known: Colours, dice: Sequence[Box], share: float, scale: float) -> bool:
        limits = self._thresholds
        mask = mask_of((now.shape[0], now.shape[1]), self._outline)
        changed = self._changed(now, known) & mask
        changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, _disc(limits.thin)).astype(np.uint8)
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _disc(limits.bridge))
        for x0, y0, x1, y1 in dice:
            out = (x1 - x0 + y1 - y0) / 2 * limits.around
            left, top, right, bottom = (round(side * scale) for side in (x0 - out, y0 - out, x1 + out, y1 + out))
            changed[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 0
        inner = cv2.erode(mask, _disc(2 * limits.rim + 1), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        count, labels = cv2.connectedComponents(joined)
        least = share * np.count_nonzero(mask)
        for label in range(1, count):
            part = (labels == label) & (changed > 0)
            if np.count_nonzero(part) >= least and np.count_nonzero(part & (inner == 0)) >= limits.reach:
                return True
        return False

    def _changed(self, now: Colours, known: Colours) -> Mask:
        """255 where a cell has another colour, or much more or less light than the rest of the picture has."""
        limits = self._thresholds
        gain = np.median(((now + 1) / (known + 1)).reshape(-1, 3), axis=0).astype(np.float32)
        expected = np.minimum(known * gain, 255)
        ratio = np.log((now + limits.dark) / (expected + limits.dark))
        brightness = ratio.mean(axis=2)
        colour = np.abs(ratio - brightness[..., None]).max(axis=2)
        return np.where((colour > limits.colour) | (np.abs(brightness) > limits.brightness), 255, 0).astype(np.uint8)

    def _aligned(self, known: Colours, now: Colours) -> Colours:
        """The known picture shifted to where the camera looks now, if it was knocked a little."""
        grey, grey_now = (cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY) for colours in (known, now))
        (right, down), _ = cv2.phaseCorrelate(grey, grey_now)
        if max(abs(right), abs(down)) > self._thresholds.aligned * max(grey.shape):
            return known
        matrix = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
        size = (grey.shape[1], grey.shape[0])
        return np.asarray(cv2.warpAffine(known, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)

    def _colours(self, picture: Picture) -> Colours:
        height, width = picture.shape[:2]
        cells = self._thresholds.cells
        scale = cells / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        # Halving has a fast way of its own in OpenCV; the whole is three times as fast with it.
        if max(height, width) >= 4 * cells:
            picture = np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _disc(side: int) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
