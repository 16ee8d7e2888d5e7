"""Nothing that the program reads can run code: no unpickling, no evaluating, in the product and in its training."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "joblib", "cloudpickle", "jsonpickle"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
SCRIPTS = sorted(
    path
    for room in ("firmware_host", "hardware", "models", "vision", "web_ui")
    for path in (ROOT / room).rglob("*.py")
    if "node_modules" not in path.parts
)


def faults(text: str) -> Iterator[str]:
    """Yield what in a script could run code that comes from a file."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                found = {alias.name.split(".")[0] for alias in names} & FORBIDDEN_MODULES
            case ast.ImportFrom(module):
                found = {(module or "").split(".")[0]} & FORBIDDEN_MODULES
            case ast.Call(ast.Name(name)) if name in FORBIDDEN_CALLS:
                found = {name}
            case ast.Call(ast.Attribute(ast.Name(owner), "load"), keywords=keywords):
                told = {one.arg: one.value for one in keywords}
                safe = {"np": "allow_pickle", "numpy": "allow_pickle", "torch": "weights_only", "yaml": ""}.get(owner)
                wanted = {"allow_pickle": False, "weights_only": True}.get(safe or "")
                given = told.get(safe or "")
                fine = safe is None or (isinstance(given, ast.Constant) and given.value is wanted)
                found = set() if fine else {f"{owner}.load"}
            case _:
                continue
        yield from (f"line {node.lineno}: {name}" for name in sorted(found))


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "import os, shelve",
        "from marshal import loads",
        "import joblib.parallel",
        "eval('1')",
        "np.load(path)",
        "np.load(path, allow_pickle=True)",
        "np.load(path, mmap_mode='r')",
        "torch.load(path)",
        "torch.load(path, weights_only=False)",
        "yaml.load(text)",
    ],
)
def test_what_could_run_code_is_found(text: str) -> None:
    assert list(faults(text))


@pytest.mark.parametrize(
    "text", ["np.load(path, allow_pickle=False)", "torch.load(p, weights_only=True)", "json.load(f)"]
)
def test_what_cannot_is_left_alone(text: str) -> None:
    assert not list(faults(text))


def test_nothing_is_unpickled() -> None:
    assert len(SCRIPTS) > 300
    found = {str(path.relative_to(ROOT)): list(faults(path.read_text(encoding="utf-8"))) for path in SCRIPTS}
    assert {path: lines for path, lines in found.items() if lines} == {}
