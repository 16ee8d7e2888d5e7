"""Whether dice can be read in this light with this camera: plain verdicts with their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.calibration.measures import (
    blur,
    die_contrast,
    die_width,
    flicker_share,
    glare_share,
    light_level,
    tray_mask,
)
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.frame import Picture
from vision.geometry import WHOLE, Outline
from vision.sentence import say


class Grade(Enum):
    """How it stands with one thing."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that was checked: its name, how it stands, the number measured with its unit, and what to do.

    The number is None where there was nothing to measure.
    """

    id: str
    grade: Grade
    number: float | None
    unit: str
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckThresholds:
    """From where on the light, the lens or the dice are doubtful, and from where on bad."""

    dim: float = 45.0
    """Grey levels, 0-255, of the ground's median: below it a webcam's noise comes near the contrast of worn pips, and
    dark cloth in good light lies above it."""

    dark: float = 25.0
    """Grey levels: below it even black pips on a white die lie in the noise."""

    bright: float = 215.0
    """Grey levels: above it white dice have no room left to be brighter than the ground."""

    burnt: float = 240.0
    """Grey levels: above it the picture is white all over."""

    least_ground: float = 0.005
    """Part of the picture that must be free of dice and cards; where less is, they are taken for the ground."""

    glare: float = 0.005
    """Part of the ground: about one die's top face in a tray of 30 cm."""

    much_glare: float = 0.03
    """Part of the ground: dice in it are no longer the exception."""

    flicker: float = 0.015
    """Parts of the light, deviation: twice the noise of a row of a webcam."""

    much_flicker: float = 0.05
    """Parts of the light: rows differ by as much as the light's change that is taken for a motion."""

    flicker_pictures: int = 5
    """Pictures: fewer may all fall on one phase of the lamp."""

    soft: float = 0.03
    """Widths of a die by which edges are blurred: a pip is a fifth of it, and has lost none of its darkness yet."""

    blurred: float = 0.04
    """Widths of a die: the edges of a pip reach its middle from both sides."""

    die_wanted: float = 40.0
    """Pixels: dice this wide and wider are read as well as in the trials."""

    die_least: float = 24.0
    """Pixels: below it dice are not found any more."""

    usual_die: float = 0.05
    """Parts of the picture's longer side: taken for a die's width where none is seen."""

    contrast: float = 20.0
    """Steps of CIELAB between die and ground: what an ivory die has on light wood."""

    little_contrast: float = 10.0
    """Steps of CIELAB: edges begin to vanish where the light is uneven."""

    oblique: float = 25.0
    """Degrees off the upright: the sides of a die are nearly half as high as its top is deep."""

    very_oblique: float = 45.0
    """Degrees: as much is seen of the sides as of the top, and nobody trained the reader on more."""


def check_view(
    camera_pose: CameraPose, outline: Outline, size: tuple[int, int], thresholds: CheckThresholds | None = None
) -> Verdict:
    """How far from straight above the camera looks at the middle of the tray, in pictures of a size (width, height)."""
    middle = np.mean(np.asarray(outline) * size, axis=0, keepdims=True)
    degrees = float(np.hypot(*camera_pose.viewing_angles(middle, size)[0]))
    limits, figure = thresholds or CheckThresholds(), f"{degrees:.0f}"
    grade = _above(degrees, limits.oblique, limits.very_oblique)
    if grade is Grade.OK:
        sentence = say("The camera looks straight down ({degrees}° off).", degrees=figure)
    else:
        sentence = say(
            "The camera looks from the side ({degrees}° off vertical). Mount it above the tray: from there "
            "it sees best what a die shows and whether it lies flat.",
            degrees=figure,
        )
    return Verdict("view", grade, degrees, "°", sentence)


