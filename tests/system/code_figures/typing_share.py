"""How much of the code says its types: annotations in Python, JSDoc or a type checker's word in JavaScript."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tests.system.code_figures.scanning import without_comments
from tests.system.code_figures.tree import Tree, is_test

JS_FUNCTION = re.compile(
    r"^[ \t]*(?:export )?(?:default )?(?:async )?function\b[ *]*\w*[ ]*\("
    r"|^[ \t]*(?:export )?const \w+ = (?:async )?(?:\([^()]*\)|\w+) =>",
    re.MULTILINE,
)
"""Functions that have a name: declared, or an arrow bound by const."""
JSDOC_TYPE = re.compile(r"@(?:param|returns?|type|satisfies)\s*\{")


@dataclass(frozen=True)
class Share:
    """So many `of` all have types."""

    typed: int
    of: int


@dataclass(frozen=True)
class Types:
    """Functions with all their types, and JavaScript files that a type checker reads."""

    python: Share
    python_tests: Share
    js_functions: Share
    js_files_checked: Share


def types(tree: Tree) -> Types:
    """Count functions and methods, nested ones too; lambdas have no place for types."""
    python = {False: [0, 0], True: [0, 0]}
    for name in tree.ending(".py"):
        for typed in _python_functions(tree.parsed(name)):
            python[is_test(name)][0] += typed
            python[is_test(name)][1] += 1
    scripts = tree.ending(".js", tests=False)
    functions = [typed for name in scripts for typed in _js_functions(tree.text(name))]
    folders = _checked_folders(tree)
    checked = sum(_is_checked(tree.text(name), name, folders) for name in scripts)
    return Types(
        Share(*python[False]), Share(*python[True]), Share(sum(functions), len(functions)), Share(checked, len(scripts))
    )


def _python_functions(module: ast.Module) -> Iterator[bool]:
    """Yield of each function whether all its arguments and what it returns are annotated."""
    methods = {child for node in ast.walk(module) if isinstance(node, ast.ClassDef) for child in node.body}
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        taken = node.args
        given = [*taken.posonlyargs, *taken.args]
        if node in methods and not any(
            isinstance(by, ast.Name) and by.id == "staticmethod" for by in node.decorator_list
        ):
            given = given[1:]
        every = [*given, *taken.kwonlyargs, *filter(None, (taken.vararg, taken.kwarg))]
        returns = node.returns is not None or node.name == "__init__"
        yield returns and all(argument.annotation is not None for argument in every)


def _js_functions(text: str) -> Iterator[bool]:
    """Yield of each named function whether the JSDoc right before it states a type."""
    for match in JS_FUNCTION.finditer(without_comments("script.js", text)):
        before = re.search(r"/\*\*((?:(?!\*/).)*)\*/\s*$", text[: match.start()], re.DOTALL)
        yield before is not None and JSDOC_TYPE.search(before[1]) is not None


def _checked_folders(tree: Tree) -> list[str]:
    """Return the folders whose JavaScript a tsconfig.json or jsconfig.json has checked; "" is the whole tree."""
    found = []
    for name in tree.ending("tsconfig.json", "jsconfig.json"):
        options = json.loads(without_comments("config.js", tree.text(name))).get("compilerOptions", {})
        if options.get("checkJs"):
            folder = PurePosixPath(name).parent.as_posix()
            found.append("" if folder == "." else f"{folder}/")
    return found


def _is_checked(text: str, name: str, folders: list[str]) -> bool:
    """Whether a script asks to be checked by itself, or lies where all are and does not refuse it."""
    asked = re.match(r"(?:\s*//[^\n]*\n)*?\s*//\s*@ts-(no)?check\b", text)
    return asked[1] is None if asked else name.startswith(tuple(folders))
