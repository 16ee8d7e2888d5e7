"""How much of a core watching a tray costs: `python -m vision.sources.benchmark`, or with `--camera usb:0`."""

import argparse
import math
import os
import sys
import tempfile
import time
from pathlib import Path

from vision.eye import frames as watching
from vision.eye import open_eye
from vision.pipeline import SettledRoll
from vision.sources import Memory, Source
from vision.sources.process import ChildSource

SETTLE_SECONDS = 5.0
"""Until the empty tray has been read and frames come less often."""

THROW_EVERY = 5.0
"""Seconds between throws while it is watched at play: much quicker than people."""

QUIET = "rate = 10\n"
"""The simulated tray's script: empty, 1280 x 960 pixels, 10 frames a second."""


class Deaf:
    """Is told what happens in the tray, and does nothing."""

    def tray_moving(self, *, hand: bool = False) -> None:
        """Something moves."""

    def tray_settled(self, roll: SettledRoll) -> None:
        """Dice lie still."""

    def camera_lost(self, reason: str) -> None:
        """There are no pictures."""
        sys.stdout.write(f"{reason}\n")

    def camera_back(self) -> None:
        """There are pictures again."""

    def notices_changed(self) -> None:
        """The camera was moved, or is back."""


class Bench:
    """An eye over a source, and the process that the source lives in."""

    def __init__(self, spec: str, folder: Path) -> None:
        self._child: ChildSource | None = None
        self.eye = open_eye(spec, data_dir=folder, opener=self._open)
        self.eye.start(Deaf())

    def shares(self, seconds: float, *, throwing: bool = False) -> tuple[float, float]:
        """The shares of a core that this process and the source's take for so many seconds."""
        before, began = self._worked(), time.monotonic()
        while (left := began + seconds - time.monotonic()) > 0:
            if throwing:
                self.eye.throw([], 5)
            time.sleep(min(left, THROW_EVERY) if throwing else left)
        passed = time.monotonic() - began
        here, there = (after - then for after, then in zip(self._worked(), before, strict=True))
        return here / passed, there / passed

    def _open(self, spec: str, memory: Memory) -> Source:
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
            _tell("idle, every frame looked at", bench.shares(given.seconds))
            watching.CALM_SECONDS = usual
            time.sleep(SETTLE_SECONDS)
            _tell("idle, as it is played", bench.shares(given.seconds))
            if bench.eye.can_throw:
                _tell(f"five dice thrown every {THROW_EVERY:g} s", bench.shares(given.seconds, throwing=True))
        finally:
            watching.CALM_SECONDS = usual
            bench.eye.close()


def _tell(what: str, shares: tuple[float, float]) -> None:
    here, there = (100 * share for share in shares)
    sys.stdout.write(f"{what}: {here + there:.1f} % of a core (eye {here:.1f} %, source {there:.1f} %)\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
