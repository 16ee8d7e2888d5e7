"""The six faces of a poker die by a maker's recipe: how nine and ten, court and ace look."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.simulate.artwork.canvas import Canvas, box, curve, ellipse, star
from vision.simulate.artwork.courts import CourtStyle, draw_court
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.artwork.suits import SUITS, sign
from vision.simulate.material import Colour

FACES = ("9", "10", "J", "Q", "K", "A")
"""The faces by rising value."""

# A letter stands for one face only where it stands alone, so Dutch (its queen is the French jack's V) is for drawings.
LANGUAGES: dict[str, dict[str, str]] = {
    "english": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "french": {"J": "V", "Q": "D", "K": "R", "A": "A"},
    "french one": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "german": {"J": "B", "Q": "D", "K": "K", "A": "A"},
    "dutch": {"J": "B", "Q": "V", "K": "H", "A": "A"},
    "polish": {"J": "W", "Q": "D", "K": "K", "A": "A"},
    "italian": {"J": "F", "Q": "D", "K": "R", "A": "A"},
    "czech": {"J": "S", "Q": "D", "K": "K", "A": "A"},
    "russian": {"J": "B", "Q": "Д", "K": "K", "A": "T"},
}

TENS = ("pips 4-2-4", "pips 3-4-3", "dots 4-2-4", "numeral", "numeral and suit", "corner numerals", "roman")
NINES = ("pips 4-1-4", "pips 3-3-3", "dots 4-1-4", "numeral", "numeral and suit", "corner numerals", "roman")
COURTS = ("figure", "letter", "letter and crown", "crown", "letter and suit", "chess", "letter in frame")
ACES = (
    "suit",
    "suit in ring",
    "letter",
    "four suits",
    "letter in suit",
    "monogram",
    "star",
    "letter and suit",
    "suit and letters",
)
FRAMES = ("none", "line", "double", "oval", "corners")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A maker's way with the six faces.

    `inks` one a face by rising value; `second` the ink of small letters beside a drawing; `languages` one or two of
    LANGUAGES for the corners or the letters; `make` of the suits; `suits` one a face; `size` of the drawing as a
    part of the face.
    """

    nine: str = "pips 4-1-4"
    ten: str = "pips 4-2-4"
    court: str = "figure"
    ace: str = "suit"
    inks: tuple[Colour, ...] = ((0.02, 0.02, 0.02),) * 6
    second: Colour | None = None
    languages: tuple[str, ...] = ("english",)
    corners: bool = True
    lettering: Lettering = field(default_factory=Lettering)
    figures: CourtStyle = field(default_factory=CourtStyle)
    frame: str = "none"
    make: int = 0
    suits: tuple[str, ...] = ("spade", "diamond", "club", "heart", "spade", "spade")
    size: float = 0.78


def draw_faces(recipe: Recipe, shift: tuple[float, float] = (0, 0), turn: float = 0.0) -> NDArray[np.uint8]:
    """The faces 9 10 J Q K A as pictures for a die, uint8 (6, S, S, 4); `shift` and `turn` misplace the print."""
    pictures = []
    for value in range(6):
        canvas = Canvas()
        draw_face(canvas.at(*shift, recipe.size, turn), FACES[value], recipe)
        pictures.append(canvas.picture())
    return np.stack(pictures)


def draw_face(canvas: Canvas, face: str, recipe: Recipe) -> None:
    """Draw one face in a place of -1..1."""
    ink = recipe.inks[FACES.index(face)]
    _frame(canvas, recipe, ink, drawing=face in "JQK" and recipe.court == "figure")
    if face == "9":
        _number(canvas, recipe.nine, face, recipe, ink)
    elif face == "10":
        _number(canvas, recipe.ten, face, recipe, ink)
    elif face == "A":
        _ace(canvas, recipe, ink)
    else:
        _court(canvas, face, recipe, ink)


def _frame(canvas: Canvas, recipe: Recipe, ink: Colour, drawing: bool) -> None:
    if recipe.frame in ("line", "double"):
        canvas.stroke(box(-1.05, -1.05, 1.05, 1.05, 0.15), 0.035, ink)
    if recipe.frame == "double":
        canvas.stroke(box(-0.95, -0.95, 0.95, 0.95, 0.1), 0.02, ink)
    if recipe.frame == "oval" and drawing:
        canvas.ring(0, 0, 0.92, 0.04, ink, 1.15)
    if recipe.frame == "corners":
        for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
            canvas.line([(x, y * 0.75), (x, y), (x * 0.75, y)], 0.05, ink)


