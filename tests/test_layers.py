import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]

# One import that must not be, for each contract: where it is planted, and what it says.
PLANTS = {
    "arrow": ("firmware_host/rules/planted.py", "import firmware_host.game.events"),
    "pure": ("firmware_host/game/planted.py", "import random"),
    "devices": ("firmware_host/table/planted.py", "import vision"),
    "page": ("web_ui/planted.py", "import sqlalchemy"),
    "vision": ("vision/planted.py", "import firmware_host.errors"),
    "hardware": ("hardware/planted.py", "import vision"),
    "playing": ("vision/planted.py", "import torch"),
    "training": ("models/training/planted.py", "import web_ui"),
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


def test_every_contract_has_its_plant() -> None:
    assert {contract["id"] for contract in CONFIG["contracts"]} == set(PLANTS)


@pytest.mark.parametrize("contract", PLANTS)
def test_a_forbidden_import_breaks_its_contract(contract: str, tmp_path: Path) -> None:
    for package in CONFIG["root_packages"]:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=_all_but_modules)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    place, statement = PLANTS[contract]
    (tmp_path / place).write_text(f'"""Planted."""\n\n{statement}\n', encoding="utf-8")

    result = lint_imports(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    broken = [line.removesuffix(" BROKEN") for line in result.stdout.splitlines() if line.endswith(" BROKEN")]
    assert broken == [entry["name"] for entry in CONFIG["contracts"] if entry["id"] == contract]


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
