"""What contributors are told and asked: recipes, issue forms, hooks."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
CONTRIBUTING = (GITHUB / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOKS = ROOT / ".pre-commit-config.yaml"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")

TO_BE_WRITTEN = {
    "firmware_host/cli/commands/toss.py",
    "firmware_host/rules/rulesets/my_game.py",
    "vision/sources/my_camera.py",
    "web_ui/static/game/my_part.css",
    "web_ui/static/game/my_part.js",
    "web_ui/translations/CODE.po",
}
"""What somebody who follows a recipe makes."""

ATTRIBUTES = {
    "markdown": ({"value"}, {"value"}),
    "input": ({"label"}, {"label", "description", "placeholder", "value"}),
    "textarea": ({"label"}, {"label", "description", "placeholder", "value", "render"}),
    "dropdown": ({"label", "options"}, {"label", "description", "multiple", "options", "default"}),
    "checkboxes": ({"label", "options"}, {"label", "description", "options"}),
}
"""GitHub's form schema: of each element the attributes that it must have, and those that it may have."""


def form(path: Path) -> dict[str, Any]:
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def different(found: Iterable[object]) -> bool:
    listed = list(found)
    return len(set(listed)) == len(listed)


def check_element(element: Mapping[str, Any]) -> None:
    kind = element["type"]
    required, known = ATTRIBUTES[kind]
    attributes = element["attributes"]
    assert set(element) <= (
        {"type", "attributes"} if kind == "markdown" else {"type", "id", "attributes", "validations"}
    )
    assert required <= set(attributes) <= known
    assert all(isinstance(attributes[name], str) and attributes[name] for name in required - {"options"})
    assert kind == "markdown" or re.fullmatch("[A-Za-z0-9_-]+", element["id"])
    assert kind != "checkboxes" or "validations" not in element, "required stands at each box"
    assert set(element.get("validations", {"required": True})) == {"required"}
    if kind == "dropdown":
        assert attributes["options"]
        assert all(isinstance(option, str) and option != "None" for option in attributes["options"])
        assert different(attributes["options"])
    if kind == "checkboxes":
        assert attributes["options"]
        assert all({"label"} <= set(option) <= {"label", "required"} for option in attributes["options"])


class TestIssueForms:
    def test_there_is_one_for_each_kind_of_issue(self) -> None:
        assert [path.stem for path in FORMS] == ["bug", "idea", "misread_dice"]
        assert different(form(path)["name"] for path in FORMS)

    @pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
    def test_it_is_one_by_the_form_schema(self, path: Path) -> None:
        found = form(path)
        assert {"name", "description", "body"} <= set(found) <= {"name", "description", "title", "labels", "body"}
        assert all(isinstance(found[key], str) and found[key] for key in ("name", "description", "title"))
        for element in found["body"]:
            check_element(element)
        questions = [element for element in found["body"] if element["type"] != "markdown"]
        assert questions
        assert different(element["id"] for element in questions)
        assert different(element["attributes"]["label"] for element in questions)

    @pytest.mark.parametrize(
        "element",
        [
            {"type": "input", "id": "a", "attributes": {}},
            {"type": "input", "id": "a b", "attributes": {"label": "A"}},
            {"type": "markdown", "id": "a", "attributes": {"value": "A"}},
            {"type": "dropdown", "id": "a", "attributes": {"label": "A", "options": ["x", "x"]}},
            {"type": "checkboxes", "id": "a", "attributes": {"label": "A", "options": [{"text": "x"}]}},
            {"type": "textarea", "id": "a", "attributes": {"label": "A"}, "validations": {"required": True, "b": 1}},
        ],
    )
    def test_a_faulty_element_is_found(self, element: dict[str, Any]) -> None:
        with pytest.raises(AssertionError):
            check_element(element)

    def test_the_chooser_is_told_nothing_but_what_it_knows(self) -> None:
        assert form(GITHUB / "ISSUE_TEMPLATE/config.yml") == {"blank_issues_enabled": True}


class TestContributing:
    def test_it_is_short(self) -> None:
        assert CONTRIBUTING.count("\n") < 200

    def test_every_file_named_is_there(self) -> None:
        rooms = "|".join(("firmware_host", "hardware", "models", "tests", "vision", "web_ui", r"\.ci"))
        named = set(re.findall(rf"(?<![\w/])(?:{rooms})/[\w./-]*\w/?", CONTRIBUTING))
        assert len(named) > 30
        missing = {name for name in named if not (ROOT / name).exists() and "NAME" not in name}
        assert missing == TO_BE_WRITTEN

    def test_every_program_named_comes_with_the_project(self) -> None:
        wanted = {
            re.split(r"[ >=<]", entry)[0] for entry in PROJECT["dependency-groups"]["dev"] if isinstance(entry, str)
        }
        called = set(re.findall(r"\.venv/bin/([\w-]+)", CONTRIBUTING)) - {"python"}
        assert called == {"dice-table", "lint-imports", "mypy", "pre-commit", "pytest", "ruff"}
        assert called - {"dice-table", "lint-imports"} <= wanted
        assert "dice-table" in PROJECT["project"]["scripts"]
        assert "import-linter" in wanted, "it brings lint-imports"

    def test_every_module_run_is_one(self) -> None:
        modules = set(re.findall(r"python -m ([\w.]+)", CONTRIBUTING))
        assert modules == {
            "firmware_host.cli.reference",
            "tests.data.golden.make",
            "tests.system.sbom",
            "web_ui.translations",
        }
        assert [name for name in modules if importlib.util.find_spec(name) is None] == []


class TestHooks:
    def test_they_run_the_projects_own_tools_and_fetch_nothing(self) -> None:
        (repository,) = form(HOOKS)["repos"]
        assert repository["repo"] == "local"
        assert {hook["id"]: hook["language"] for hook in repository["hooks"]} == dict.fromkeys(
            ("format", "lint", "imports", "page"), "system"
        )

    def test_a_badly_formatted_file_is_put_in_order_and_a_faulty_one_refused(self, tmp_path: Path) -> None:
        for name in (".pre-commit-config.yaml", "pyproject.toml"):
            shutil.copy(ROOT / name, tmp_path)
        (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
        (tmp_path / "module.py").write_text('"""A module."""\n\nimport os\n\nNAME = os.sep+"a"\n', encoding="utf-8")
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
        subprocess.run(["git", "add", "module.py", ".pre-commit-config.yaml"], cwd=tmp_path, check=True)

        assert self.failed(tmp_path) == ["format"]
        assert 'os.sep + "a"' in (tmp_path / "module.py").read_text(encoding="utf-8")
        subprocess.run(["git", "add", "module.py"], cwd=tmp_path, check=True)
        assert self.failed(tmp_path) == []
        (tmp_path / "module.py").write_text("import os\n", encoding="utf-8")
        subprocess.run(["git", "add", "module.py"], cwd=tmp_path, check=True)
        assert self.failed(tmp_path) == ["lint"]

    def failed(self, folder: Path) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run"], cwd=folder, capture_output=True, text=True, check=False
        )
        failed = re.findall(r"^([a-z]+) \(.*Failed$", done.stdout, re.MULTILINE)
        assert bool(failed) is bool(done.returncode), done.stdout + done.stderr
        return failed