def _suit(canvas: Canvas, name: str, recipe: Recipe, ink: Colour | None, outline: bool = False) -> None:
    if outline:
        canvas.stroke(sign(name, recipe.make), 0.09, ink)
    else:
        canvas.fill(sign(name, recipe.make), ink)


def columns(face: str, way: str) -> list[tuple[float, float]]:
    """Where the pips of nine ("4-1-4", "3-3-3") or ten ("4-2-4", "3-4-3") stand."""
    four, three = (0.75, 0.25, -0.25, -0.75), (0.62, 0.0, -0.62)
    outer, inner = {
        "4-1-4": (four, (0.0,)),
        "4-2-4": (four, (0.5, -0.5)),
        "3-3-3": (three, three),
        "3-4-3": (three, four),
    }[way]
    if len(outer) * 2 + len(inner) != int(face):
        raise ValueError(f"{way} pips are not {face}: choose a way that adds to it")
    return [(x, y) for x in (-0.55, 0.55) for y in outer] + [(0.0, y) for y in inner]


def _number(canvas: Canvas, way: str, face: str, recipe: Recipe, ink: Colour) -> None:
    suit = recipe.suits[FACES.index(face)]
    kind, _, counts = way.partition(" ")
    if kind in ("pips", "dots"):
        for x, y in columns(face, counts):
            place = canvas.at(x, y, 0.21, 0 if y >= 0 else 180)
            if kind == "pips":
                _suit(place, suit, recipe, ink)
            else:
                place.disc(0, 0, 0.75, ink)
    elif way == "numeral":
        _letters(canvas, face, recipe, 1.25, ink)
    elif way == "roman":
        _letters(canvas, {"9": "IX", "10": "X"}[face], recipe, 1.2, ink)
    elif way == "numeral and suit":
        _letters(canvas.at(0, 0.3), face, recipe, 0.95, ink)
        _suit(canvas.at(0, -0.62, 0.34), suit, recipe, recipe.second or ink)
    else:
        _suit(canvas.at(0, 0, 0.5), suit, recipe, ink)
        for side in (1, -1):
            _letters(canvas.at(-0.62 * side, 0.68 * side, 1, 0 if side > 0 else 180), face, recipe, 0.4, ink)


def _letters(canvas: Canvas, text: str, recipe: Recipe, height: float, ink: Colour | None) -> None:
    widest = 1.75 if height > 1 else height * 1.7
    fitted = min(height, widest / recipe.lettering.width(text))
    recipe.lettering.write(canvas, text, fitted, ink)


def _letter(face: str, recipe: Recipe, which: int = 0) -> str:
    return LANGUAGES[recipe.languages[which % len(recipe.languages)]][face]


def _corner_letters(canvas: Canvas, face: str, recipe: Recipe, ink: Colour) -> None:
    for which, (x, y, turn) in enumerate(((-0.8, 0.78, 0), (0.8, -0.78, 180))):
        place = canvas.at(x, y, 1, turn)
        place.fill(box(-0.22, -0.24, 0.22, 0.24), None)
        _letters(place, _letter(face, recipe, which), recipe, 0.36, recipe.second or ink)


def _court(canvas: Canvas, face: str, recipe: Recipe, ink: Colour) -> None:
    letter = _letter(face, recipe)
    if recipe.court == "figure":
        draw_court(canvas.at(0, 0, 0.95), face, recipe.figures, ink)
        if recipe.corners:
            _corner_letters(canvas, face, recipe, ink)
    elif recipe.court == "letter":
        _letters(canvas, letter, recipe, 1.4, ink)
    elif recipe.court == "letter in frame":
        tips = {"J": 4, "Q": 6, "K": 8}[face]
        canvas.stroke(star(tips, 0.82) * 1.05 if recipe.make % 2 else ellipse(0, 0, 1, 1), 0.07, ink)
        _letters(canvas, letter, recipe, 0.95, ink)
    elif recipe.court == "letter and crown":
        _letters(canvas.at(0, -0.3), letter, recipe, 1.05, ink)
        _hat(canvas.at(0, 0.68, 0.36), face, recipe, recipe.second or ink)
    elif recipe.court == "crown":
        _hat(canvas.at(0, 0.05, 0.85), face, recipe, ink)
        if recipe.corners:
            _corner_letters(canvas, face, recipe, ink)
    elif recipe.court == "letter and suit":
        _letters(canvas.at(-0.25, 0.25), letter, recipe, 1.05, ink)
        _suit(canvas.at(0.6, -0.6, 0.36), recipe.suits[FACES.index(face)], recipe, recipe.second or ink)
    else:
        canvas.fill(sign({"J": "chess-jack", "Q": "chess-queen", "K": "chess-king"}[face]), ink)


