"""Colours written out in style sheets, where a custom property could be used."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.system.code_figures.scanning import STRING, blank, without_comments
from tests.system.code_figures.tree import Tree

LITERAL = re.compile(
    r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])"
    r"|(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)",
    re.IGNORECASE,
)
"""Hexadecimal colours and colour functions, but none that takes a part from another function, such as var()."""
NO_COLOURS = re.compile(rf"{STRING}|url\([^)]*\)")


@dataclass(frozen=True)
class Colours:
    """Colour literals in all, and those not in the definition of a custom property, also by file."""

    total: int
    outside: int
    distinct_outside: int
    files: dict[str, int]


def colours(tree: Tree) -> Colours:
    """Count the colour literals in the values of the product's .css files."""
    total = 0
    outside: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for name in tree.ending(".css", tests=False):
        for key, value in declarations(without_comments(name, tree.text(name))):
            literals = [literal.lower() for literal in LITERAL.findall(value)]
            total += len(literals)
            if literals and not key.startswith("--"):
                outside.update(literals)
                files[name] += len(literals)
    return Colours(total, outside.total(), len(outside), dict(files.most_common()))


def declarations(css: str) -> Iterator[tuple[str, str]]:
    """Yield each property with its value, of style sheets that may nest; strings and addresses are blanked."""
    plain = NO_COLOURS.sub(lambda match: blank(match[0]), css)
    for text, end in re.findall(r"([^{};]*)([{};]|$)", plain):
        key, colon, value = text.partition(":")
        if end != "{" and colon:
            yield key.strip(), value
