"""That latency is measured of every throw; what it comes to is for the command, `python -m tests.system.latency`."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.system.latency import measure, stillness_found
from vision.settle import SettleThresholds
from vision.sources.simulated import RATE


def test_each_throw_is_followed_from_the_tray_to_the_page(chromium: Browser, tmp_path: Path) -> None:
    throws, unsure = measure(2, tmp_path, chromium)

    assert len(throws) == 2
    for throw in throws:
        assert throw.stillness >= SettleThresholds().still_seconds
        assert min(throw.reading, throw.table, throw.page) >= 0
        assert throw.total == throw.stillness + throw.reading + throw.table + throw.page
    assert unsure >= 0


def test_the_first_still_frame_is_found_no_later_than_it_is() -> None:
    found = stillness_found(3)

    assert len(found) == 3
    assert max(found) <= 0
    assert min(found) >= -2 / RATE
