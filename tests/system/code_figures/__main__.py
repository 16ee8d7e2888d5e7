"""Figures on the state of the code, by the same command for any tree: `python -m tests.system.code_figures [TREE]`.

What is counted, and how, stands in README.md beside this.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.system.code_figures.circles import circles
from tests.system.code_figures.colours import colours
from tests.system.code_figures.duplicates import LEAST, duplicates
from tests.system.code_figures.names import names
from tests.system.code_figures.program import ProgramError
from tests.system.code_figures.report import written
from tests.system.code_figures.sizes import sizes
from tests.system.code_figures.tap import TAPS, tap
from tests.system.code_figures.texts import texts
from tests.system.code_figures.tree import Tree
from tests.system.code_figures.typing_share import types

HERE = Path(__file__).parents[3]
COUNTERS: Mapping[str, Callable[[Tree, argparse.Namespace], Any]] = {
    "names": lambda tree, _: names(tree),
    "tap": lambda tree, asked: tap(tree, asked.taps),
    "circles": lambda tree, _: circles(tree),
    "duplicates": lambda tree, asked: duplicates(tree, asked.block),
    "sizes": lambda tree, _: sizes(tree),
    "colours": lambda tree, _: colours(tree),
    "types": lambda tree, _: types(tree),
    "texts": lambda tree, _: texts(tree),
}


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.code_figures", description=__doc__)
    parser.add_argument("tree", nargs="?", type=Path, default=HERE, help="a checkout of the project; default this one")
    parser.add_argument("--json", action="store_true", help="print one JSON object, for other programs")
    parser.add_argument("--only", nargs="+", choices=COUNTERS, default=list(COUNTERS), help="count only these")
    parser.add_argument("--block", type=int, default=LEAST, metavar="LINES", help=f"least duplicate; default {LEAST}")
    parser.add_argument("--taps", type=int, default=TAPS, help=f"how often a box is tapped; default {TAPS}")
    asked = parser.parse_args()
    if not (asked.tree / "pyproject.toml").is_file():
        parser.error(f"{asked.tree} is no checkout of the project: it has no pyproject.toml")
    tree = Tree(asked.tree.resolve())
    try:
        found = {name: asdict(COUNTERS[name](tree, asked)) for name in COUNTERS if name in asked.only}
    except ProgramError as error:
        sys.exit(f"The tap was not measured: {error}")
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if asked.json else written(found))


if __name__ == "__main__":
    main()
