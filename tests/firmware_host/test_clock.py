from datetime import UTC, datetime, timedelta, timezone

import pytest

from firmware_host.clock import Clock, ManualClock, SystemClock


@pytest.mark.parametrize("clock", [SystemClock(), ManualClock()], ids=["system", "manual"])
def test_every_clock_tells_utc_and_never_runs_back(clock: Clock) -> None:
    assert clock.now().utcoffset() == timedelta(0)
    readings = [clock.monotonic() for _ in range(5)]
    assert readings == sorted(readings)


def test_the_system_clock_tells_the_present() -> None:
    before = datetime.now(UTC)
    assert before <= SystemClock().now() <= datetime.now(UTC)


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(datetime(2026, 5, 1, 20, 0, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
    clock.advance(90)
    assert clock.now() == datetime(2026, 5, 1, 18, 1, 30, tzinfo=UTC)
    assert clock.monotonic() == 90


def test_a_manual_clock_needs_a_zone_and_never_runs_back() -> None:
    with pytest.raises(ValueError, match="time zone"):
        ManualClock(datetime(2026, 5, 1))
    with pytest.raises(ValueError, match="go back"):
        ManualClock().advance(-1)
