"""How live the tray is on a page while dice roll: `python -m tests.system.rolling_picture`.

The program throws on the simulated tray, at the pace of real dice. One reader asks for pictures as the page does, a
second is slow and asks for one after each eight frames of the first. Frames and bytes a second are those of the first.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from tests.system.test_play import START, Running, running

PAGE_S = 0.08
"""Seconds between two pictures of the page."""

LEAST_RATE = 8.0
"""Frames a second that feel live."""

SLOW = 8
"""Frames of the first reader for one of the slow one."""


@dataclass(slots=True)
class Seen:
    """What the readers saw of one throw: frame numbers with the pictures, and how long the dice rolled."""

    frames: list[tuple[int, bytes]] = field(default_factory=list)
    slow: list[tuple[int, int]] = field(default_factory=list)
    """Frames of the slow reader, each with the newest that the first one had by then."""
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Frames a second."""
        return len(self.frames) / self.seconds

    @property
    def kilobytes(self) -> float:
        """Kilobytes a second."""
        return sum(len(picture) for _, picture in self.frames) / self.seconds / 1000


def follow(table: Running, pause: float) -> Seen:
    """Throw, and look at the pictures until the dice lie still."""
    seen = Seen()
    line = HTTPConnection("127.0.0.1", table.port, timeout=60)
    late = 0
    table.ask("throw")
    began = time.monotonic()
    while True:
        asked = time.monotonic()
        taken = _frame(line, seen.frames[-1][0] if seen.frames else 0)
        if taken is not None:
            seen.frames.append(taken)
            seen.seconds = time.monotonic() - began
        elif table.view()["phase"] != "rolling":
            break
        if len(seen.frames) // SLOW > len(seen.slow) and (newest := _frame(line, late)) is not None:
            late = newest[0]
            seen.slow.append((late, seen.frames[-1][0]))
        time.sleep(max(0.0, asked + pause - time.monotonic()))
    line.close()
    return seen


def _frame(line: HTTPConnection, after: int) -> tuple[int, bytes] | None:
    line.request("GET", f"/rolling.jpg?after={after}")
    answer = line.getresponse()
    picture = answer.read()
    return (int(answer.headers["X-Frame"]), picture) if answer.status == 200 else None


def main() -> None:
    """Throw and tell; exit status 1 where the tray was not live."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=10)
    given = parser.parse_args()
    rates = []
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), speed="1") as table:
        for _ in range(given.throws):
            table.ask("start", **START)
            seen = follow(table, PAGE_S)
            table.ask("abandon")
            rates.append(seen.rate)
            sys.stdout.write(
                f"{seen.seconds:4.1f} s, {seen.rate:4.1f} frames/s, {seen.kilobytes:5.0f} kB/s, "
                f"{len({picture for _, picture in seen.frames})} of {len(seen.frames)} pictures differ\n"
            )
            sys.stdout.flush()
    sys.exit(0 if min(rates) >= LEAST_RATE else 1)


if __name__ == "__main__":
    main()
