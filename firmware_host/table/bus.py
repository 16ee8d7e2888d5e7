"""The latest snapshot, for any number of waiters. Late ones miss the steps between and see the newest: no queues."""

import time
from threading import Condition

from firmware_host.table.snapshot import TableSnapshot


class Bus:
    """Holds the newest snapshot and wakes everyone who waits for one newer than theirs."""

    def __init__(self, first: TableSnapshot) -> None:
        self._latest = first
        self._closed = False
        self._changed = Condition()

    @property
    def latest(self) -> TableSnapshot:
        """The newest snapshot; never blocks."""
        return self._latest

    def publish(self, snapshot: TableSnapshot) -> None:
        """Replace the snapshot by a newer one; ValueError where its version is not greater."""
        with self._changed:
            if snapshot.version <= self._latest.version:
                raise ValueError(f"snapshot {snapshot.version} is not newer than {self._latest.version}")
            self._latest = snapshot
            self._changed.notify_all()

    def newer(self, after: int, timeout: float) -> TableSnapshot | None:
        """Wait up to `timeout` seconds for a snapshot with a version above `after`; None when there is none."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while self._latest.version <= after:
                remaining = deadline - time.monotonic()
                if self._closed or remaining <= 0:
                    return None
                self._changed.wait(remaining)
            return self._latest

    def close(self) -> None:
        """Wake all waiters for good: from now on nobody waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
