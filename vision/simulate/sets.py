"""The sets of dice that a simulated tray is played with: dice with pips, or poker dice of a maker's family."""

from dataclasses import dataclass, replace

import numpy as np

from vision.simulate.appearance import SetAppearance, siblings
from vision.simulate.material import Colour, Material
from vision.simulate.surface import Shape

PIP_FACES = ("1", "2", "3", "4", "5", "6")

KINDS = ("pips", "poker")
"""The kinds of dice there are."""

MOST_FAMILY = 9999
"""The highest number by which a family of poker dice can be asked for."""

SIZE = 8
"""Dice of a set: more than any game here is played with."""

VARIANTS = 12
"""Pourings and prints of one maker that sets are drawn from."""

STANDS_OUT = 0.35
"""How far, in the colours of a picture (0-1 each), a poker set chosen by chance is from its cloth."""

GAMMA = 2.2

MAKING = 4
"""Sets a poker set's chances apart from those of the same seed's tray, throws and noise."""


@dataclass(frozen=True, slots=True)
class SimulatedDiceSet:
    """A set: the names of its faces by rising value, and what each of its dice is made of."""

    kind: str
    faces: tuple[str, ...]
    shape: Shape
    materials: tuple[Material, ...]


def pip_set(look: SetAppearance, random: np.random.Generator) -> SimulatedDiceSet:
    """The set with pips that a look tells of."""
    return SimulatedDiceSet("pips", PIP_FACES, look.shape, siblings(look, SIZE, random))


def poker_set(look: SetAppearance, seed: int, number: int | None = None) -> SimulatedDiceSet:
    """The poker dice of a seed: of the family of that number, or of one by chance that stands out from the cloth.

    By chance come only families whose looks a reader may know; those kept for examinations have to be asked for.
    Raises ValueError for a negative number.
    """
    # Whoever has a camera, or plays with pips, need not wait for makers' artwork to be loaded.
    from vision.simulate.artwork.families import HELD_OUT, NAMED, design, family  # noqa: PLC0415
    from vision.simulate.artwork.poker import FACES  # noqa: PLC0415

    random = np.random.default_rng([seed, MAKING])
    fitting = [n for n in range(NAMED) if n not in HELD_OUT and _stands_out(family(n).body, look)]
    chosen = int(random.choice(fitting)) if number is None else number
    drawn = design(chosen, int(random.integers(VARIANTS)))
    material = Material(drawn.body, gloss=0.3, prints=drawn.prints, pip_depth=drawn.depth)
    shape = Shape(rounding=float(random.uniform(0.12, 0.25)))
    return SimulatedDiceSet("poker", FACES, shape, siblings(replace(look, material=material), SIZE, random))


def _stands_out(body: Colour, look: SetAppearance) -> bool:
    seen = np.asarray(body) ** (1 / GAMMA)
    return float(np.linalg.norm(seen - np.asarray(look.cloth[::-1]) / 255)) >= STANDS_OUT
