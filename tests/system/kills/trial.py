"""Kills servers one after the other, and compares what the next one shows with what was acknowledged."""

import json
import os
import signal
import subprocess
import time
from collections import Counter
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from firmware_host.journal.store import Journal
from firmware_host.settings import JOURNAL_FILE, SETUP_FILE
from firmware_host.setup import SkipFile
from tests.system.clean_stop import COMMAND, READY, ROOT
from tests.system.kills.player import Asked, Guests, World, named, shows
from tests.system.kills.server import fork_killer, fork_server, warm_up

STARTING_S = 0.3
"""A server that is killed while it starts is killed after so many seconds at the latest."""
MOST_ASKED = 16
"""Every other is killed at some moment of a request, after so many at most."""
KILLED_STARTING = 0.2
"""How many are killed while they start, or soon after."""
PATIENCE_S = 60.0


class Trial:
    """One table through all its lives; `wrong` tells what was lost, doubled or done by half."""

    def __init__(self, data: Path, seed: int) -> None:
        warm_up(data)
        self._data = data
        self._random = Random(seed)  # noqa: S311 - guests keep no secret
        self._guests = Guests(self._random)
        self._killer = fork_killer()
        self._serving = 0  # the process of the server that runs, 0 for none
        self._world = World()
        self._moment = ""
        self._unanswered: Asked | None = None
        self._request_s = 0.01  # how long one takes
        self.count: Counter[str] = Counter()
        self.wrong: list[str] = []

    def kill_once(self) -> None:
        """Start a server, and play until it is killed."""
        early = self._random.random() < KILLED_STARTING
        process, port = self._start(self._random.uniform(0, STARTING_S) if early else None)
        if port:
            self._play(port, 0 if early else process)
        else:
            self.count["killed while starting"] += 1
        self._bury(process)

    def kill_program(self) -> float:
        """Start the whole program, compare, and kill it; returns the seconds until somebody could play on."""
        self.count["programs killed"] += 1
        began = time.monotonic()
        with subprocess.Popen(
            [*COMMAND, "play", "--no-safe-mode", "--camera", "sim:seed=7", "--port", "0", "--data", str(self._data)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as program:
            try:
                assert program.stdout is not None
                ready = program.stdout.readline()
                assert ready.startswith(READY), f"it said {ready!r}"
                with closing(HTTPConnection("127.0.0.1", int(ready.rstrip("/\n").rpartition(":")[2]))) as connection:
                    self._compare(connection)
                    seconds = time.monotonic() - began
                    self._leave_one_unanswered(connection)
            finally:
                program.kill()
        return seconds

    def compare_journal(self) -> None:
        """Compare every event of every game with what was acknowledged, once nothing is left unanswered."""
        process, port = self._start()
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
            self._compare(connection)
        os.kill(process, signal.SIGKILL)
        self._bury(process)
        with closing(Journal.open(self._data / JOURNAL_FILE)) as journal:
            found = [journal.events(kept.id) for kept in reversed(journal.games())]
        if found != list(self._world.games):
            self.wrong.append(f"after {self.count['killed']} kills the journal has other events than were acknowledged")

    def close(self) -> None:
        """End the processes that serve and kill."""
        os.close(self._killer)
        if self._serving:  # it would keep the killer's pipe open
            os.kill(self._serving, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.wait()

    def told(self) -> str:
        """Say in a line what happened so far."""
        return ", ".join(f"{number} {what}" for what, number in self.count.items() if what != "killed")

    def table(self) -> str:
        """Return what happened, and what was wrong."""
        lines = [f"{number:7} {what}" for what, number in (*self.count.items(), *self._guests.count.items())]
        return "".join(f"{line}\n" for line in (*lines, *(self.wrong or ["0 lost, 0 doubled, 0 done by half"])))

    def _start(self, killed_in: float | None = None) -> tuple[int, int]:
        """Start a server, to be killed after so many seconds; returns its process and port, 0 if it was killed."""
        self.count["killed"] += 1
        process, told = fork_server(self._data, copies=self.count["killed"] % 2 == 0)
        self._serving = process
        if killed_in is not None:
            self._kill_in(process, killed_in)
        with os.fdopen(told) as pipe:
            return process, int(pipe.readline().strip() or 0)

    def _kill_in(self, process: int, seconds: float) -> None:
        os.write(self._killer, f"{process} {seconds:.4f}\n".encode())

    def _bury(self, process: int) -> None:
        """Wait until a server is gone; it must have been killed."""
        status = os.waitpid(process, 0)[1]
        self._serving = 0
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            self.wrong.append(f"server {self.count['killed']} ended by itself")

    def _play(self, port: int, process: int) -> None:
        """Play until the server is killed; `process` is to be killed here, after some requests, 0 for none."""
        last = self._random.randrange(MOST_ASKED)
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection, _until_killed():
            for number in count():
                if number == last and process:
                    self._kill_in(process, self._random.uniform(0, 2 * self._request_s))
                if number == 0:
                    self._compare(connection)
                began = time.monotonic()
                self._ask(connection, self._guests.next(self._world, self._moment))
                self._request_s += 0.1 * (time.monotonic() - began - self._request_s)

    def _leave_one_unanswered(self, connection: HTTPConnection) -> None:
        """Ask something of a program that is killed before its answer is read."""
        asked = self._guests.next(self._world, self._moment)
        while asked.kind == "source":  # the program lists the cameras that there are
            asked = self._guests.next(self._world, self._moment)
        self._unanswered = asked
        connection.request("POST", f"/api/{asked.path}", json.dumps(asked.body), {"Content-Type": "application/json"})
        time.sleep(self._random.uniform(0, 0.02))  # it dies before, during or after it is done

    def _compare(self, connection: HTTPConnection) -> None:
        """See that the server resumed what was acknowledged, and settle what was not."""
        view = _call(connection, "GET", "state")
        asked = self._unanswered
        done = self._is_in(asked.after, view) if asked is not None else False
        if not done and not self._is_in(self._world, view):
            self.wrong.append(f"server {self.count['killed']}: it shows another game; unanswered: {asked}")
        if asked is not None:
            self.count["requests unanswered"] += 1
            self.count["of them done"] += done
            self._ask(connection, asked)
            view = _call(connection, "GET", "state")
            if not self._is_in(self._world, view):
                self.wrong.append(f"server {self.count['killed']}: asked again, it was done otherwise: {asked}")
        self._moment = view["moment"]

    def _ask(self, connection: HTTPConnection, asked: Asked) -> None:
        self._unanswered = asked
        answer = _call(connection, "POST", asked.path, asked.body)
        self._unanswered = None
        self.count["requests answered"] += 1
        self._world = asked.after
        if "moment" in answer:
            self._moment = answer["moment"]
        if asked.kind == "start":
            self._world = named(self._world, answer["game"]["id"])

    def _is_in(self, world: World, view: dict[str, Any]) -> bool:
        """Whether the server shows this world, and the setup's files tell of it."""
        skipped = SkipFile(self._data).load()
        setup = self._data / SETUP_FILE
        source = json.loads(setup.read_text())["camera"] if setup.exists() else ""
        return shows(view, world) and (skipped, source) == (world.skipped, world.source)


class _until_killed(suppress):  # noqa: N801 - reads as what it does
    """Suppresses what a connection raises whose server is gone."""

    def __init__(self) -> None:
        super().__init__(OSError, HTTPException)


def _call(connection: HTTPConnection, method: str, path: str, body: object = None) -> dict[str, Any]:
    text = None if body is None else json.dumps(body)
    connection.request(method, f"/api/{path}", text, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    said = answer.read()
    assert answer.status == 200, (path, body, said)
    found: dict[str, Any] = json.loads(said)
    return found
