"""A table to sit down at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware_host.table.scripted import Sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with Sitting(tmp_path) as at:
        yield at
