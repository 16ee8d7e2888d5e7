"""A table to sit down at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.coach.coaches import make_coach
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.solution_store import SolutionStore
from tests.firmware_host.table.scripted import Sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with Sitting(tmp_path) as at:
        yield at


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a data folder in which crag has been solved."""
    folder = tmp_path_factory.mktemp("solved")
    make_coach(ruleset("crag"), SolutionStore(folder), float)
    return folder


@pytest.fixture
def coached(tmp_path: Path, solved: Path) -> Iterator[Sitting]:
    """Give a table with a coach who knows crag."""
    with Sitting(tmp_path, coach=solved) as at:
        yield at
