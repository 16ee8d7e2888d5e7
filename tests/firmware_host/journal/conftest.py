from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.journal.store import Journal


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 1, 18, 30, tzinfo=UTC))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "journal.db"


@pytest.fixture
def journal(path: Path, clock: ManualClock) -> Iterator[Journal]:
    opened = Journal.open(path, clock)
    yield opened
    opened.close()
