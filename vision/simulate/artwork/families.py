"""Families of poker dice: makers' recipes, each stable under its number, some of them kept for examinations.

The first ones are written down after sets that people own; the rest are drawn by chance from their number. A family's
variants differ as pourings and prints of one maker do: shade, ink, size and place of the print, wear.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from vision.simulate.artwork.courts import ROBES, CourtStyle
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.poker import FACES, FRAMES, Recipe, draw_faces
from vision.simulate.artwork.suits import MAKES
from vision.simulate.material import Colour, Prints

Rng = np.random.Generator

BLACK, RED, GREEN, BLUE = (0.02, 0.02, 0.02), (0.55, 0.03, 0.04), (0.03, 0.25, 0.08), (0.03, 0.09, 0.42)
WHITE, GOLD, BROWN, ORANGE = (0.85, 0.85, 0.82), (0.62, 0.42, 0.1), (0.16, 0.07, 0.03), (0.7, 0.22, 0.03)
IVORY, SNOW, NIGHT, WINE = (0.8, 0.73, 0.56), (0.87, 0.87, 0.85), (0.02, 0.02, 0.025), (0.35, 0.02, 0.05)
NAVY, FOREST, AMBER, VIOLET = (0.02, 0.05, 0.22), (0.02, 0.16, 0.06), (0.6, 0.3, 0.05), (0.18, 0.05, 0.3)

SEED = 20261121


@dataclass(frozen=True, slots=True)
class Family:
    """A maker's dice: what stands on them, the body's colour, and how deep the marks are cut (0 printed, 1 deep)."""

    recipe: Recipe
    body: Colour = IVORY
    depth: float = 0.0


def _inks(*inks: Colour) -> tuple[Colour, ...]:
    """Inks of 9 10 J Q K A; one ink stands for all."""
    return inks if len(inks) == len(FACES) else (inks[0],) * len(FACES)


_USUAL = _inks(BLACK, RED, BLUE, RED, GREEN, BLACK)
_SWAPPED = _inks(BLACK, RED, BLUE, GREEN, RED, BLACK)
_PEN = Lettering("pen", 700, 0.6, 1.0)

_WRITTEN: tuple[Family, ...] = (
    Family(Recipe(inks=_USUAL, languages=("french", "english"))),
    Family(Recipe(inks=_SWAPPED, languages=("english",), figures=CourtStyle(heads=1, robe="checks", make=1)), SNOW),
    Family(
        Recipe(
            inks=_SWAPPED,
            suits=("club", "diamond", "spade", "heart", "club", "club"),
            languages=("german", "french"),
            figures=CourtStyle(robe="filled", make=2, split=20),
            lettering=_PEN,
            make=1,
        ),
        depth=0.6,
    ),
    Family(
        Recipe(
            inks=_inks(BLACK, RED, GREEN, RED, BLUE, RED),
            suits=("spade", "diamond", "club", "heart", "spade", "heart"),
            figures=CourtStyle(robe="dots", make=1, solid=False, line=0.03),
            languages=("italian", "english"),
            make=2,
        ),
    ),
    Family(Recipe("numeral", "numeral", "letter", "letter", _inks(BLACK), lettering=_PEN), SNOW, 0.8),
    Family(Recipe("numeral", "numeral", "letter", "letter", _inks(WHITE), lettering=Lettering("sans", 800)), NIGHT),
    Family(Recipe("numeral", "numeral", "letter", "suit", _inks(BLUE, RED, BLUE, RED, GREEN, BLACK)), IVORY),
    Family(
        Recipe(
            "numeral and suit",
            "numeral and suit",
            "letter and suit",
            "letter and suit",
            _inks(BLACK, RED, BLACK, RED, BLACK, RED),
            suits=("club", "diamond", "spade", "heart", "club", "diamond"),
            lettering=_PEN,
        ),
        SNOW,
    ),
    Family(
        Recipe("dots 4-1-4", "dots 4-2-4", "figure", "suit in ring", _inks(BROWN), figures=CourtStyle(robe="hatched")),
        IVORY,
        0.9,
    ),
    Family(Recipe(inks=_inks(GOLD), figures=CourtStyle(robe="filled", make=1), lettering=_PEN), NIGHT, 0.4),
    Family(Recipe(inks=_inks(WHITE), figures=CourtStyle(heads=1), languages=("german",)), WINE, 0.3),
    Family(
        Recipe("corner numerals", "corner numerals", "letter and crown", "letter in suit", _USUAL, frame="line"), SNOW
    ),
    Family(
        Recipe("numeral", "numeral", "letter in frame", "monogram", _inks(WHITE), lettering=Lettering("italic", 700)),
        NAVY,
    ),
    Family(
        Recipe(
            "pips 3-3-3", "pips 3-4-3", "crown", "four suits", _inks(BLACK, RED, BLUE, RED, GREEN, BLACK), second=RED
        ),
        SNOW,
    ),
    Family(Recipe("numeral", "numeral", "chess", "star", _inks(GOLD), lettering=_PEN), FOREST, 0.5),
    Family(
        Recipe(
            inks=_USUAL,
            languages=("russian", "english"),
            figures=CourtStyle(heads=1, robe="stripes", make=3, held=True),
            frame="double",
        )
    ),
    Family(
        Recipe("roman", "roman", "letter", "letter", _inks(BROWN), lettering=Lettering("pen", 600, 0.75, 1.6)),
        AMBER,
        1.0,
    ),
    Family(Recipe(inks=_inks(BLACK), languages=("polish",), figures=CourtStyle(robe="plain", solid=False, line=0.035))),
)

HELD_OUT = (3, 5, 13, 22, 29, 35, 41, 45)
"""Families that are only for examinations: no training stream draws them, and some of their ways are theirs alone."""

NAMED = 56
"""The families that examinations and contact sheets go through; training draws from far more."""

_OWN_MAKE = MAKES - 1


def family(number: int) -> Family:
    """The family of a number, the same each time; ValueError for a negative one."""
    if number < 0:
        raise ValueError(f"There is no family {number}: they are numbered from 0.")
    made = _WRITTEN[number] if number < len(_WRITTEN) else _by_chance(np.random.default_rng([SEED, number]))
    return _kept_apart(made, number) if number in HELD_OUT else made


def training_family(rng: Rng) -> int:
    """The number of a family to train on, without end: the named ones often, each of countless others seldom."""
    while True:
        number = int(rng.integers(NAMED)) if rng.random() < 0.6 else int(rng.integers(NAMED, 4000))
        if number not in HELD_OUT:
            return number


def _kept_apart(made: Family, number: int) -> Family:
    """A held-out family, given ways of drawing that no other family has."""
    recipe = made.recipe
    figures = replace(recipe.figures, profile=HELD_OUT.index(number) % 2 == 0)
    lettering = replace(recipe.lettering, face="uni")
    return replace(made, recipe=replace(recipe, make=_OWN_MAKE, figures=figures, lettering=lettering))


@dataclass(frozen=True, slots=True)
class Design:
    """One set of poker dice: the pictures of its faces, its body's colour and how deep the marks are cut."""

    family: int
    prints: Prints
    body: Colour
    depth: float


