"""What the dice of training pictures look like: form and material by chance, pip dice and poker dice."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.grounds import colour
from vision.simulate.artwork.families import HELD_OUT, design, training_family
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.pips import MARKS, PIP_SHAPES, PipStyle, draw_pips
from vision.simulate.material import Colour, Material, Prints
from vision.simulate.surface import Shape

Rng = np.random.Generator

VARIANTS = 12
"""How many variants of a poker family are drawn."""
PIPS = -1
"""The family of dice with pips."""
ODD_PIPS = 600
"""How many styles of pips that are no plain dots there are; their seeds."""


@dataclass(frozen=True, slots=True)
class DieAppearance:
    """Form and material of a die, and its family of poker dice or PIPS."""

    shape: Shape
    material: Material
    family: int = PIPS


def pip_look(rng: Rng) -> DieAppearance:
    """Dice with pips: ivory, solid, marbled, clear or speckled; pips drilled, painted, faint, odd, or a big one."""
    pale = near(rng, np.array([0.78, 0.74, 0.64]) * rng.uniform(0.6, 1.2), 0.04)
    kind = str(rng.choice(["ivory", "solid", "marbled", "clear", "speckled"], p=[0.32, 0.3, 0.18, 0.16, 0.04]))
    body = pale if kind == "ivory" else _vivid(rng) if rng.random() < 0.6 else _rgb(rng, 0.01, 0.8)
    if kind == "solid" and rng.random() < 0.25:
        body = near(rng, np.full(3, rng.uniform(0.008, 0.03)), 0.004)  # black dice
    dark = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2] < 0.25
    pips = _pip_ink(rng, kind, body, dark)
    radius = float(rng.uniform(0.11, 0.225))
    shape = replace(
        _form(rng),
        pip=radius,
        one=radius * float(rng.choice([1.0, 1.0, 1.0, rng.uniform(1.0, 2.4)])),
        spread=float(rng.uniform(max(0.42, 2.2 * radius), 0.58)),
        narrow=float(rng.choice([1.0, 1.0, rng.uniform(0.8, 1.15)])),
        mirrored=bool(rng.random() < 0.5),
    )
    material = replace(
        _matter(rng, kind, body),
        pip=pips,
        one=_rgb(rng, 0.3, 0.7) if kind == "ivory" and rng.random() < 0.12 else None,
        pip_depth=float(rng.uniform(0, 1.0)),
        ring=float(rng.uniform(0.5, 0.75)) if rng.random() < 0.05 else 0.0,
    )
    if rng.random() < 0.14:
        material = replace(material, prints=odd_pips(int(rng.integers(ODD_PIPS)), dark))
    return DieAppearance(shape, material)


def poker_look(rng: Rng, family: int | None = None) -> DieAppearance:
    """Poker dice of a family, by default one to train on."""
    number = training_family(rng) if family is None else family
    drawn = design(number, int(rng.integers(VARIANTS)))
    body = near(rng, np.array(drawn.body) * np.exp(rng.normal(0, 0.06)), 0.008)
    kind = "solid" if rng.random() < 0.88 else str(rng.choice(["marbled", "clear"]))
    material = replace(_matter(rng, kind, body), prints=drawn.prints, pip_depth=drawn.depth)
    if kind == "marbled":  # pearl: the veins stay near the body's colour, or the drawing would drown
        veins = near(rng, np.array(body) * rng.uniform(0.6, 1.5), 0.02)
        material = replace(material, second=veins, marble=float(rng.uniform(0.2, 0.6)))
    return DieAppearance(_form(rng), material, number)


def held_out_look(rng: Rng) -> DieAppearance:
    """Poker dice of a family that nobody trains on."""
    return poker_look(rng, int(rng.choice(HELD_OUT)))


def siblings(rng: Rng, look: DieAppearance, count: int) -> list[DieAppearance]:
    """The dice of one set: alike, but no two from the same pour."""
    found = []
    for _ in range(count):
        body = near(rng, np.array(look.material.body) * np.exp(rng.normal(0, 0.03)), 0.003)
        phase = float(rng.uniform(0, 100))
        found.append(replace(look, material=replace(look.material, body=body, marble_phase=phase)))
    return found


@lru_cache(maxsize=ODD_PIPS)
def odd_pips(number: int, light: bool) -> Prints:
    """Pips of a style of their own, in light or in dark ink."""
    rng = np.random.default_rng([20261122, number])
    ink = near(rng, np.full(3, rng.uniform(0.55, 0.95)) if light else np.full(3, rng.uniform(0, 0.05)), 0.01)
    if rng.random() < 0.3:
        ink = _rgb(rng, 0.35, 0.9) if light else _rgb(rng, 0.02, 0.2)
    plain = rng.random() < 0.4  # dots, but a maker's mark on the one
    initials = "".join(chr(int(code)) for code in rng.integers(65, 91, int(rng.integers(1, 4))))
    style = PipStyle(
        shape="disc" if plain else str(rng.choice(PIP_SHAPES)),
        ink=ink,
        one=_rgb(rng, 0.3, 0.7) if rng.random() < 0.15 else None,
        radius=float(rng.uniform(0.15, 0.23)),
        spread=float(rng.uniform(0.44, 0.56)),
        mark=str(rng.choice(MARKS[1:])) if plain else str(rng.choice(MARKS)) if rng.random() < 0.3 else "none",
        sign=str(rng.choice(["lily", "crown", "sun", "star", "chess-jack", "heart"])),
        make=int(rng.integers(4)),
        letters=initials,
        lettering=Lettering("sans", int(rng.integers(300, 900))),
        medallion=float(rng.uniform(0.68, 0.82)) if not plain and rng.random() < 0.15 else 0.0,
    )
    return Prints(draw_pips(style))


def _form(rng: Rng) -> Shape:
    return Shape(rounding=float(rng.uniform(0.03, 0.4)), ball=float(rng.choice([1.8, 1.8, rng.uniform(1.3, 1.6)])))


def _matter(rng: Rng, kind: str, body: Colour) -> Material:
    return Material(
        body=body,
        second=_vivid(rng) if rng.random() < 0.5 else _rgb(rng, 0.02, 0.9),
        marble=float(rng.uniform(0.3, 0.9)) if kind == "marbled" else 0.0,
        marble_scale=float(rng.choice([rng.uniform(0.3, 0.8), rng.uniform(0.8, 3)])),
        marble_phase=float(rng.uniform(0, 100)),
        gloss=float(rng.choice([0.05, 0.3, 0.6, 1.0])),
        glow=float(rng.uniform(0.5, 1)) if kind == "clear" else 0.0,
        speckle=float(rng.uniform(0.2, 1)) if kind == "speckled" else 0.0,
        wear=float(rng.uniform(0.2, 1)) if rng.random() < 0.12 else 0.0,
    )


def _pip_ink(rng: Rng, kind: str, body: Colour, dark: bool) -> Colour:
    if rng.random() < 0.06:  # faint: hardly lighter or darker than the body
        return near(rng, np.array(body) * (rng.uniform(2, 3.5) if dark else rng.uniform(0.3, 0.55)) + 0.01, 0.005)
    if kind == "ivory":
        return near(rng, np.full(3, rng.uniform(0.0, 0.05)), 0.01) if rng.random() < 0.8 else _rgb(rng, 0.05, 0.5)
    if rng.random() < 0.12:
        return _rgb(rng, 0.4, 0.9) if dark else _rgb(rng, 0.02, 0.2)
    if dark and rng.random() < 0.1:
        return near(rng, np.array([0.62, 0.42, 0.1]), 0.05)  # gold
    return near(rng, np.full(3, rng.uniform(0.55, 0.95) if dark else rng.uniform(0.0, 0.05)), 0.02)


def near(rng: Rng, middle: NDArray[np.float64], spread: float) -> Colour:
    """A colour beside another one."""
    red, green, blue = (float(v) for v in np.clip(middle + rng.normal(0, spread, 3), 0.003, 1))
    return red, green, blue


def _rgb(rng: Rng, dark: float, bright: float) -> Colour:
    blue, green, red = (float(v) for v in np.square(colour(rng, np.sqrt(dark), np.sqrt(bright))))
    return red, green, blue


def _vivid(rng: Rng) -> Colour:
    """A full colour, as of acrylic."""
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.65, 1), rng.uniform(0.25, 1)]]], np.float32)
    red, green, blue = (float(v) for v in np.square(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0]))
    return red, green, blue
