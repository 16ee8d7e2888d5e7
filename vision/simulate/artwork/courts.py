"""King, queen and jack as makers engrave them: a crowned bust in lines of one colour, single or two-headed."""

from dataclasses import dataclass

import numpy as np

from vision.simulate.artwork.canvas import Canvas, Points, box, curve, ellipse
from vision.simulate.artwork.suits import sign
from vision.simulate.material import Colour

RANKS = ("J", "Q", "K")
ROBES = ("plain", "stripes", "checks", "dots", "filled", "hatched")


@dataclass(frozen=True, slots=True)
class CourtStyle:
    """How a maker draws his court.

    `heads` 1 or 2; `line` the pen's width in parts of the face; `robe` one of ROBES; `make` varies crowns, eyes and
    beards; `round` is the heads' width over their height; `solid` fills hair and beards; `held` gives them things to
    hold; `profile` lets them look to the side; `split` is the slant in degrees of the line between two heads.
    """

    heads: int = 2
    line: float = 0.04
    robe: str = "stripes"
    make: int = 0
    round: float = 0.8
    solid: bool = True
    held: bool = True
    profile: bool = False
    split: float = 0.0
    mirrored: bool = False


def draw_court(canvas: Canvas, rank: str, style: CourtStyle, ink: Colour) -> None:
    """Draw the figure of a rank ("J", "Q" or "K") in a place of -1..1."""
    wide = -1.0 if style.mirrored else 1.0
    if style.heads == 1:
        _bust(canvas.at(0, -0.92, 1.85, wide=wide), rank, style, ink)
        return
    for turn in (0, 180):
        _bust(canvas.at(0, 0, 1.0, turn, wide), rank, style, ink)
    slope = np.tan(np.radians(style.split))
    canvas.line([(-0.72, -0.72 * slope), (0.72, 0.72 * slope)], style.line * 1.2, ink)


def _bust(canvas: Canvas, rank: str, style: CourtStyle, ink: Colour) -> None:
    """A figure from the waist (y = 0) to the tip of what it wears (y about 1)."""
    pen = style.line * (1.0 if style.heads == 2 else 0.62)
    _robe(canvas, rank, style, pen, ink)
    if style.held:
        _held(canvas, rank, pen, ink)
    _hair(canvas, rank, style, pen, ink)
    head = canvas.at(0, 0.56)
    outline = _profile() if style.profile else ellipse(0, 0, 0.19 * style.round, 0.19)
    head.fill(outline, None)
    head.stroke(outline, pen, ink)
    _features(head, rank, style, pen, ink)
    _headgear(canvas, rank, style, pen, ink)


def _profile() -> Points:
    nose = [(-0.13, 0.04), (-0.22, -0.03), (-0.14, -0.05), (-0.16, -0.09), (-0.12, -0.11), (-0.13, -0.16)]
    back = curve((-0.06, -0.19), (0.12, -0.18), (0.2, 0.05), (0.12, 0.2))
    front = curve((0.12, 0.2), (-0.02, 0.24), (-0.13, 0.16))
    return np.concatenate([nose, back, front])


def _robe(canvas: Canvas, rank: str, style: CourtStyle, pen: float, ink: Colour) -> None:
    reach = {"K": 0.66, "Q": 0.58, "J": 0.54}[rank]
    half = np.concatenate([[(reach, 0)], curve((reach, 0.05), (reach * 0.95, 0.3), (0.1, 0.36)), [(0, 0.36)]])
    outline = np.concatenate([half, half[::-1] * (-1, 1)])
    canvas.fill(outline, ink if style.robe == "filled" else None)
    canvas.stroke(outline, pen, ink)
    _pattern(canvas, reach, style.robe, pen, 7 if rank == "K" else 5, ink)
    _collar(canvas, rank, pen, ink, None if style.robe == "filled" else ink)


