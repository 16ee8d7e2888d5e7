"""Names that stand for two things: public classes defined in several modules, and module names used again and again."""

import ast
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath

from tests.system.code_figures.tree import Tree, module_name

MOST = 2
"""How often a module's base name may be used."""


@dataclass(frozen=True)
class Names:
    """Each doubled name with the modules or files that use it."""

    classes: dict[str, list[str]]
    modules: dict[str, list[str]]


def names(tree: Tree) -> Names:
    """Look through the product's Python files, not the tests'."""
    classes: dict[str, list[str]] = defaultdict(list)
    modules: dict[str, list[str]] = defaultdict(list)
    for name in tree.ending(".py", tests=False):
        path = PurePosixPath(name)
        if not path.stem.startswith("_"):
            modules[path.stem].append(name)
        for node in tree.parsed(name).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].append(module_name(name))
    return Names(
        {name: places for name, places in sorted(classes.items()) if len(set(places)) > 1},
        {name: places for name, places in sorted(modules.items()) if len(places) > MOST},
    )
