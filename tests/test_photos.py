import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path) -> Path:
    tests = tmp_path / "project/tests"
    tests.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("conftest.py"), tests)
    (tests / "test_it.py").write_text("def test_it(photos):\n    print('folder', photos)\n", encoding="utf-8")
    return tests.parent


def run(project: Path, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DICE_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-s", "-p", "no:cacheprovider", "tests"],
        cwd=project,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_photographs_are_looked_for_beside_the_project(project: Path) -> None:
    folder = project.parent / "shared/photos"
    folder.mkdir(parents=True)
    output = run(project)
    assert f"folder {folder}" in output
    assert "1 passed" in output


def test_photographs_may_be_anywhere(project: Path, tmp_path: Path) -> None:
    assert f"folder {tmp_path}\n" in run(project, DICE_PHOTOS=str(tmp_path))


def test_without_photographs_a_test_skips_and_says_why(project: Path) -> None:
    output = run(project, DICE_PHOTOS="nowhere")
    assert "1 skipped" in output
    assert f"no photographs in {project / 'nowhere'}" in output


def test_where_all_is_required_missing_photographs_are_a_failure(project: Path) -> None:
    output = run(project, DICE_PHOTOS="nowhere", DICE_TABLE_REQUIRE_ALL="1")
    assert "1 error" in output
    assert "DICE_TABLE_REQUIRE_ALL is set" in output