def _pattern(canvas: Canvas, reach: float, robe: str, pen: float, folds: int, ink: Colour) -> None:
    below = np.linspace(-0.8, 0.8, folds) * reach
    drawn = None if robe == "filled" else ink
    if robe in ("stripes", "filled"):
        for x in below:
            canvas.line([(float(x), 0.02), (float(x) * 0.35, 0.3)], pen * 0.8, drawn)
    elif robe == "hatched":
        for x in np.linspace(-reach, reach * 0.5, 9):
            canvas.line([(float(x), 0.02), (float(x) + 0.22, 0.22)], pen * 0.5, drawn)
    elif robe == "checks":
        for row, y in enumerate((0.06, 0.15, 0.24)):
            for x in below[row % 2 :: 2] * (1 - y):
                canvas.fill(box(float(x) - 0.045, y - 0.045, float(x) + 0.045, y + 0.045), drawn)
    elif robe == "dots":
        for row, y in enumerate((0.07, 0.17, 0.26)):
            for x in below[row % 2 :: 2] * (1 - y):
                canvas.disc(float(x), y, 0.032, drawn)


def _collar(canvas: Canvas, rank: str, pen: float, ink: Colour, middle: Colour | None) -> None:
    if rank == "K":  # a broad fur collar with tails
        canvas.fill(box(-0.22, 0.3, 0.22, 0.38, 0.03), None)
        canvas.stroke(box(-0.22, 0.3, 0.22, 0.38, 0.03), pen * 0.8, ink)
        for x in (-0.12, 0.0, 0.12):
            canvas.line([(x, 0.36), (x, 0.32)], pen * 0.7, ink)
    elif rank == "Q":  # a neckline with a jewel
        canvas.fill(np.array([(-0.16, 0.37), (0.16, 0.37), (0.0, 0.18)]), None)
        canvas.stroke(np.array([(-0.16, 0.37), (0.0, 0.18), (0.16, 0.37)]), pen, ink, closed=False)
        canvas.disc(0, 0.27, 0.03, ink)
    else:
        canvas.line([(-0.2, 0.3), (0, 0.34), (0.2, 0.3)], pen, ink)
        canvas.line([(0, 0.34), (0, 0.0)], pen, middle)


def _hair(canvas: Canvas, rank: str, style: CourtStyle, pen: float, ink: Colour) -> None:
    for side in (-1, 1):
        if rank == "Q":
            lock = np.concatenate(
                [
                    curve((0.05, 0.78), (0.34, 0.75), (0.2, 0.55), (0.36, 0.34)),
                    curve((0.36, 0.34), (0.2, 0.36), (0.12, 0.45)),
                ]
            )
        elif rank == "K":
            lock = np.concatenate(
                [
                    curve((0.1, 0.7), (0.3, 0.66), (0.3, 0.42), (0.2, 0.38)),
                    curve((0.2, 0.38), (0.14, 0.45), (0.12, 0.6)),
                ]
            )
        else:
            lock = np.array([(0.1, 0.72), (0.2, 0.7), (0.22, 0.44), (0.13, 0.44)])
        path = lock * (side, 1)
        if style.solid:
            canvas.fill(path, ink)
        else:
            canvas.stroke(path, pen * 0.8, ink)
            if rank != "J":
                canvas.stroke(path * (0.85, 1), pen * 0.6, ink, closed=False)


