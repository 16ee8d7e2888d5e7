"""Hours of play in minutes, and what the program takes for it: nothing may grow that nobody needs.

Four people play one game after the other on the simulated tray while three pages listen; the clock does not wait for
them. Then a week passes in which nobody does anything. Every half hour of the evening a line tells memory, handles,
threads, the journal and how much was written for each turn. Exit status 1 if the memory grows by more than 10 MB after
the first hour, or handles or threads grow.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.system.long_evening.game import Evening
from tests.system.long_evening.server import serve

TURN_S = 90.0
"""Seconds of a turn: four people who talk."""
HALF_HOUR_S = 1800.0
MOST_GROWTH = 10 * 1024 * 1024
SPARE = 2
"""Handles and threads more than after the first hour that are no growth: a request that is just being answered."""
IDLE_STEP_S = 600.0
LOOKS, LOOK_S = 25, 0.5
"""How often the memory is looked at for one figure, and the seconds between: single looks differ by 100 MB, for the
program gives back what it took for the last pictures every ten seconds."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the program takes: bytes of memory, of the journal and written so far, and how many handles and threads."""

    memory: int
    handles: int
    threads: int
    journal: int
    written: int

    @classmethod
    def of(cls, process: int, data: Path) -> "Figures":
        """Read them from /proc; the memory is the least of several looks, for pictures take some in passing."""
        folder = Path(f"/proc/{process}")
        memory = _resident(folder)
        for _ in range(LOOKS):
            time.sleep(LOOK_S)
            memory = min(memory, _resident(folder))
        io = dict(line.partition(":")[::2] for line in (folder / "io").read_text().splitlines())
        return cls(
            memory=memory,
            handles=len(list((folder / "fd").iterdir())),
            threads=int(_status(folder)["Threads"]),
            journal=sum(file.stat().st_size for file in data.glob("journal.sqlite*")),
            written=int(io["wchar"]),
        )


def _status(process: Path) -> dict[str, str]:
    return dict(line.partition(":")[::2] for line in (process / "status").read_text().splitlines())


def _resident(process: Path) -> int:
    return 1024 * int(_status(process)["VmRSS"].split()[0])


def _told(hours: float, figures: Figures, turns: int, written: float) -> None:
    sys.stdout.write(
        f"{hours:6.1f} h  {turns:5} turns  {figures.memory / 2**20:6.1f} MB  {figures.handles:3} handles  "
        f"{figures.threads:3} threads  journal {figures.journal / 1024:6.0f} kB  "
        f"{written / 1024:6.1f} kB written a turn\n"
    )
    sys.stdout.flush()


def evening(data: Path, hours: float, idle_days: float, seed: int) -> list[str]:
    """Play an evening, and let the table stand idle; returns what grew."""
    sitting = Evening(data, seed)
    try:
        settled: Figures | None = None
        before, turns_before = Figures.of(sitting.pid, data), 0
        for half in range(1, round(2 * hours) + 1):
            for _ in range(round(HALF_HOUR_S / TURN_S)):
                sitting.play_turn()
                sitting.advance(TURN_S)
            now = Figures.of(sitting.pid, data)
            turns = sitting.turns - turns_before
            _told(half / 2, now, sitting.turns, (now.written - before.written) / turns)
            before, turns_before = now, sitting.turns
            if half == min(2, round(2 * hours)):
                settled = now
        for _ in range(round(idle_days * 86400 / IDLE_STEP_S)):
            sitting.advance(IDLE_STEP_S)
        idle = Figures.of(sitting.pid, data)
        sys.stdout.write(f"then {idle_days:g} days in which nobody did anything\n")
        _told(hours + 24 * idle_days, idle, sitting.turns, 0.0)
    finally:
        sitting.close()
    assert settled is not None
    return [
        f"{what} grew from {was} to {became}"
        for what, was, became, spare in (
            ("memory", settled.memory, max(before.memory, idle.memory), MOST_GROWTH),
            ("handles", settled.handles, max(before.handles, idle.handles), SPARE),
            ("threads", settled.threads, max(before.threads, idle.threads), SPARE),
        )
        if became > was + spare
    ]


def main() -> None:
    """Run it, or serve for it."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.long_evening", description=__doc__)
    parser.add_argument("--hours", type=float, default=8)
    parser.add_argument("--idle-days", type=float, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, metavar="DATA", help="serve for another such process")
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.serve)
        return
    with tempfile.TemporaryDirectory() as folder:
        grown = evening(Path(folder), given.hours, given.idle_days, given.seed)
    sys.stdout.write("".join(f"{line}\n" for line in grown) or "nothing grew\n")
    sys.exit(1 if grown else 0)


if __name__ == "__main__":
    main()