def _hat(canvas: Canvas, face: str, recipe: Recipe, ink: Colour) -> None:
    """What tells king, queen and jack apart without letters: a full crown, a row of pearls, a feathered cap."""
    if face == "K":
        canvas.fill(sign("crown", 0 if recipe.make % 2 else 1), ink)
        canvas.line([(-0.7, -0.55), (0.7, -0.55)], 0.12, None)
    elif face == "Q":
        canvas.stroke(
            np.array([(-0.85, -0.5), (-0.65, 0.1), (0, 0.3), (0.65, 0.1), (0.85, -0.5)]), 0.16, ink, closed=False
        )
        for x, y in ((-0.75, 0.35), (-0.4, 0.6), (0, 0.7), (0.4, 0.6), (0.75, 0.35)):
            canvas.disc(x, y, 0.16, ink)
    else:
        cap = curve((-0.85, -0.3), (-1.1, 0.6), (0.4, 0.7), (0.75, -0.3))
        canvas.fill(np.concatenate([cap, [(0.85, -0.55), (-0.95, -0.55)]]), ink)
        canvas.line([(-0.9, -0.32), (0.8, -0.32)], 0.1, None)
        feather = np.concatenate([curve((0.3, 0.2), (0.5, 1.1), (1.1, 0.9)), curve((1.1, 0.9), (0.9, 0.2), (0.5, 0.0))])
        canvas.fill(feather, ink)


def _ace(canvas: Canvas, recipe: Recipe, ink: Colour) -> None:
    suit, letter = recipe.suits[5], _letter("A", recipe)
    if recipe.ace == "suit":
        _suit(canvas.at(0, 0, 0.92), suit, recipe, ink)
    elif recipe.ace == "suit in ring":
        canvas.ring(0, 0, 1.0, 0.08, ink)
        for turn in range(0, 360, 30):
            canvas.disc(float(np.cos(np.radians(turn))) * 0.86, float(np.sin(np.radians(turn))) * 0.86, 0.05, ink)
        _suit(canvas.at(0, 0, 0.58), suit, recipe, ink)
    elif recipe.ace == "letter":
        _letters(canvas, letter, recipe, 1.4, ink)
    elif recipe.ace == "four suits":
        for index, (x, y) in enumerate(((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))):
            shade = recipe.second if recipe.second is not None and index % 2 else ink
            _suit(canvas.at(x, y, 0.4), SUITS[index], recipe, shade)
    elif recipe.ace == "letter in suit":
        _suit(canvas, suit, recipe, ink)
        _letters(canvas.at(0, -0.02), letter, recipe, 0.55, None)
    elif recipe.ace == "monogram":
        canvas.disc(0, 0, 1.0, ink)
        canvas.ring(0, 0, 0.85, 0.05, None)
        _suit(canvas.at(0, 0, 0.55), ("lily", "star", "sun")[recipe.make % 3], recipe, None)
    elif recipe.ace == "star":
        _suit(canvas.at(0, 0, 1.0), "star", recipe, ink)
    elif recipe.ace == "letter and suit":
        _letters(canvas.at(-0.25, 0.25), letter, recipe, 1.05, ink)
        _suit(canvas.at(0.6, -0.6, 0.36), suit, recipe, recipe.second or ink)
    else:
        _suit(canvas.at(0, 0, 0.62), suit, recipe, ink)
        for side in (1, -1):
            place = canvas.at(-0.8 * side, 0.78 * side, 1, 0 if side > 0 else 180)
            _letters(place, letter, recipe, 0.36, recipe.second or ink)
