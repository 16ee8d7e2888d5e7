"""Finding the tray by the printed cards that lie in its corners, or along its round rim."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.lens import Lens
from vision.calibration.markers import CARD_IDS, CARD_SIDE, DICTIONARY, MARKER_SIDE, card_corners, card_tips
from vision.calibration.plane import Plane, fit_plane
from vision.calibration.record import Calibration, as_matrix
from vision.errors import CalibrationError
from vision.frame import Picture
from vision.geometry import Outline, Points, mapped
from vision.sentence import say


@dataclass(frozen=True, slots=True)
class FindThresholds:
    """When what was found is no tray."""

    bent: float = 0.002
    """Parts of the picture's longer side by which the cards' corners may miss their places: ten times what a sharp
    picture misses, half of what a card does that stands up by 5 mm."""

    from_round: float = 0.05
    """Parts of the radius by which the cards of a round tray may miss the circle: a card pushed by a finger's width."""

    beyond: float = 0.01
    """Parts of the picture by which a corner may lie outside of it: a rim cut off there hides no die."""

    circle: int = 48
    """Corners of a round tray's outline: it is off by a five-hundredth of the radius."""

    side: int = 8
    """Parts of a straight side that a known lens bends: each is straight to a pixel."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tray, its width and depth in mm, and by how many pixels the cards' corners missed their places."""

    tray: Calibration
    size: tuple[float, float]
    error: float


def find_tray(
    picture: Picture, *, is_round: bool = False, lens: Lens | None = None, thresholds: FindThresholds | None = None
) -> Found:
    """Find the tray in a picture (BGR uint8) with the four cards of the sheet in it.

    Raises CalibrationError, saying which cards are not found or what is wrong with how they lie.
    """
    limits = thresholds or FindThresholds()
    size = np.array(picture.shape[1::-1], np.float64)
    seen = _seen_cards(picture)
    if lens is not None:
        seen = (lens.straightened((seen / size).reshape(-1, 2)) * size).reshape(seen.shape)
    plane = fit_plane(seen, card_corners())
    if plane.error > limits.bent * size.max():
        raise CalibrationError(
            say(
                "The cards do not lie in one plane: they are off by {error} pixels. Press them "
                "flat on the tray's floor. If they are flat, the lens is distorted: photograph the sheet's second page "
                "too.",
                error=f"{plane.error:.1f}",
            )
        )
    tips = np.concatenate([plane.placed(card, tip[None]) for card, tip in enumerate(card_tips())])
    _check_order(mapped(tips, plane.homography))
    return _round_tray(plane, tips, size, lens, limits) if is_round else _tray(plane, tips, size, lens, limits)


def card_mask(picture: Picture) -> NDArray[np.uint8]:
    """255 where a card lies in a picture, with its white border and a little around it; 0 elsewhere."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    corners, ids = _markers(picture)
    for card, around in zip(ids, corners, strict=True):
        if card in CARD_IDS:
            middle = around.mean(axis=0)
            grown = middle + (around - middle) * (CARD_SIDE / MARKER_SIDE + 0.2)
            cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 255)
    return mask


def _markers(picture: Picture) -> tuple[list[NDArray[np.float64]], list[int]]:
    """The corners (4, 2) of every marker in pixels, and their ids."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(DICTIONARY, parameters)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    # OpenCV counts from the middle of the first pixel, this program from its edge.
    places = [np.asarray(marker, np.float64).reshape(4, 2) + 0.5 for marker in corners]
    return places, [] if ids is None else [int(card) for card in np.asarray(ids).reshape(-1)]


def _seen_cards(picture: Picture) -> NDArray[np.float64]:
    """The corners of the four markers in pixels, shape (4, 4, 2)."""
    corners, found = _markers(picture)
    missing = [number for number, card in enumerate(CARD_IDS, 1) if card not in found]
    if len(missing) == len(CARD_IDS):
        raise CalibrationError(
            say(
                "None of the four cards was found. Print the cards with `dice-table calibrate sheet`, lay them in "
                "the tray, and let the camera see all of it."
            )
        )
    if missing:
        raise CalibrationError(
            say(
                "These cards were not found: {cards}. Each must lie flat, uncovered and evenly lit, with its white "
                "border in the picture.",
                cards=", ".join(map(str, missing)),
            )
        )
    twice = [number for number, card in enumerate(CARD_IDS, 1) if found.count(card) > 1]
    if twice:
        raise CalibrationError(
            say(
                "These cards are seen more than once: {cards}. Leave one of each in the picture.",
                cards=", ".join(map(str, twice)),
            )
        )
    return np.array([corners[found.index(card)] for card in CARD_IDS])


