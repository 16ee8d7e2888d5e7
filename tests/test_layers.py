import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]

# One import that must not be, for each contract: where it is planted, and what it says. It gets a module of its own in
# a room; where every module has its layer, it goes into one that is there.
PLANTS = {
    "solver": ("firmware_host/solver/arrays.py", "import firmware_host.solver.model"),
    "arrow": ("firmware_host/journal", "import firmware_host.coach"),
    "table": ("firmware_host/table/tray", "import firmware_host.table.status_message"),
    "circles": ("firmware_host/rules/parts", "import firmware_host.rules.rulesets"),
    "pure": ("firmware_host/game", "import random"),
    "devices": ("firmware_host/table", "import vision"),
    "page": ("web_ui", "import sqlalchemy"),
    "vision": ("vision/settle", "import firmware_host.errors"),
    "pipeline": ("vision/settle", "import vision.sources"),
    "hardware": ("hardware", "import vision"),
    "playing": ("vision/settle", "import torch"),
    "training": ("models/training", "import web_ui"),
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_house_keeps_its_contracts() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_each_forbidden_import_breaks_its_contract_and_no_other(tmp_path: Path) -> None:
    for package in CONFIG["root_packages"]:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=_all_but_modules)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    marks = {}
    for contract, (place, statement) in PLANTS.items():
        plant = tmp_path / place
        if plant.is_dir():
            plant /= f"planted_for_{contract}.py"
        plant.write_text(f'"""Planted."""\n\n{statement}\n', encoding="utf-8")
        marks[contract] = ".".join(plant.relative_to(tmp_path).with_suffix("").parts)

    marks["circles"] = ".parts -> .rulesets (1 import)"  # circles are told by packages
    result = lint_imports(tmp_path)

    assert result.returncode == 1, result.stdout + result.stderr
    names = {contract["name"]: contract["id"] for contract in CONFIG["contracts"]}
    told = re.split("^(" + "|".join(map(re.escape, names)) + r")\n-+\n", result.stdout, flags=re.MULTILINE)
    blamed = {
        names[name]: {contract for contract, mark in marks.items() if mark in text}
        for name, text in zip(told[1::2], told[2::2], strict=True)
    }
    assert blamed == {contract["id"]: {contract["id"]} for contract in CONFIG["contracts"]}


def test_the_layers_of_the_table_are_drawn_as_they_are_checked() -> None:
    (layers,) = (contract["layers"] for contract in CONFIG["contracts"] if contract["id"] == "table")
    readme = (ROOT / "firmware_host/table/README.md").read_text(encoding="utf-8")
    (drawn,) = re.findall(r"^```\n(service → .*?)\n```$", readme, re.MULTILINE | re.DOTALL)
    assert drawn.replace("\n", " ") == " → ".join(layers)


@pytest.mark.parametrize("room", ["firmware_host/rules", "firmware_host/game"])
def test_pure_rooms_use_the_standard_library_alone(room: str) -> None:
    modules = sorted((ROOT / room).rglob("*.py"))
    assert modules
    strangers = {
        f"{module.relative_to(ROOT)}: {name}"
        for module in modules
        for name in _imported(module)
        if name not in sys.stdlib_module_names and name != "firmware_host"
    }
    assert not strangers


def _imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def _all_but_modules(folder: str, names: list[str]) -> set[str]:
    return {
        name for name in names if not (Path(folder, name).is_dir() or name.endswith(".py")) or name == "__pycache__"
    }
