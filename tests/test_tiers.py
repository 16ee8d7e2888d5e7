"""Which tests run when: nothing is left out unless the summary says so."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import pytest

@pytest.mark.long
def test_many(): ...

def test_few(photos): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project with this one's configuration, one long test and one with photographs, which are there."""
    tests = tmp_path / "project/tests"
    (tests / "browser").mkdir(parents=True)
    (tmp_path / "shared/photos").mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", tests.parent)
    shutil.copy(ROOT / "tests/conftest.py", tests)
    (tests / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tests / "browser/test_page.py").write_text("def test_page(): ...\n", encoding="utf-8")
    return tests.parent


def run(project: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False).stdout


def test_long_tests_are_left_out_and_named(project: Path) -> None:
    output = run(project, "-n", "1")
    assert "2 passed" in output
    assert "1 long test was left out; a larger piece of work ends with: pytest -m long" in output


@pytest.mark.parametrize("asked", [("-n0", "-m", "long"), ("tests/test_it.py::test_many",)])
def test_long_tests_run_when_they_are_asked_for(project: Path, asked: tuple[str, ...]) -> None:
    output = run(project, *asked)
    assert "test_many PASSED" in output
    assert "left out" not in output


@pytest.mark.parametrize(("marker", "wanted"), [("browser", "test_page"), ("photos", "test_few")])
def test_folders_and_fixtures_give_their_markers(project: Path, marker: str, wanted: str) -> None:
    output = run(project, "-n0", "-m", marker)
    assert f"{wanted} PASSED" in output
    assert "1 passed" in output