def _check_order(tips: Points) -> None:
    if (
        not cv2.isContourConvex(np.asarray(tips, np.float32))
        or cv2.contourArea(np.asarray(tips, np.float32), oriented=True) < 0
    ):
        raise CalibrationError(
            say(
                "The cards do not follow one another clockwise as 1, 2, 3, 4 around the tray. Place each in "
                "its corner, with the dot in the corner."
            )
        )


def _tray(plane: Plane, tips: Points, size: NDArray[np.float64], lens: Lens | None, limits: FindThresholds) -> Found:
    """A four-sided tray, its corners where the cards' tips are; x runs from the first to the second."""
    way = tips[1] - tips[0]
    to_tray = _turned(tips[0], float(np.arctan2(way[1], way[0])))
    corners = mapped(tips, to_tray)
    if lens is not None:
        steps = np.linspace(0, 1, limits.side, endpoint=False)[:, None]
        ahead = np.roll(corners, -1, axis=0)
        corners = np.concatenate([start + (end - start) * steps for start, end in zip(corners, ahead, strict=True)])
    wide, deep = np.ptp(corners, axis=0).tolist()
    return Found(_calibration(plane, to_tray, corners, size, lens, limits), (wide, deep), plane.error)


def _round_tray(
    plane: Plane, tips: Points, size: NDArray[np.float64], lens: Lens | None, limits: FindThresholds
) -> Found:
    """A round tray through the cards' tips; x runs as in the picture."""
    # The circle x² + y² = 2ax + 2by + c, which is linear in its unknowns.
    known = np.column_stack([2 * tips, np.ones(len(tips))])
    (x, y, rest), *_ = np.linalg.lstsq(known, (tips**2).sum(axis=1))
    middle, radius = np.array([x, y]), float(np.sqrt(rest + x * x + y * y))
    off = float(np.abs(np.linalg.norm(tips - middle, axis=1) - radius).max())
    if off > limits.from_round * radius:
        raise CalibrationError(
            say(
                "The cards do not lie on one circle: they miss it by {off} mm. Push each with its dot against the "
                "tray's round rim.",
                off=f"{off:.0f}",
            )
        )
    seen = mapped(middle[None], plane.homography)
    way = mapped(seen + np.array([1.0, 0.0]), np.linalg.inv(plane.homography))[0] - middle
    turn = float(np.arctan2(way[1], way[0]))
    start = middle - radius * np.array([np.cos(turn) - np.sin(turn), np.sin(turn) + np.cos(turn)])
    turns = np.linspace(0, 2 * np.pi, limits.circle, endpoint=False)
    around = radius * (1 + np.column_stack([np.cos(turns), np.sin(turns)]))
    tray = _calibration(plane, _turned(start, turn), around, size, lens, limits)
    return Found(tray, (2 * radius, 2 * radius), plane.error)


def _turned(origin: Points, turn: float) -> NDArray[np.float64]:
    """From the fitted plane to the tray's own directions: `origin` becomes 0, 0, the direction `turn` x."""
    cos, sin = np.cos(turn), np.sin(turn)
    back = np.array([[cos, sin], [-sin, cos]])
    return np.block([[back, -(back @ origin)[:, None]], [np.zeros((1, 2)), np.ones((1, 1))]])


def _calibration(
    plane: Plane,
    to_tray: NDArray[np.float64],
    around: Points,
    size: NDArray[np.float64],
    lens: Lens | None,
    limits: FindThresholds,
) -> Calibration:
    """The record of a tray whose edge runs `around` in mm of the tray."""
    view = to_tray @ np.linalg.inv(plane.homography) @ np.diag([*size, 1.0])
    straight = mapped(around, np.linalg.inv(view))
    outline = straight if lens is None else lens.bent(straight)
    if outline.min() < -limits.beyond or outline.max() > 1 + limits.beyond:
        raise CalibrationError(
            say("Part of the tray is outside the picture. Raise or move the camera until it sees the whole rim.")
        )
    return Calibration(_points(np.clip(outline, 0, 1)), as_matrix(view), True, lens=lens)


def _points(points: Points) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)
