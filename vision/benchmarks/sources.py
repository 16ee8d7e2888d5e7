"""How much of a core watching a tray costs: `python -m vision.benchmarks.sources`, or with `--camera usb:0`."""

import argparse
import math
import os
import sys
import tempfile
import time
from pathlib import Path

from vision.sources import ResumeState, Source
from vision.sources.process import ChildSource
from vision.watcher import SourceLost, WatcherEvent, open_camera
from vision.watcher import frames as watching

SETTLE_SECONDS = 5.0
"""Until the empty tray has been read and frames come less often."""

THROW_EVERY = 5.0
"""Seconds between throws while it is watched at play: much quicker than people."""

QUIET = "rate = 10\n"
"""The simulated tray's script: empty, 1280 x 960 pixels, 10 frames a second."""


def print_loss(event: WatcherEvent) -> None:
    """Print why there are no pictures; nothing else of what happens matters here."""
    if isinstance(event, SourceLost):
        sys.stdout.write(f"{event.reason}\n")


class Bench:
    """A watcher of a source, and the process that the source runs in."""

    def __init__(self, spec: str, folder: Path) -> None:
        self._child: ChildSource | None = None
        self.watcher = open_camera(spec, data_dir=folder, opener=self._open)
        self.watcher.start(print_loss)

    def shares(self, seconds: float, *, throwing: bool = False) -> tuple[float, float]:
        """The shares of a core that this process and the source's take for so many seconds."""
        before, began = self._worked(), time.monotonic()
        while (left := began + seconds - time.monotonic()) > 0:
            if throwing:
                self.watcher.throw([], 5)
            time.sleep(min(left, THROW_EVERY) if throwing else left)
        passed = time.monotonic() - began
        here, there = (after - then for after, then in zip(self._worked(), before, strict=True))
        return here / passed, there / passed

    def _open(self, spec: str, memory: ResumeState) -> Source:
        self._child = ChildSource(spec, memory)
        return self._child

    def _worked(self) -> tuple[float, float]:
        return time.process_time(), 0.0 if self._child is None else seconds_worked(self._child.pid)


def seconds_worked(process: int) -> float:
    """Seconds of a core that a process has taken so far; nan where the system does not tell them in /proc."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the shares of a core while the tray is empty, with all frames and with as few as then come, and at play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--camera", help="a source; by default an empty simulated tray, 10 frames a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured")
    given = parser.parse_args()
    usual = watching.CALM_SECONDS
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "quiet.toml"
        script.write_text(QUIET)
        bench = Bench(given.camera or f"sim:script={script}", Path(folder))
        try:
            watching.CALM_SECONDS = math.inf
            time.sleep(SETTLE_SECONDS)
            _print_shares("idle, every frame looked at", bench.shares(given.seconds))
            watching.CALM_SECONDS = usual
            time.sleep(SETTLE_SECONDS)
            _print_shares("idle, as it is played", bench.shares(given.seconds))
            if bench.watcher.can_throw:
                _print_shares(f"five dice thrown every {THROW_EVERY:g} s", bench.shares(given.seconds, throwing=True))
        finally:
            watching.CALM_SECONDS = usual
            bench.watcher.close()


def _print_shares(what: str, shares: tuple[float, float]) -> None:
    here, there = (100 * share for share in shares)
    sys.stdout.write(f"{what}: {here + there:.1f} % of a core (watcher {here:.1f} %, source {there:.1f} %)\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
