import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.app.build import Application, open_application
from firmware_host.app.starts import FILE_NAME, MOST_FAILED, SAFE_MODE_AFTER_FAILURES, SAFE_MODE_ASKED_FOR, Starts
from firmware_host.journal.errors import JournalError
from firmware_host.settings import load_settings
from tests.firmware_host.app.test_build import Parts


@pytest.fixture
def parts() -> Iterator[Parts]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield Parts()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def opened(data: Path, parts: Parts) -> Application:
    return Application(
        load_settings({"data": data, "port": 0}, {}), parts.open_camera, lambda: parts.panel, Starts(data)
    )


def test_starts_count_as_failed_until_one_goes_well(tmp_path: Path) -> None:
    for failed in range(3):
        starts = Starts(tmp_path)
        assert starts.failed == failed
        starts.begin()
    Starts(tmp_path).went_well()
    assert Starts(tmp_path).failed == 0


@pytest.mark.parametrize(
    "content", ["", "{}", '{"version": 2, "failed": 3}', '{"version": 1, "failed": "x"}', "[" * 9999]
)
def test_a_broken_count_is_no_count(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE_NAME).write_text(content)
    assert Starts(tmp_path).failed == 0


def test_a_clean_stop_goes_well_and_a_kill_does_not(tmp_path: Path, parts: Parts) -> None:
    opened(tmp_path, parts).close()  # as if it had been killed: nothing says that it went well
    assert Starts(tmp_path).failed == 1
    house = opened(tmp_path, parts)
    house.serve(lambda _: signal.raise_signal(signal.SIGTERM))
    house.close()
    assert Starts(tmp_path).failed == 0


def test_a_start_that_is_refused_with_a_sentence_has_not_failed(tmp_path: Path, parts: Parts) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 100)
    with pytest.raises(JournalError):
        opened(tmp_path, parts)
    assert Starts(tmp_path).failed == 0


@pytest.mark.parametrize(
    ("failed", "asked", "told"),
    [
        (MOST_FAILED, None, SAFE_MODE_AFTER_FAILURES),
        (MOST_FAILED, False, ""),
        (MOST_FAILED - 1, None, ""),
        (0, True, SAFE_MODE_ASKED_FOR),
    ],
)
def test_safe_mode_is_a_simulated_tray_and_says_why(tmp_path: Path, failed: int, asked: bool | None, told: str) -> None:
    for _ in range(failed):
        Starts(tmp_path).begin()
    settings = load_settings({"data": tmp_path, "port": 0, "camera": "sim:seed=7"}, {})
    house = open_application(settings, safe_mode=asked)
    try:
        notices = [notice.text for notice in house.table.snapshot().tray.notices]
        assert house.table.snapshot().tray.source == ("sim" if told else "sim:seed=7")
    finally:
        house.close()
    assert notices == ([told] if told else [])
