"""Long files."""

from dataclasses import dataclass

from tests.system.code_figures.tree import Tree

MOST = 400
"""Lines a file may have."""
SHOWN = 10


@dataclass(frozen=True)
class Sizes:
    """How many files and lines of code there are, how many files are too long, and the longest with their lines."""

    files: int
    lines: int
    too_long: int
    longest: dict[str, int]


def sizes(tree: Tree) -> Sizes:
    """Count the lines of all Python, JavaScript, CSS and HTML files, tests too."""
    lines = {name: len(tree.text(name).splitlines()) for name in tree.ending(".py", ".js", ".css", ".html")}
    longest = sorted(lines.items(), key=lambda item: (-item[1], item[0]))
    too_long = sum(count > MOST for count in lines.values())
    return Sizes(len(lines), sum(lines.values()), too_long, dict(longest[: max(SHOWN, too_long)]))