@lru_cache(maxsize=192)
def design(number: int, variant: int = 0) -> Design:
    """A set of a family's dice; variant 0 is the recipe itself, others differ from it as pourings do."""
    made = family(number)
    if variant == 0:
        return Design(number, Prints(draw_faces(made.recipe)), made.body, made.depth)
    rng = np.random.default_rng([SEED, number, variant])
    recipe = made.recipe
    shades = [_shaded(ink, rng, 0.15) for ink in recipe.inks]
    if len(set(recipe.inks)) == 1:
        shades = shades[:1] * len(FACES)
    changed = replace(
        recipe,
        inks=tuple(shades),
        size=recipe.size * float(rng.uniform(0.85, 1.06)),
        lettering=replace(recipe.lettering, weight=int(np.clip(recipe.lettering.weight + rng.normal(0, 60), 200, 900))),
        figures=replace(recipe.figures, line=recipe.figures.line * float(rng.uniform(0.8, 1.25))),
    )
    shift = (float(rng.normal(0, 0.02)), float(rng.normal(0, 0.02)))
    prints = Prints(draw_faces(changed, shift, float(rng.normal(0, 1.5))))
    return Design(number, prints, _shaded(made.body, rng, 0.08), float(np.clip(made.depth + rng.normal(0, 0.1), 0, 1)))


def _shaded(colour: Colour, rng: Rng, spread: float) -> Colour:
    red, green, blue = (
        float(v)
        for v in np.clip(np.array(colour) * np.exp(rng.normal(0, spread)) + rng.normal(0, spread * 0.1, 3), 0.005, 0.95)
    )
    return red, green, blue


def _pick(rng: Rng, **chances: float) -> str:
    names = list(chances)
    weights = np.array(list(chances.values()))
    return str(rng.choice(names, p=weights / weights.sum())).replace("_", " ")


