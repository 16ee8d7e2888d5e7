"""How fast the simulated tray gives frames on this machine: `python -m vision.benchmarks.simulate`."""

import sys
import time

from vision.simulate.tray import GATHER_SECONDS, SimulatedTray

FRAMES = 60


def main() -> None:
    """Print the frames/s of a throw and of a still tray, drawn as fast as they can be."""
    tray = SimulatedTray(7)
    tray.throw((), 0.0)
    tray.picture(GATHER_SECONDS)
    flying = _rate(tray, GATHER_SECONDS, GATHER_SECONDS + 0.9)
    tray.picture(10.0)
    still = _rate(tray, 10.0, 20.0)
    sys.stdout.write(f"five dice in flight: {flying:.0f} frames/s\nlying still: {still:.0f} frames/s\n")


def _rate(tray: SimulatedTray, start: float, end: float) -> float:
    """Frames a second for FRAMES pictures spread evenly over the tray's time from `start` to `end`."""
    began = time.perf_counter()
    for number in range(FRAMES):
        tray.picture(start + (end - start) * number / FRAMES)
    return FRAMES / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
