import threading
import time

import pytest

from firmware_host.table.bus import Bus
from firmware_host.table.snapshot import PanelView, TableSnapshot, TrayView


def version(number: int) -> TableSnapshot:
    tray = TrayView("waiting", "script", can_throw=False, dice=(), pictures=(), message="")
    return TableSnapshot(number, None, tray, None, PanelView("panel", ()))


def test_a_late_waiter_sees_only_the_newest() -> None:
    bus = Bus(version(1))
    for number in (2, 3, 4):
        bus.publish(version(number))
    newest = bus.newer(1, 0.0)
    assert newest is not None
    assert newest.version == 4
    assert bus.newer(4, 0.01) is None


def test_versions_only_grow() -> None:
    bus = Bus(version(2))
    for number in (1, 2):
        with pytest.raises(ValueError, match="not newer"):
            bus.publish(version(number))
    assert bus.latest.version == 2


def test_twenty_waiters_wake_at_once() -> None:
    bus = Bus(version(1))
    woken: list[int] = []
    waiting = threading.Barrier(21)

    def wait() -> None:
        waiting.wait()
        newer = bus.newer(1, 120.0)
        assert newer is not None
        woken.append(newer.version)

    threads = [threading.Thread(target=wait) for _ in range(20)]
    for thread in threads:
        thread.start()
    waiting.wait()
    start = time.monotonic()
    bus.publish(version(2))
    for thread in threads:
        thread.join()
    assert woken == [2] * 20
    assert time.monotonic() - start < 60.0


def test_nobody_waits_once_closed() -> None:
    bus = Bus(version(1))
    bus.close()
    assert bus.newer(1, 120.0) is None
    assert bus.newer(0, 120.0) == version(1)