def _by_chance(rng: Rng) -> Family:
    """A family by chance: body first, then inks that show on it, then ways that go together."""
    dark = bool(rng.random() < 0.35)
    bodies = (NIGHT, NIGHT, WINE, NAVY, FOREST, VIOLET, BROWN) if dark else (IVORY, IVORY, IVORY, SNOW, SNOW, AMBER)
    body = _shaded(bodies[rng.integers(len(bodies))], rng, 0.12)
    drawn = bool(rng.random() < 0.55)
    languages = ["english", "english", "french", "german", "polish", "italian", "czech", "russian", "french one"]
    chosen = tuple(str(name) for name in rng.choice(languages, 1 + int(rng.random() < 0.4)))
    if drawn:
        chosen = ("dutch",) if rng.random() < 0.06 else chosen
        court = _pick(rng, figure=0.85, crown=0.15)
        nine, ten = _numbers(rng, _pick(rng, pips=0.75, dots=0.08, numeral=0.1, corner_numerals=0.07))
        ace = _pick(rng, suit=0.5, suit_in_ring=0.1, suit_and_letters=0.16, four_suits=0.08, monogram=0.08, star=0.08)
    else:
        court = _pick(rng, letter=0.45, letter_and_crown=0.12, letter_and_suit=0.15, letter_in_frame=0.16, chess=0.12)
        nine, ten = _numbers(
            rng, _pick(rng, pips=0.14, numeral=0.5, numeral_and_suit=0.2, roman=0.08, corner_numerals=0.08)
        )
        ace = _pick(rng, letter=0.42, suit=0.22, letter_in_suit=0.12, monogram=0.08, letter_and_suit=0.1, star=0.06)
    red = str(rng.choice(["diamond", "heart"]))
    black = str(rng.choice(["spade", "club"]))
    recipe = Recipe(
        nine,
        ten,
        court,
        ace,
        _inks_by_chance(rng, dark),
        second=(WHITE if dark else BLACK) if rng.random() < 0.25 else None,
        languages=chosen,
        corners=court == "crown" or bool(rng.random() < 0.85),
        lettering=_lettering(rng),
        figures=_figures(rng),
        frame=str(rng.choice(FRAMES, p=[0.62, 0.14, 0.06, 0.08, 0.1])),
        make=int(rng.integers(_OWN_MAKE)),
        suits=(black, red, "club", "heart", "spade", str(rng.choice(["spade", "spade", "club", "heart", "diamond"]))),
        size=float(rng.uniform(0.66, 0.84)),
    )
    return Family(recipe, body, float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1)])))


def _numbers(rng: Rng, way: str) -> tuple[str, str]:
    if way == "pips":
        return ("pips 4-1-4", "pips 4-2-4") if rng.random() < 0.8 else ("pips 3-3-3", "pips 3-4-3")
    return ("dots 4-1-4", "dots 4-2-4") if way == "dots" else (way, way)


def _lettering(rng: Rng) -> Lettering:
    return Lettering(
        face=str(rng.choice(["sans", "italic", "pen"], p=[0.3, 0.15, 0.55])),
        weight=int(rng.integers(250, 900)),
        contrast=float(rng.uniform(0, 0.8)),
        serif=float(rng.choice([0.0, rng.uniform(0.5, 1.8)])),
        slant=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.3)])),
        wide=float(rng.uniform(0.75, 1.25)),
        outline=bool(rng.random() < 0.12),
    )


def _figures(rng: Rng) -> CourtStyle:
    return CourtStyle(
        heads=2 if rng.random() < 0.6 else 1,
        line=float(rng.uniform(0.028, 0.055)),
        robe=str(rng.choice(ROBES)),
        make=int(rng.integers(12)),
        round=float(rng.uniform(0.68, 1.0)),
        solid=bool(rng.random() < 0.6),
        held=bool(rng.random() < 0.65),
        split=float(rng.choice([0.0, 0.0, rng.uniform(-30, 30)])),
        mirrored=bool(rng.random() < 0.5),
    )


def _inks_by_chance(rng: Rng, dark: bool) -> tuple[Colour, ...]:
    one = [WHITE, WHITE, GOLD, ORANGE] if dark else [BLACK, BLACK, BROWN, RED, BLUE, GREEN]
    kind = _pick(rng, one=0.45, usual=0.3, many=0.25)
    if kind == "one":
        return _inks(_shaded(one[rng.integers(len(one))], rng, 0.2))
    if dark:
        many = [WHITE, GOLD, (0.75, 0.2, 0.15), (0.25, 0.6, 0.3), (0.3, 0.45, 0.85)]
    elif kind == "usual":
        courts = [RED, GREEN, BLUE]
        rng.shuffle(courts)
        return _inks(BLACK, RED, courts[0], courts[1], courts[2], BLACK if rng.random() < 0.8 else RED)
    else:
        many = [BLACK, RED, GREEN, BLUE, BROWN, ORANGE, VIOLET]
    return tuple(_shaded(many[rng.integers(len(many))], rng, 0.2) for _ in FACES)
