"""Noticing during play that the camera was moved or the light has changed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration.checks import Grade, Verdict
from vision.calibration.measures import coarse, light_level, tray_mask
from vision.calibration.record import Calibration
from vision.calibration.registration import Registration
from vision.frame import Picture
from vision.geometry import mapped
from vision.sentence import Sentence, say

CHECK_SECONDS = 2.0
"""How often the still tray is checked for a camera that was moved: 10 ms of work, a tenth of a second on a Pi 4."""

CAMERA_MOVED = say("The camera was moved. Mark the tray again, or turn the camera back.")


@dataclass(frozen=True, slots=True)
class WatchThresholds:
    """Which changes are ignored, which are corrected silently, and which people are told."""

    checks: int = 3
    """Looks in a row that must agree: an elbow on the table is gone by then."""

    lost_checks: int = 5
    """Looks in a row in which the tray is not found again: a sleeve or a score pad over its rim is gone by then."""

    least_shift: float = 0.0012
    """Parts of the picture's longer side (1.5 pixels of 1280): three times what two looks at the same differ by."""

    same_shift: float = 0.001
    """Parts of the longer side within which looks agree."""

    small_shift: float = 0.015
    """Parts of the longer side (19 pixels of 1280): a quarter of a die. A camera that was knocked farther may have
    lost more than its direction, so people are to look."""

    back_shift: float = 0.012
    """Parts of the longer side within which a camera that was knocked is back; less than `small_shift`, so that the
    verdict does not tremble between the two."""

    dark: float = 0.6
    """Times the light there was: below it the checks that were passed say nothing any more."""

    bright: float = 1.7
    """Times the light there was, as much the other way."""

    back: float = 0.15
    """How far inside of these limits the light must come for it to be as before."""

    blind: float = 0.2
    """Times the light there was, below which a picture is too dark to tell where the camera looks."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The camera looks a little elsewhere, by `shift` parts of the picture; `tray` is where the tray lies now."""

    tray: Calibration
    shift: float


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """The camera looks elsewhere: by `shift` parts of the picture's longer side, None where nobody can tell."""

    shift: float | None


@dataclass(frozen=True, slots=True)
class CameraInPlace:
    """The camera looks where it did again."""


@dataclass(frozen=True, slots=True)
class LightChanged:
    """There is `level` times as much light as when the tray was marked."""

    level: float


@dataclass(frozen=True, slots=True)
class LightBack:
    """There is about as much light again as when the tray was marked."""


News = Followed | CameraMoved | CameraInPlace | LightChanged | LightBack


def check_position(reference: Picture, picture: Picture, tray: Calibration) -> Verdict:
    """Whether the camera looks where it did when the tray was marked in the `reference`; the unit is pixels."""
    registration = Registration(reference, tray.outline)
    if not registration.possible:
        sentence = say("There is too little detail around the tray to notice when the camera is moved.")
        return Verdict("place", Grade.WARN, None, "px", sentence)
    motion = registration.motion(picture)
    if motion is None:
        sentence = say("The tray is no longer where it was marked. Mark it again, or turn the camera back.")
        return Verdict("place", Grade.BAD, None, "px", sentence)
    moved = (mapped(tray.outline, motion) - np.asarray(tray.outline)) * picture.shape[1::-1]
    shift = float(np.linalg.norm(moved, axis=1).max())
    shown = f"{shift:.1f}"
    if shift <= WatchThresholds().small_shift * max(picture.shape[:2]):
        return Verdict("place", Grade.OK, shift, "px", say("The camera has not moved (±{pixels} px).", pixels=shown))
    sentence = say(
        "The camera was moved by {pixels} pixels. Mark the tray again, or turn the camera back.", pixels=shown
    )
    return Verdict("place", Grade.BAD, shift, "px", sentence)


class TrayWatch:
    """Compares pictures of the still tray, one every second or two, with the one in which it was marked.

    `reference` (BGR uint8) is that picture. `tray` and `problems` tell what holds now; `misplaced` is what the last
    look alone said: that the tray lay far from there, or was not seen.
    """

    def __init__(self, reference: Picture, tray: Calibration, thresholds: WatchThresholds | None = None) -> None:
        self._limits = thresholds or WatchThresholds()
        self._marked = tray
        self._registration = Registration(reference, tray.outline)
        self._size = np.array(reference.shape[1::-1], np.float64)
        self._light = max(self._brightness(reference), 1.0)
        self._motion: NDArray[np.float64] = np.eye(3)
        self._pending: NDArray[np.float64] | None = None
        self._agreeing = 0
        self._lost = 0
        self._away = False
        self._changed: float | None = None
        self._other_light = 0
        self.tray = tray
        self.misplaced = False

    @property
    def problems(self) -> tuple[Sentence, ...]:
        """What people are to know as long as it is so."""
        notices = []
        if self._away:
            notices.append(CAMERA_MOVED)
        if self._changed is not None:
            notices.append(
                say(
                    "The light has changed to {share} of what it was when the tray was marked. Check the lamps.",
                    share=f"{self._changed:.0%}",
                )
            )
        return tuple(notices)

    def check(self, picture: Picture) -> tuple[News, ...]:
        """Take a picture of the still tray in; tell what it changes."""
        level = self._brightness(picture) / self._light
        news = self._check_light(level)
        if self._registration.possible and level >= self._limits.blind:
            news += self._check_place(picture)
        return news

    def _check_light(self, level: float) -> tuple[News, ...]:
        inner = self._limits.back if self._changed is not None else 0.0
        other = not self._limits.dark + inner <= level <= self._limits.bright - inner
        if other == (self._changed is not None):
            self._other_light = 0
            return ()
        self._other_light += 1
        if self._other_light < self._limits.checks:
            return ()
        self._other_light = 0
        self._changed = level if other else None
        return (LightChanged(level) if other else LightBack(),)

    def _check_place(self, picture: Picture) -> tuple[News, ...]:
        motion = self._registration.motion(picture, self._motion)
        self.misplaced = motion is None or self._apart(motion, self._motion) > self._limits.small_shift
        if motion is None:
            self._pending = None
            self._lost += 1
            if self._away or self._lost < self._limits.lost_checks:
                return ()
            self._away = True
            return (CameraMoved(None),)
        self._lost = 0
        if self._pending is None or self._apart(motion, self._pending) > self._limits.same_shift:
            self._pending, self._agreeing = motion, 0
        self._agreeing += 1
        return () if self._agreeing < self._limits.checks else self._seen_at(motion)

    def _seen_at(self, motion: NDArray[np.float64]) -> tuple[News, ...]:
        """The tray lies steadily where this motion since the reference brings it."""
        shift = self._apart(motion, self._motion)
        news: tuple[News, ...] = ()
        if shift > (self._limits.back_shift if self._away else self._limits.small_shift):
            if not self._away:
                self._away = True
                news = (CameraMoved(shift),)
            return news
        if self._away:
            self._away = False
            news = (CameraInPlace(),)
        if shift >= self._limits.least_shift:
            self._motion = motion
            self.tray = self._marked.moved(motion)
            news = (*news, Followed(self.tray, shift))
        return news

    def _apart(self, one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
        """How far apart two motions bring the tray's outline at most, in parts of the picture's longer side."""
        between = (mapped(self._marked.outline, one) - mapped(self._marked.outline, other)) * self._size
        return float(np.linalg.norm(between, axis=1).max() / self._size.max())

    def _brightness(self, picture: Picture) -> float:
        small, inside = coarse(picture, tray_mask(picture, self._marked.outline))
        return light_level(small, inside)
