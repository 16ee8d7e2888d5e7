"""The program stopped in the middle of everything, by SIGTERM, SIGINT or several signals, and what became of it.

`python -m tests.system.clean_stop --times 30` prints a line a stop; exit status 1 where one was not clean. At the time
of the signal two opponents play, dice tumble and are read, the coach works (in every other trial in processes of its
own) and three pages listen.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from vision.sources.simulated import SPEED_VARIABLE

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from firmware_host.cli import main; main()"]
READY = "Dice table ready: "
SPEED = "8"
STREAMS = 3
STOP_LIMIT_S = 3.0
GIVEN_UP_S = 60.0
WAYS: tuple[tuple[signal.Signals, ...], ...] = (
    (signal.SIGTERM,),
    (signal.SIGINT,),
    (signal.SIGTERM, signal.SIGINT, signal.SIGTERM),
)
START = {
    "players": [
        {"name": "Ada", "colour": "#aa3333", "opponent": "exact"},
        {"name": "Ben", "colour": "#3333aa", "opponent": "casual"},
    ],
    "coach": "always",
}
GAMES = ("poker-dice", "crag")
"""A game that has to be worked out first, in processes of its own, is the second."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What became of one stop: `seconds` until the process was gone, and what was `wrong`, empty for nothing."""

    way: str
    game: str
    seconds: float
    wrong: tuple[str, ...]


def stop_once(data: Path, game: str, way: tuple[signal.Signals, ...], after: float) -> Stop:
    """Start the program, let it play for `after` seconds, and stop it."""
    with (data / "said.txt").open("w+", encoding="utf-8") as said:
        program = subprocess.Popen(
            [*COMMAND, "play", "--camera", "sim:seed=7", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), SPEED_VARIABLE: SPEED, "DICE_TABLE_PAUSE": "0"},
        )
        try:
            children, seconds, rest = _play_and_stop(program, game, way, after)
        finally:
            program.kill()
            program.wait()
        said.seek(0)
        wrong = _faults(program.returncode, seconds, rest + said.read(), children, data)
    return Stop("+".join(number.name for number in way), game, seconds, wrong)


def _play_and_stop(
    program: subprocess.Popen[str], game: str, way: tuple[signal.Signals, ...], after: float
) -> tuple[set[int], float, str]:
    """Return the program's children when it was stopped, how many seconds it took, and what it said meanwhile."""
    assert program.stdout is not None
    with program.stdout as lines:
        ready = lines.readline()
        assert ready.startswith(READY), f"it said {ready!r}"
        port = int(ready.rstrip("/\n").rpartition(":")[2])
        for _ in range(STREAMS):
            threading.Thread(target=_listen, args=(port,), daemon=True).start()
        _start(port, {**START, "rules": game})
        time.sleep(after)  # no wait for a state: the signal comes at any moment, which is what is tried
        children = descendants(program.pid)
        began = time.monotonic()
        for number in way:
            program.send_signal(number)
            time.sleep(0.05)
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(GIVEN_UP_S)
        return children, time.monotonic() - began, lines.read() if program.poll() is not None else ""


def _faults(code: int, seconds: float, said: str, children: set[int], data: Path) -> tuple[str, ...]:
    left = {child for child in children if runs(child)}
    return tuple(
        what
        for what, is_so in (
            (f"exit status {code}", code != 0),
            (f"{seconds:.1f} s", seconds > STOP_LIMIT_S),
            (f"said {said!r}", bool(said)),
            (f"{len(left)} processes left", bool(left)),
            ("the journal was left open", (data / "journal.sqlite-wal").exists()),
        )
        if is_so
    )


def descendants(process: int) -> set[int]:
    """Return the processes that a process has started, and those that they have."""
    found: set[int] = set()
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, file.read_text().split()):
                found |= {child, *descendants(child)}
    return found


def runs(process: int) -> bool:
    """Return whether there is such a process, and more of it than its exit status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _listen(port: int) -> None:
    with contextlib.suppress(OSError, HTTPException):
        connection = HTTPConnection("127.0.0.1", port, timeout=GIVEN_UP_S)
        connection.request("GET", "/events")
        answer = connection.getresponse()
        while answer.readline():
            pass


def _start(port: int, body: dict[str, object]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=GIVEN_UP_S)
    try:
        connection.request("POST", "/api/start", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
    finally:
        connection.close()


def stops(times: int, seed: int) -> list[Stop]:
    """Stop the program so many times, in every way in turn, at moments by chance; print each."""
    chance = random.Random(seed)  # noqa: S311 - moments keep no secret
    found = []
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            game, way = GAMES[number % len(GAMES)], WAYS[number % len(WAYS)]
            found.append(stop_once(Path(folder), game, way, chance.uniform(0.3, 3.0)))
        stop = found[-1]
        told = "; ".join(stop.wrong) or "clean"
        sys.stdout.write(f"{number + 1:3} {stop.game:<10} {stop.way:<23} {stop.seconds:4.1f} s  {told}\n")
        sys.stdout.flush()
    return found


def main() -> None:
    """Run the trial; exit status 1 where a stop was not clean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = stops(given.times, given.seed)
    clean = sum(not stop.wrong for stop in found)
    longest = max(stop.seconds for stop in found)
    sys.stdout.write(f"{clean} of {len(found)} stops were clean; the longest took {longest:.1f} s\n")
    sys.exit(0 if clean == len(found) else 1)


if __name__ == "__main__":
    main()