def examine(
    pictures: Sequence[Picture],
    dice: Sequence[Detection] = (),
    outline: Outline = WHOLE,
    covered: NDArray[np.uint8] | None = None,
    thresholds: CheckThresholds | None = None,
) -> tuple[Verdict, ...]:
    """Check light, glare, flicker, focus, the dice's size and their contrast, in this order.

    `pictures` (BGR uint8, of one size) follow one another while nothing moves; `dice` are those seen in the last one.
    What is not 0 in `covered` (height x width), such as cards that lie there, is not taken for the ground. Flicker
    needs five pictures, focus an edge, size and contrast need dice: where there are none they are left out, so that
    every verdict is one that was measured. Raises ValueError without pictures.
    """
    if not pictures:
        raise ValueError("there is no picture to examine")
    limits = thresholds or CheckThresholds()
    last = pictures[-1]
    ground = tray_mask(last, outline, dice)
    if covered is not None:
        ground &= covered == 0
    if ground.mean() < limits.least_ground:
        ground = tray_mask(last, outline)
    width = die_width(dice) if dice else limits.usual_die * max(last.shape[:2])
    found = [_light(light_level(last, ground), limits), _glare(glare_share(last, ground), limits)]
    if len(pictures) >= limits.flicker_pictures:
        found.append(_flicker(flicker_share(pictures, ground), limits))
    spread = blur(last, outline)
    if spread is not None:
        found.append(_focus(spread, width, limits))
    if dice:
        found += [_die_size(width, limits), _contrast(die_contrast(last, dice), limits)]
    return tuple(found)


def _light(level: float, limits: CheckThresholds) -> Verdict:
    figure = f"{level:.0f}"
    if level < limits.dim:
        grade = Grade.BAD if level < limits.dark else Grade.WARN
        sentence = say("It is too dark ({level} of 255). Add a lamp, or move it closer.", level=figure)
    elif level > limits.bright:
        grade = Grade.BAD if level > limits.burnt else Grade.WARN
        sentence = say("It is too bright ({level} of 255). Take the lamp away, or dim it.", level=figure)
    else:
        grade, sentence = Grade.OK, say("The light is right ({level} of 255).", level=figure)
    return Verdict("light", grade, level, "grey levels", sentence)


def _glare(share: float, limits: CheckThresholds) -> Verdict:
    figure = f"{share:.1%}"
    grade = _above(share, limits.glare, limits.much_glare)
    if grade is Grade.OK:
        sentence = say("No glare ({share} of the tray).", share=figure)
    else:
        sentence = say(
            "A lamp or window causes glare on {share} of the tray. Move the lamp to the side, or turn the tray.",
            share=figure,
        )
    return Verdict("glare", grade, 100 * share, "%", sentence)


def _flicker(share: float, limits: CheckThresholds) -> Verdict:
    figure = f"{share:.1%}"
    grade = _above(share, limits.flicker, limits.much_flicker)
    if grade is Grade.OK:
        sentence = say("The light is steady (it changes by {share}).", share=figure)
    else:
        sentence = say("The light flickers (by {share}). Use another lamp, or daylight.", share=figure)
    return Verdict("flicker", grade, 100 * share, "%", sentence)


def _focus(spread: float, die: float, limits: CheckThresholds) -> Verdict:
    figure = f"{spread:.1f}"
    grade = _above(spread / die, limits.soft, limits.blurred)
    if grade is Grade.OK:
        sentence = say("The picture is sharp (blur {pixels} px).", pixels=figure)
    else:
        sentence = say(
            "The picture is blurred (by {pixels} px). Wipe the lens, or focus it on the tray.",
            pixels=figure,
        )
    return Verdict("focus", grade, spread, "px", sentence)


def _die_size(width: float, limits: CheckThresholds) -> Verdict:
    figure = f"{width:.0f}"
    if width >= limits.die_wanted:
        grade, sentence = Grade.OK, say("Dice are large enough ({pixels} pixels wide).", pixels=figure)
    else:
        grade = Grade.BAD if width < limits.die_least else Grade.WARN
        sentence = say(
            "Dice are only {pixels} pixels wide; they should be {wanted}. Move the camera closer, or choose larger "
            "pictures.",
            pixels=figure,
            wanted=f"{limits.die_wanted:.0f}",
        )
    return Verdict("die-size", grade, width, "px", sentence)


def _contrast(steps: float, limits: CheckThresholds) -> Verdict:
    figure = f"{steps:.0f}"
    if steps >= limits.contrast:
        grade, sentence = Grade.OK, say("The dice stand out from the tray (by {steps}).", steps=figure)
    else:
        grade = Grade.BAD if steps < limits.little_contrast else Grade.WARN
        sentence = say(
            "A die hardly stands out from the tray (by {steps}; it should be {wanted}). Line the tray with a cloth of "
            "another colour.",
            steps=figure,
            wanted=f"{limits.contrast:.0f}",
        )
    return Verdict("contrast", grade, steps, "ΔE", sentence)


def _above(number: float, warn: float, bad: float) -> Grade:
    return Grade.BAD if number >= bad else Grade.WARN if number >= warn else Grade.OK
