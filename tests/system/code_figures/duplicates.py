"""Blocks of lines that stand in two places."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.system.code_figures.scanning import without_comments, without_imports
from tests.system.code_figures.tree import Tree, is_test

LEAST = 10
"""Lines of a block by default; blanks, comments, imports and lines of brackets alone do not count."""
Place = tuple[str, int]
Lines = list[tuple[int, str]]


@dataclass(frozen=True)
class Block:
    """The same lines at two places, each given as FILE:FIRST-LAST."""

    lines: int
    one: str
    other: str


@dataclass(frozen=True)
class Duplicates:
    """Pairs of blocks, the longest first, and how many lines of files stand in any of them."""

    least: int
    product: list[Block]
    tests: list[Block]
    product_lines: int
    tests_lines: int


def duplicates(tree: Tree, least: int = LEAST) -> Duplicates:
    """Compare all Python, JavaScript, CSS and HTML files; a block with a side in the tests counts with the tests."""
    files = {name: _said(name, tree.text(name)) for name in tree.ending(".py", ".js", ".css", ".html")}
    product: list[Block] = []
    tests: list[Block] = []
    inside: dict[bool, set[Place]] = {False: set(), True: set()}
    for one, other, length in _matches(files, least):
        in_tests = is_test(one[0]) or is_test(other[0])
        block = Block(length, _range(files, one, length), _range(files, other, length))
        (tests if in_tests else product).append(block)
        for name, start in (one, other):
            inside[in_tests] |= {(name, line) for line in range(start, start + length)}
    for blocks in (product, tests):
        blocks.sort(key=lambda block: (-block.lines, block.one, block.other))
    return Duplicates(least, product, tests, len(inside[False]), len(inside[True]))


def _said(name: str, text: str) -> Lines:
    """Return what counts of a file: its line numbers and normalised lines."""
    lines = without_imports(name, without_comments(name, text)).split("\n")
    normal = ((number, " ".join(line.split())) for number, line in enumerate(lines, 1))
    return [(number, line) for number, line in normal if re.search(r"\w", line)]


def _matches(files: dict[str, Lines], least: int) -> Iterator[tuple[Place, Place, int]]:
    """Yield each pair of equal stretches that cannot be made longer: two places, counted in lines that count."""
    seen: dict[tuple[str, ...], list[Place]] = defaultdict(list)
    for name, lines in files.items():
        for start in range(len(lines) - least + 1):
            seen[tuple(line for _, line in lines[start : start + least])].append((name, start))
    for places in seen.values():
        for one, other in combinations(places, 2):
            if not _same(files, one, other, -1):
                length = least
                while _same(files, one, other, length):
                    length += 1
                if one[0] == other[0]:
                    length = min(length, other[1] - one[1])
                if length >= least:
                    yield one, other, length


def _same(files: dict[str, Lines], one: Place, other: Place, by: int) -> bool:
    """Whether the lines so far behind two places are there and equal."""
    (first, at), (second, there) = one, other
    if min(at, there) + by < 0 or at + by >= len(files[first]) or there + by >= len(files[second]):
        return False
    return files[first][at + by][1] == files[second][there + by][1]


def _range(files: dict[str, Lines], place: Place, length: int) -> str:
    name, start = place
    return f"{name}:{files[name][start][0]}-{files[name][start + length - 1][0]}"
