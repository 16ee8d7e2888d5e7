"""Seat colours and the ink that is readable on them (WCAG 2.2, relative luminance and contrast ratio)."""

SEATS = (
    ("Ruby", "#a3262a"),
    ("Sapphire", "#1f4e8c"),
    ("Emerald", "#1d6b45"),
    ("Amber", "#e0a526"),
    ("Plum", "#6b2f74"),
    ("Turquoise", "#4fb3b5"),
    ("Copper", "#a4501c"),
    ("Slate", "#3d4a57"),
)
"""The colours offered to players: a name and #rrggbb, distinct in lightness as well as hue."""

LIGHT_INK = "#ffffff"
DARK_INK = "#1f140b"


def luminance(colour: str) -> float:
    """Relative luminance 0-1 of #rrggbb, as WCAG 2.2 defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio 1-21 of two #rrggbb colours."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Return whichever ink, light or dark, reads better on `colour` (#rrggbb)."""
    return max((LIGHT_INK, DARK_INK), key=lambda ink: contrast(ink, colour))
