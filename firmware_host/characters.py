"""Which characters of a name or a file's name may stand in a sentence: those of every script, and none that tricks.

Control characters break lines and steer terminals, and marks of direction turn the text around them, so that a line
of the log or of the page says what nobody wrote.
"""

import unicodedata

_JOINERS = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Families of emoji, Persian and Indic scripts are written with them."""

_TAGS = range(0xE0020, 0xE0080)
"""They make a black flag that of Scotland."""

_HARMFUL = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_INVISIBLE = frozenset({*_HARMFUL, "Mn", "Me", "Zs"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their kind, but without any ink."""


def is_harmless(text: str) -> bool:
    """Return whether a text is one line that shows what it says; False for control characters and marks of direction.

    Characters that this Python does not know yet may stand, as new emoji do.
    """
    return text.isprintable() or all(_is_harmless(character) for character in text)


def harmless(text: str) -> str:
    """Return a text with each harmful character replaced: by a space where it is one, else by U+FFFD."""
    if text.isprintable():
        return text
    return "".join(
        character if _is_harmless(character) else " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def is_visible(text: str) -> bool:
    """Return whether anything of a text is to be seen."""
    return any(unicodedata.category(one) not in _INVISIBLE and one not in _BLANK for one in text)


def _is_harmless(character: str) -> bool:
    return unicodedata.category(character) not in _HARMFUL or character in _JOINERS or ord(character) in _TAGS
