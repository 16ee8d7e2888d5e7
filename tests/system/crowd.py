"""How the page fares when the room is full, or somebody means harm: `python -m tests.system.crowd [TREE]`.

The program of this checkout, and then that of TREE where one is named, plays with the simulated tray in a process of
its own. It prints the time from a player's command to the event on every open page, with no page open, with 60, with
half-open connections of the player's own address, and with another address that floods it; and the memory it takes.
"""

import argparse
import json
import multiprocessing
import os
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from vision.sources.simulated import SPEED_VARIABLE

ROOT = Path(__file__).parents[2]
PLAYER, FLOODER = "127.0.0.1", "127.0.0.2"
PATIENCE_S = 10.0
"""For one answer and for one event; a table that takes longer has stopped for whoever waits."""

READY_S = 120.0
PAUSE_S = 0.05
"""Between two commands: a player does not tap faster."""

FLOODING = 24
"""Connections of the flooder, each of which asks again as soon as it is answered."""

SEATS = [{"name": "Ada", "colour": "#aa3333"}, {"name": "Ben", "colour": "#3333aa"}]
HALF = b"POST /api/hold HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"


class Program:
    """A `dice-table play` of a tree, with a roll on the table."""

    def __init__(self, tree: Path, data: Path) -> None:
        play = "from firmware_host.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", play, "play", "--port", "0", "--data", str(data), "--camera", "sim:seed=7"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), SPEED_VARIABLE: "4"},
        )
        if self.process.stdout is None:
            raise RuntimeError("the program has no output")
        self.port = int(self.process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        self.asked = 0
        self.ask("start", players=SEATS)
        deadline = time.monotonic() + READY_S
        while (view := self.call("GET", "/api/state"))["phase"] != "rolled":
            if time.monotonic() > deadline:
                raise RuntimeError(f"no roll was read: {view['phase']}")
            if view["phase"] in {"throw", "question"}:
                with suppress(ValueError):  # while dice tumble nobody throws
                    self.ask("throw")
            time.sleep(0.2)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Ask on a connection of its own; ValueError for a refusal, OSError or HTTPException where no answer comes."""
        connection = HTTPConnection(PLAYER, self.port, timeout=PATIENCE_S)
        try:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            said = json.loads(answer.read())
            if answer.status != 200:
                raise ValueError(said)
            return said
        finally:
            connection.close()

    def ask(self, action: str, **fields: object) -> Any:
        """Ask the table to do something."""
        return self.call("POST", f"/api/{action}", fields)

    def hold(self) -> str:
        """Hold the first die, or release it; returns the id of the request."""
        self.asked += 1
        request = f"crowd-{self.asked:06}"
        self.ask("hold", die=0, held=self.asked % 2 == 1, request=request)
        return request

    @property
    def memory(self) -> float:
        """Megabytes in use."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))

    def close(self) -> None:
        """Stop it."""
        self.process.kill()
        self.process.wait()


class Screens:
    """Open event streams, read as they come."""

    def __init__(self, port: int, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._open: list[socket.socket] = []
        for _ in range(count):
            line = socket.create_connection((PLAYER, port), timeout=PATIENCE_S)
            line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)
            self._open.append(line)

    def until(self, text: bytes, start: float) -> list[float]:
        """Return the seconds from `start` until each screen was told a text; PATIENCE_S for those that were not."""
        told: dict[int, float] = {}
        tails: dict[int, bytes] = {}
        while len(told) < len(self._open) and time.perf_counter() - start < PATIENCE_S:
            for key, _ in self._selector.select(0.1):
                with suppress(OSError):
                    data = tails.get(key.fd, b"") + key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
                    tails[key.fd] = data[-len(text) :]
                    if text in data:
                        told.setdefault(key.fd, time.perf_counter() - start)
        return [*told.values(), *[PATIENCE_S] * (len(self._open) - len(told))]

    def close(self) -> None:
        """Close them all."""
        for line in self._open:
            line.close()
        self._selector.close()


def flood(port: int) -> None:
    """Ask for the dearest page on many connections at once, for ever."""
    asking = b"GET /sheet/yahtzee HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    selector = selectors.DefaultSelector()
    while True:
        while len(selector.get_map()) < FLOODING:
            with suppress(OSError):
                line = socket.create_connection((PLAYER, port), source_address=(FLOODER, 0))
                line.sendall(asking * 2)
                selector.register(line, selectors.EVENT_READ)
        for key, _ in selector.select():
            line = key.fileobj  # type: ignore[assignment]
            try:
                data = line.recv(1 << 20)
                if data:
                    line.sendall(asking * data.count(b"HTTP/1.1 200"))
            except OSError:
                data = b""
            if not data:
                selector.unregister(line)
                line.close()


@contextmanager
def flooding(port: int) -> Iterator[None]:
    """Have the table flooded by another process, from another address."""
    process = multiprocessing.get_context("spawn").Process(target=flood, args=(port,), daemon=True)
    process.start()
    time.sleep(1)
    try:
        yield
    finally:
        process.kill()
        process.join()


@contextmanager
def half_open(port: int, count: int) -> Iterator[None]:
    """Keep so many connections that begin a request and do not go on; one that is closed is opened again."""
    with ExitStack() as opened:
        for _ in range(count):
            with suppress(OSError):
                line = opened.enter_context(socket.create_connection((PLAYER, port), timeout=1))
                line.sendall(HALF)
        yield


def play(program: Program, commands: int, screens: Screens | None = None) -> tuple[list[float], list[float]]:
    """Play; returns the seconds to each answer, and to each event on each screen."""
    answers, events = [], []
    for _ in range(commands):
        start = time.perf_counter()
        try:
            request = program.hold()
        except (OSError, HTTPException, ValueError):
            answers.append(PATIENCE_S)
            if answers[-3:] == [PATIENCE_S] * 3:
                break
            continue
        answers.append(time.perf_counter() - start)
        if screens is not None:
            events += screens.until(request.encode(), start)
        time.sleep(PAUSE_S)
    return answers, events


def told(what: str, seconds: Sequence[float]) -> None:
    """Print the middle and the end of what was measured."""
    slow = sorted(seconds)[max(0, -(-len(seconds) * 99 // 100) - 1)]
    lost = sum(one >= PATIENCE_S for one in seconds)
    none = f"  {lost} of {len(seconds)} none within {PATIENCE_S:.0f} s" if lost else ""
    sys.stdout.write(f"  {what:44} p50 {1000 * statistics.median(seconds):7.1f} ms  p99 {1000 * slow:7.1f} ms{none}\n")
    sys.stdout.flush()


def trial(tree: Path, arguments: argparse.Namespace) -> None:
    """Measure one program, and print it."""
    sys.stdout.write(f"{tree}\n")
    with tempfile.TemporaryDirectory() as data, ExitStack() as opened:
        program = Program(tree, Path(data))
        opened.callback(program.close)
        answers, _ = play(program, arguments.commands)
        told("command to answer, nobody else there", answers)
        before = program.memory
        screens = Screens(program.port, arguments.streams)
        answers, events = play(program, arguments.commands, screens)
        told(f"command to answer, {arguments.streams} screens", answers)
        if events:
            told(f"command to event on each of {arguments.streams} screens", events)
        sys.stdout.write(f"  {'memory before and after these screens':44} {before:.0f} MB, {program.memory:.0f} MB\n")
        screens.close()
        time.sleep(2)
        with half_open(program.port, arguments.half_open):
            answers, _ = play(program, arguments.commands)
        told(f"command to answer, {arguments.half_open} half-open connections", answers)
        with flooding(program.port):
            answers, _ = play(program, arguments.commands)
        told(f"command to answer, flooded by {FLOODER}", answers)


def main() -> None:
    """Measure this checkout, and another one where it is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="*", type=Path, help="other checkouts to compare with")
    parser.add_argument("--commands", type=int, default=200, metavar="N", help="of each part  [default: 200]")
    parser.add_argument("--streams", type=int, default=60, metavar="N", help="[default: 60]")
    parser.add_argument("--half-open", type=int, default=300, metavar="N", help="[default: 300]")
    arguments = parser.parse_args()
    for tree in (ROOT, *arguments.tree):
        trial(tree.resolve(), arguments)


if __name__ == "__main__":
    main()
