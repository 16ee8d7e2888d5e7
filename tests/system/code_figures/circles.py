"""Circles of imports: sets of modules, or of packages, each of which reaches all the others."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.system.code_figures.tree import Tree, module_name

Edges = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Circles:
    """Circles with imports that always run (hard), and with those in functions and under TYPE_CHECKING too (all)."""

    hard_modules: list[list[str]]
    all_modules: list[list[str]]
    hard_packages: list[list[str]]
    all_packages: list[list[str]]
    soft_imports: int


def circles(tree: Tree) -> Circles:
    """Find the circles of the product's packages; a package one level down counts with everything in it."""
    imports = _imports(tree)
    soft = {module_name(name): _soft_lines(tree.parsed(name)) for name in tree.ending(".py", tests=False)}
    every = {(importer, imported) for importer, imported, _ in imports}
    hard = {(importer, imported) for importer, imported, line in imports if line not in soft[importer]}
    return Circles(
        hard_modules=strongly_connected(hard),
        all_modules=strongly_connected(every),
        hard_packages=strongly_connected(_packages(hard)),
        all_packages=strongly_connected(_packages(every)),
        soft_imports=len(every - hard),
    )


def strongly_connected(edges: Edges) -> list[list[str]]:
    """Return the sets of two and more nodes that reach each other (Tarjan), each sorted, the largest first."""
    graph: dict[str, list[str]] = {}
    for start, end in edges:
        graph.setdefault(start, []).append(end)
        graph.setdefault(end, [])
    found = [sorted(part) for part in _components(graph) if len(part) > 1]
    return sorted(found, key=lambda part: (-len(part), part))


def _components(graph: Mapping[str, list[str]]) -> list[list[str]]:
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, others = work[-1]
            fresh = next((other for other in others if other not in index), None)
            if fresh is not None:
                index[fresh] = low[fresh] = len(index)
                stack.append(fresh)
                work.append((fresh, iter(graph[fresh])))
                continue
            work.pop()
            low[node] = min([low[node], *(low[other] for other in graph[node] if other in stack)])
            if low[node] == index[node]:
                at = stack.index(node)
                found.append(stack[at:])
                del stack[at:]
    return found


def _packages(edges: Edges) -> set[tuple[str, str]]:
    pairs = {(_one_down(importer), _one_down(imported)) for importer, imported in edges}
    return {(importer, imported) for importer, imported in pairs if importer != imported}


def _one_down(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _imports(tree: Tree) -> list[tuple[str, str, int]]:
    if not tree.rooms:
        return []
    answer = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).with_name("graph.py")), *tree.rooms],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tree.root), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    known = {module_name(name) for name in tree.ending(".py", tests=False)}
    return [(importer, imported, line) for importer, imported, line in json.loads(answer.stdout) if importer in known]


def _soft_lines(module: ast.Module) -> set[int]:
    """Return the lines of imports that do not run when the module is loaded."""
    found: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside: list[ast.AST] = list(ast.walk(node))
        elif isinstance(node, ast.If) and _asks_for_types(node.test):
            inside = [each for statement in node.body for each in ast.walk(statement)]
        else:
            continue
        found |= {each.lineno for each in inside if isinstance(each, ast.Import | ast.ImportFrom)}
    return found


def _asks_for_types(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )
