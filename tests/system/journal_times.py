"""What opening a journal and saving to it take, in this checkout or in turn with another.

    python -m tests.system.journal_times [TREE] [--events 100000] [--commits 300] [--rounds 3]

Each tree makes a journal of its own; commits and openings of the trees take turns, and the medians are compared. The
processor's time is given too, which other programs disturb less.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import click

ROOT = Path(__file__).resolve().parents[2]
WORKER = """
import json, sys, time
from pathlib import Path
from statistics import median
from firmware_host.game.commands import Place, Player
from firmware_host.game.events import GameStarted, HoldSet, Rolled
from firmware_host.journal.store import Journal

what, folder, number = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
roll = Rolled((1, 2, 3, 4, 4), (False,) * 5, tuple(Place(n * 100.5, n * 30.25, 40.0) for n in range(5)), "g-1.jpg")
hold = HoldSet(1, held=True)

def start(game):
    return GameStarted(game, "poker-dice", {}, "pips", (Player("Ana", "#112233"),))

def timed(do):
    wall, used = time.perf_counter(), time.process_time()
    do()
    return (time.perf_counter() - wall) * 1e3, (time.process_time() - used) * 1e3

if what == "make":
    journal = Journal.open(folder / "large.sqlite")
    for game in range(number // 200):
        events = [hold if n % 3 else roll for n in range(199)]
        journal.append(f"g{game}", [start(f"g{game}"), *events], 0)
    journal.close()
    taken = []
elif what == "commit":
    journal = Journal.open(folder / "small.sqlite")
    latest = f"g{time.time_ns()}"
    journal.append(latest, [start(latest)], 0)
    taken = [timed(lambda: journal.append(latest, [roll, hold], 1 + 2 * n)) for n in range(number)]
    journal.close()
else:
    taken = [timed(lambda: Journal.open(folder / "large.sqlite").close())]
print(json.dumps([median(one) for one in zip(*taken)]))
"""


def _measured(tree: Path, what: str, folder: Path, number: int) -> list[float]:
    """Return milliseconds on the clock and of the processor, as the code in `tree` takes them."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, "-c", WORKER, what, str(folder), str(number)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=tree,
    )
    found: list[float] = json.loads(done.stdout)
    return found


@click.command()
@click.argument("tree", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--events", default=100_000, help="How long the journal is that is opened.")
@click.option("--commits", default=300, help="How often a roll and a hold are saved in each round.")
@click.option("--rounds", default=3)
def command(tree: Path | None, events: int, commits: int, rounds: int) -> None:
    """Measure commits and openings, and print medians and, with another tree, their ratios."""
    trees = [ROOT] if tree is None else [tree.resolve(), ROOT]
    taken: dict[str, list[list[list[float]]]] = {"commit": [[] for _ in trees], "open": [[] for _ in trees]}
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / str(number) for number in range(len(trees))]
        for one, folder in zip(trees, folders, strict=True):
            folder.mkdir()
            _measured(one, "make", folder, events)
        for _ in range(rounds):
            for what, found in taken.items():
                for one, folder, times in zip(trees, folders, found, strict=True):
                    times.append(_measured(one, what, folder, commits))
    for what, found in taken.items():
        medians = [[median(kind) for kind in zip(*times, strict=True)] for times in found]
        for one, (wall, used) in zip(trees, medians, strict=True):
            click.echo(f"{what:8} {wall:8.2f} ms, processor {used:8.2f} ms  {one}")
        if len(medians) == 2:
            ratios = [new / old for old, new in zip(*medians, strict=True)]
            click.echo(f"{what:8} {ratios[0]:8.2f} times, processor {ratios[1]:5.2f} times")


if __name__ == "__main__":
    command()
