"""What simulated sets of dice and their trays look like: a few that people own."""

from dataclasses import dataclass, replace

import numpy as np

from vision.simulate.material import Material
from vision.simulate.surface import Shape

Colour = tuple[float, float, float]
"""Linear RGB 0-1, as the renderer takes it."""


@dataclass(frozen=True, slots=True)
class SetAppearance:
    """A set of dice, and the cloth and wood that set it off. `cloth` and `wood` are BGR 0-255 as on a picture."""

    name: str
    material: Material
    shape: Shape
    cloth: tuple[int, int, int]
    wood: tuple[int, int, int]


_GREEN, _WINE, _NAVY, _SLATE = (62, 92, 34), (46, 34, 104), (104, 62, 32), (82, 76, 70)
_OAK, _WALNUT, _CHERRY = (92, 138, 176), (44, 66, 96), (58, 86, 146)
_BLACK, _WHITE = (0.02, 0.02, 0.02), (0.86, 0.85, 0.82)

APPEARANCES = (
    SetAppearance("ivory", Material((0.85, 0.80, 0.66), _BLACK, gloss=0.35), Shape(rounding=0.22), _GREEN, _WALNUT),
    SetAppearance("white", Material((0.88, 0.88, 0.86), _BLACK, (0.55, 0.02, 0.02)), Shape(rounding=0.18), _NAVY, _OAK),
    SetAppearance("red", Material((0.50, 0.02, 0.03), _WHITE, gloss=0.5), Shape(rounding=0.16), _SLATE, _OAK),
    SetAppearance("blue", Material((0.03, 0.10, 0.42), _WHITE, gloss=0.5), Shape(rounding=0.2), _WINE, _CHERRY),
    SetAppearance("black", Material((0.025, 0.025, 0.03), _WHITE, gloss=0.6), Shape(rounding=0.17), _GREEN, _OAK),
    SetAppearance("green", Material((0.02, 0.22, 0.07), _WHITE, gloss=0.5), Shape(rounding=0.2), _WINE, _WALNUT),
)


def random_appearance(random: np.random.Generator) -> SetAppearance:
    """One of the appearances, at random."""
    return APPEARANCES[int(random.integers(len(APPEARANCES)))]


def siblings(look: SetAppearance, count: int, random: np.random.Generator) -> tuple[Material, ...]:
    """The materials of `count` dice of one set: alike, but no two from the same pour."""
    shades = 1 + random.normal(0, 0.03, count)
    return tuple(replace(look.material, body=_shaded(look.material.body, float(shade))) for shade in shades)


def _shaded(colour: Colour, shade: float) -> Colour:
    red, green, blue = (min(max(part * shade, 0.0), 1.0) for part in colour)
    return red, green, blue
