"""Texts for translators, and files that a program wrote but the repository keeps."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from babel.messages.pofile import read_po

from tests.system.code_figures.tree import Tree

GENERATED_SUFFIXES = (".pot", ".mo", ".lock")
SAYS_SO = re.compile(r"\b(?:generated|written) (?:automatically )?(?:by|with|from) [`'\"]?[\w./-]", re.IGNORECASE)
READABLE = (".md", ".css", ".js", ".html", ".toml", ".txt", ".json", ".svg", ".csv")
HEAD = 5
"""Lines in which a generated file says that it is one."""


@dataclass(frozen=True)
class Texts:
    """Texts to be translated; lines of catalogues; lines of files that are only generated, and each such file.

    A binary file counts as none of its lines; a .po file is half a program's and half a translator's, and stands by
    itself.
    """

    messages: int
    po_lines: int
    generated_lines: int
    generated_binary_bytes: int
    generated: dict[str, int]


def texts(tree: Tree) -> Texts:
    """Count the texts of the templates (.pot), or of the longest catalogue (.po) where there is no template."""
    templates = [_messages(tree, name) for name in tree.ending(".pot")]
    catalogues = [_messages(tree, name) for name in tree.ending(".po")]
    lines: dict[str, int] = {}
    binary = 0
    for name in tree.files:
        if name.endswith(GENERATED_SUFFIXES) or _says_so(tree, name):
            if name.endswith(".mo"):
                binary += (tree.root / name).stat().st_size
                lines[name] = 0
            else:
                lines[name] = _lines(tree, name)
    return Texts(
        messages=sum(templates) or max(catalogues, default=0),
        po_lines=sum(_lines(tree, name) for name in tree.ending(".po")),
        generated_lines=sum(lines.values()),
        generated_binary_bytes=binary,
        generated=lines,
    )


def _messages(tree: Tree, name: str) -> int:
    with (tree.root / name).open("rb") as file:
        return len(read_po(file))


def _lines(tree: Tree, name: str) -> int:
    return len(tree.text(name).splitlines())


def _says_so(tree: Tree, name: str) -> bool:
    if PurePosixPath(name).suffix not in READABLE:
        return False
    return SAYS_SO.search("\n".join(tree.text(name).splitlines()[:HEAD])) is not None
