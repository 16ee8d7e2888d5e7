"""Pips that are no plain dots: hearts, stars, squares, rings with a dot, medallions, and a maker's mark on the one."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.simulate.artwork.canvas import Canvas, box
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.suits import sign
from vision.simulate.material import PIPS, Colour

PIP_SHAPES = ("disc", "ring", "target", "heart", "star", "square", "diamond", "spade", "club", "flower")
MARKS = ("none", "sign", "letters", "letters in ring", "sign in ring", "big")


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How a maker draws pips.

    `shape` one of PIP_SHAPES, `radius` and `spread` in half edges, `one` the ink of the one; `mark` one of MARKS
    stands for the one, with `sign` and `letters` in it; a `medallion` is a disc of ink out of which the pips are left.
    """

    shape: str = "disc"
    ink: Colour = (0.02, 0.02, 0.02)
    one: Colour | None = None
    radius: float = 0.17
    spread: float = 0.48
    mark: str = "none"
    sign: str = "star"
    make: int = 0
    letters: str = "AB"
    lettering: Lettering = field(default_factory=Lettering)
    medallion: float = 0.0


def draw_pips(style: PipStyle) -> NDArray[np.uint8]:
    """The faces 1-6 as pictures for a die, uint8 (6, S, S, 4)."""
    pictures = []
    for value in range(1, 7):
        canvas = Canvas()
        ink = style.one or style.ink if value == 1 else style.ink
        if value == 1 and style.mark != "none":
            _mark(canvas, style, ink)
        else:
            if style.medallion > 0:
                canvas.disc(0, 0, style.medallion, style.ink)
            closer = 0.7 if style.medallion > 0 else 1.0
            for x, y in PIPS[value]:
                place = canvas.at(x * style.spread * closer, y * style.spread * closer, style.radius)
                _pip(place, style, None if style.medallion > 0 else ink)
        pictures.append(canvas.picture())
    return np.stack(pictures)


def _pip(canvas: Canvas, style: PipStyle, ink: Colour | None) -> None:
    if style.shape == "disc":
        canvas.disc(0, 0, 1, ink)
    elif style.shape in ("ring", "target"):
        canvas.ring(0, 0, 0.85, 0.3, ink)
        if style.shape == "target":
            canvas.disc(0, 0, 0.4, ink)
    elif style.shape == "square":
        canvas.fill(box(-0.85, -0.85, 0.85, 0.85), ink)
    elif style.shape == "flower":
        for turn in np.radians(np.arange(5) * 72):
            canvas.disc(float(np.cos(turn)) * 0.6, float(np.sin(turn)) * 0.6, 0.45, ink)
    else:
        canvas.at(0, 0, 1.15).fill(sign(style.shape, style.make), ink)


def _mark(canvas: Canvas, style: PipStyle, ink: Colour) -> None:
    """What a maker puts in the place of the single pip."""
    if style.mark == "big":
        canvas.disc(0, 0, min(0.62, style.radius * 2.4), ink)
        return
    if style.mark.startswith("letters"):
        height = min(0.5, 1.0 / style.lettering.width(style.letters))
        style.lettering.write(canvas, style.letters, height, ink)
    else:
        canvas.at(0, 0, 0.55).fill(sign(style.sign, style.make), ink)
    if style.mark.endswith("ring"):
        canvas.ring(0, 0, 0.72, 0.06, ink)