def _features(head: Canvas, rank: str, style: CourtStyle, pen: float, ink: Colour) -> None:
    eyes = (-0.08,) if style.profile else (-0.07 * style.round, 0.07 * style.round)
    for x in eyes:
        if style.make % 3 == 0:
            head.disc(x, 0.03, 0.022, ink)
        elif style.make % 3 == 1:
            head.line([(x - 0.03, 0.03), (x + 0.03, 0.03)], pen * 0.7, ink)
        else:
            head.ring(x, 0.03, 0.028, pen * 0.5, ink)
        head.line([(x - 0.035, 0.085), (x + 0.03, 0.09)], pen * 0.6, ink)
    if not style.profile:
        head.line([(0.0, 0.04), (-0.018, -0.04), (0.015, -0.045)], pen * 0.5, ink)
        if rank != "K":
            head.line([(-0.045, -0.1), (0.0, -0.115), (0.045, -0.1)], pen * 0.7, ink)
    if rank == "K":
        shift = -0.05 if style.profile else 0.0
        chin = np.concatenate(
            [
                curve((-0.15, -0.02), (-0.2, -0.24), (0, -0.34)),
                curve((0, -0.34), (0.2, -0.24), (0.15, -0.02)),
                [(0, -0.07)],
            ]
        )
        chin = chin * (style.round * 1.1, 1) + (shift, 0)
        if style.solid:
            head.fill(chin, ink)
            head.line([(-0.045 + shift, -0.115), (0.045 + shift, -0.115)], pen * 0.7, None)
        else:
            head.fill(chin, None)
            head.stroke(chin, pen * 0.8, ink)
            for x in (-0.07, 0.0, 0.07):
                head.line([(x + shift, -0.12), (x * 0.6 + shift, -0.25)], pen * 0.6, ink)


def _headgear(canvas: Canvas, rank: str, style: CourtStyle, pen: float, ink: Colour) -> None:
    if rank == "K":
        crown = tuple(loop * (0.27, 0.16) + (0, 0.86) for loop in sign("crown", style.make % 4))
        canvas.fill(crown, ink if style.make % 2 else None)
        canvas.stroke(crown, pen, ink)
        canvas.line([(-0.2, 0.765), (0.2, 0.765)], pen, None if style.make % 2 else ink)
        if style.make % 3 == 1:
            canvas.line([(0, 0.9), (0, 1.06)], pen, ink)
            canvas.line([(-0.05, 1.0), (0.05, 1.0)], pen, ink)
    elif rank == "Q":
        band = np.concatenate([curve((-0.2, 0.7), (0, 0.79), (0.2, 0.7)), curve((0.17, 0.83), (0, 0.9), (-0.17, 0.83))])
        canvas.fill(band, None)
        canvas.stroke(band, pen, ink)
        for x, y in ((-0.17, 0.87), (-0.06, 0.91), (0.06, 0.91), (0.17, 0.87)):
            canvas.disc(x, y, 0.04, ink)
    else:
        cap = np.concatenate(
            [curve((-0.26, 0.71), (-0.32, 0.92), (0.1, 0.95), (0.26, 0.74)), [(0.2, 0.69), (-0.2, 0.69)]]
        )
        canvas.fill(cap, ink if style.make % 2 else None)
        canvas.stroke(cap, pen, ink)
        feather = np.concatenate(
            [curve((0.1, 0.82), (0.35, 1.05), (0.55, 0.9)), curve((0.55, 0.9), (0.4, 0.85), (0.14, 0.76))]
        )
        canvas.fill(feather, None)
        canvas.stroke(feather, pen * 0.8, ink)
        canvas.line([(0.14, 0.79), (0.42, 0.91)], pen * 0.6, ink)


def _held(canvas: Canvas, rank: str, pen: float, ink: Colour) -> None:
    if rank == "K":
        canvas.line([(0.48, 0.02), (0.48, 0.86)], pen * 1.6, ink)
        canvas.line([(0.38, 0.3), (0.58, 0.3)], pen * 1.4, ink)
        canvas.disc(0.48, 0.2, 0.06, ink)
    elif rank == "Q":
        canvas.line([(-0.44, 0.05), (-0.48, 0.5)], pen, ink)
        for turn in range(0, 360, 72):
            x, y = np.cos(np.radians(turn)) * 0.08, np.sin(np.radians(turn)) * 0.08
            canvas.disc(-0.48 + float(x), 0.6 + float(y), 0.055, ink)
        canvas.disc(-0.48, 0.6, 0.035, None)
    else:
        canvas.line([(-0.46, 0.0), (-0.46, 0.72)], pen * 1.2, ink)
        canvas.fill(np.array([(-0.46, 0.92), (-0.38, 0.68), (-0.54, 0.68)]), ink)
        canvas.line([(-0.56, 0.62), (-0.36, 0.62)], pen, ink)
