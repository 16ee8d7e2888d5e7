"""How a picture lies to an earlier one of the same tray, by the looks of the rim and what is around it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.finding import card_mask
from vision.frame import Picture
from vision.geometry import Outline, Points, mapped


@dataclass(frozen=True, slots=True)
class RegistrationThresholds:
    """How places are looked for again. Pixels are those of the picture made smaller to `side`."""

    side: int = 640
    """Pixels along the longer side: a quarter of a pixel of it is half of one of the camera's."""

    inside: float = 0.02
    """Parts of the picture's longer side by which the rim reaches into the tray: dice lie farther in, mostly."""

    outside: float = 0.08
    """Parts of the longer side around the tray that are looked at; beyond lie cups, phones and elbows."""

    places: int = 60
    """Places that are looked for: ten would do where nothing covers any."""

    patch: int = 21
    """Pixels a side of each place: as large as the rim is wide, so that its corners can be told from its sides."""

    contrast: float = 4.0
    """Grey levels, deviation within a place: twice a webcam's noise, which is never found again."""

    reach: int = 34
    """Pixels that a place may have moved: a twentieth of the picture."""

    likeness: float = 0.7
    """Correlation from which a place counts as found again: a covered one seldom has more than 0.5."""

    agreement: float = 1.5
    """Pixels by which a place may miss the common motion: more is a place that slid along an edge."""

    least_places: int = 8
    """Places that agree on the motion: three would define it, eight do not agree by chance."""

    least_share: float = 0.25
    """Part of all places that agree: a hand and its sleeve cover up to half of the rim."""


class Registration:
    """Looks for the places around a tray in later pictures; made from a reference picture and the tray's outline.

    Light may change and dice and hands may cover some of the places; what most of the found ones agree on counts.
    """

    def __init__(self, reference: Picture, outline: Outline, thresholds: RegistrationThresholds | None = None) -> None:
        self._limits = thresholds or RegistrationThresholds()
        grey = self._small(reference)
        self._size = (grey.shape[1], grey.shape[0])
        self._patches = self._chosen(grey, self._band(reference, outline))

    @property
    def possible(self) -> bool:
        """Whether there is enough to be seen around the tray for its motion to be told."""
        return len(self._patches) >= 2 * self._limits.least_places

    def motion(self, picture: Picture, expected: NDArray[np.float64] | None = None) -> NDArray[np.float64] | None:
        """How everything has moved since the reference: a similarity (3, 3) of fractions of the picture.

        Places are looked for around where the `expected` motion brings them. None where too few are found again: they
        moved too far, or are covered.
        """
        grey = self._small(picture)
        if (grey.shape[1], grey.shape[0]) != self._size:
            return None
        found, wanted = [], []
        start = self._places() if expected is None else mapped(self._places() / self._size, expected) * self._size
        for (place, patch), around in zip(self._patches, start, strict=True):
            there = self._found(grey, patch, around)
            if there is not None:
                found.append(there)
                wanted.append(place)
        if len(found) < self._limits.least_places:
            return None
        similar, agreeing = cv2.estimateAffinePartial2D(
            np.array(wanted), np.array(found), ransacReprojThreshold=self._limits.agreement, maxIters=500
        )
        needed = max(self._limits.least_places, self._limits.least_share * len(self._patches))
        if similar is None or int(np.count_nonzero(agreeing)) < needed:
            return None
        to_pixels = np.diag([*map(float, self._size), 1.0])
        moved = np.linalg.inv(to_pixels) @ np.vstack([similar, (0, 0, 1)]) @ to_pixels
        return np.asarray(moved, np.float64)

    def _small(self, picture: Picture) -> NDArray[np.uint8]:
        height, width = picture.shape[:2]
        scale = self._limits.side / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _chosen(self, grey: NDArray[np.uint8], band: NDArray[np.uint8]) -> list[tuple[Points, NDArray[np.uint8]]]:
        """Places (x, y) of the band that look unlike their neighbours, with their looks."""
        half = self._limits.patch // 2
        band[: half + 1], band[-half - 1 :], band[:, : half + 1], band[:, -half - 1 :] = 0, 0, 0, 0
        smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
        corners = cv2.goodFeaturesToTrack(smooth, self._limits.places, 0.01, self._limits.patch / 2, mask=band)
        if corners is None:
            return []
        chosen = []
        for x, y in np.round(np.asarray(corners).reshape(-1, 2)).astype(int).tolist():
            around = slice(y - half, y + half + 1), slice(x - half, x + half + 1)
            if smooth[around].std() >= self._limits.contrast:
                chosen.append((np.array([x, y], np.float64), grey[around]))
        return chosen

    def _band(self, reference: Picture, outline: Outline) -> NDArray[np.uint8]:
        """Where places may be chosen: on and around the rim, but not on cards, which are taken out again."""
        filled = np.zeros(self._size[::-1], np.uint8)
        corners = np.round(np.asarray(outline) * self._size - 0.5).astype(np.int32)
        cv2.fillPoly(filled, [corners], 255)

        def disc(pixels: float) -> NDArray[np.uint8]:
            side = 2 * round(pixels) + 1
            return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)

        side = self._limits.side
        band = cv2.dilate(filled, disc(self._limits.outside * side))
        band = cv2.subtract(band, cv2.erode(filled, disc(self._limits.inside * side)))
        cards = cv2.resize(card_mask(reference), self._size, interpolation=cv2.INTER_NEAREST)
        return np.asarray(cv2.subtract(band, cv2.dilate(cards, disc(self._limits.patch / 2))), np.uint8)

    def _places(self) -> Points:
        return np.array([place for place, _ in self._patches], np.float64).reshape(-1, 2)

    def _found(self, grey: NDArray[np.uint8], patch: NDArray[np.uint8], around: Points) -> Points | None:
        """Where a place is seen again, to a part of a pixel; None where it is not, or lies at the window's edge."""
        reach, half = self._limits.reach, self._limits.patch // 2
        x, y = (round(float(part)) for part in around)
        left, top = max(x - half - reach, 0), max(y - half - reach, 0)
        window = grey[top : y + half + reach + 1, left : x + half + reach + 1]
        if min(window.shape) < self._limits.patch + 2:
            return None
        likeness = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if best < self._limits.likeness:
            return None
        if not (0 < column < likeness.shape[1] - 1 and 0 < row < likeness.shape[0] - 1):
            return None
        across = _peak(*likeness[row, column - 1 : column + 2].tolist())
        down = _peak(*likeness[row - 1 : row + 2, column].tolist())
        return np.array([left + column + half + across, top + row + half + down])


def _peak(before: float, at: float, after: float) -> float:
    """Where between neighbours the parabola through three values has its top, from -0.5 to 0.5."""
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5))
