"""The files of a tree: what git tracks, or everything there where it is no checkout."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TESTS = "tests"
SKIPPED = ("__pycache__", "node_modules")


@dataclass(frozen=True)
class Tree:
    """A checkout, or a folder laid out like one; paths are relative to its root, with slashes."""

    root: Path

    @cached_property
    def files(self) -> tuple[str, ...]:
        """All files, sorted; without those in hidden folders."""
        if (self.root / ".git").exists():
            asked = ["git", "-C", str(self.root), "ls-files", "-z"]
            names = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split("\0")
            found = [name for name in names if name and (self.root / name).is_file()]
        else:
            found = [path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()]
        return tuple(sorted(name for name in found if not _is_skipped(name)))

    def ending(self, *suffixes: str, tests: bool = True) -> list[str]:
        """Return the files with one of these suffixes; without those under tests/ where `tests` is false."""
        return [name for name in self.files if name.endswith(suffixes) and (tests or not is_test(name))]

    @cached_property
    def rooms(self) -> tuple[str, ...]:
        """The top-level Python packages of the product."""
        tops = {name.partition("/")[0] for name in self.ending(".py", tests=False) if "/" in name}
        return tuple(sorted(top for top in tops if f"{top}/__init__.py" in self.files))

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return (self.root / name).read_text(encoding="utf-8")

    def parsed(self, name: str) -> ast.Module:
        """Return the syntax tree of a Python file; SyntaxError names the file that has none."""
        return ast.parse(self.text(name), filename=name)


def is_test(name: str) -> bool:
    """Whether a file is the tests' own."""
    return name.startswith(f"{TESTS}/")


def module_name(name: str) -> str:
    """Return the dotted name of a Python file: a package for its `__init__.py`."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _is_skipped(name: str) -> bool:
    folders = name.split("/")[:-1]
    return any(folder.startswith(".") or folder in SKIPPED for folder in folders)
