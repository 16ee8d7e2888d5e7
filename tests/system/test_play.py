"""The program itself, started as people start it: simulated tray, real reading, page."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from vision.sources.simulated import SPEED_VARIABLE

READY_S = 5.0  # of one core's work from start to a page that answers; the clock tells no more than this when it idles
PATIENCE_S = 120.0
RETHROWS = 3
SPEED = "4"  # dice tumble so many times faster than real ones
START = {"players": [{"name": "Ada", "colour": "#aa3333"}, {"name": "Ben", "colour": "#3333aa"}]}


def seconds_worked(process: int) -> float | None:
    """CPU seconds of a process so far; None where the system does not tell them in /proc."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Running:
    """A `dice-table play` that has told its address."""

    def __init__(self, data: Path, *options: str, speed: str = SPEED) -> None:
        program = Path(sys.executable).with_name("dice-table")
        self.process = subprocess.Popen(
            [str(program), "play", "--port", "0", "--data", str(data), "--camera", "sim:seed=7", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, SPEED_VARIABLE: speed},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.worked = seconds_worked(self.process.pid)
        address = re.fullmatch(r"Dice table ready: http://127\.0\.0\.1:(\d+)/\n", line)
        assert address is not None, f"it said {line!r}"
        self.port = int(address[1])

    def call(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            headers = {"Content-Type": "application/json"} if method == "POST" else {}
            connection.request(method, path, json.dumps(body) if method == "POST" else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.call("GET", "/api/state")[1])
        return view

    def ask(self, action: str, **body: object) -> dict[str, Any]:
        status, text = self.call("POST", f"/api/{action}", body)
        assert status == 200, text
        view: dict[str, Any] = json.loads(text)
        return view

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE_S
        while not wanted(view := self.view()):
            assert time.monotonic() < deadline, f"it never came to it: {view}"
            time.sleep(0.1)
        return view

    def rolled(self, rolls: int) -> dict[str, Any]:
        """Wait until so many rolls of the turn count; what is doubtful is settled as a player would.

        Dice that the reader misses are thrown again, RETHROWS times at most.
        """
        again = 0

        def counted(view: dict[str, Any]) -> bool:
            nonlocal again
            question = view["question"]
            if view["message"].endswith("in the tray.") and view["can"]["throw"]:
                again += 1
                assert again <= RETHROWS, view["message"]
                self.ask("throw")
            elif question and question["kind"] == "unsure":
                die = question["dice"][0]
                self.ask("name-face", die=die, value=view["places"][die]["choices"][0]["value"])
            elif question:
                self.ask("accept")
            return bool(view["game"]["rollsUsed"] == rolls and view["phase"] == "rolled")

        return self.until(counted)


@contextmanager
def running(data: Path, *options: str, speed: str = SPEED) -> Iterator[Running]:
    table = Running(data, *options, speed=speed)
    try:
        yield table
    finally:
        if table.process.poll() is None:
            table.process.kill()
        table.process.wait(60)
        assert table.process.stdout is not None
        table.process.stdout.close()


def test_from_the_throw_to_the_card_and_on_after_a_pulled_plug(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        assert table.worked is None or table.worked < READY_S
        assert table.view()["phase"] == "start"
        assert table.ask("start", **START)["phase"] == "throw"
        table.ask("throw")
        first = table.rolled(1)
        assert len(first["places"]) == 5
        status, picture = table.call("GET", first["places"][0]["picture"])
        assert (status, picture[:2]) == (200, b"\xff\xd8")
        table.ask("hold", die=0, held=True)
        table.ask("throw")
        second = table.rolled(2)
        assert sum(place["held"] for place in second["places"]) == 1
        (held,) = (place["value"] for place in second["places"] if place["held"])
        assert held == first["places"][0]["value"]
        assert sum(second["panel"]["lamps"]) == 1
        chance = sum(place["value"] for place in second["places"])
        written = table.ask("write", box="chance")
        assert written["game"]["players"][0]["total"] == chance
        table.ask("throw")
        third = table.rolled(1)
        assert third["game"]["current"] == 1
        table.ask("hold", die=2, held=True)
        before = table.view()
        table.process.send_signal(signal.SIGKILL)
        table.process.wait(60)
    with running(tmp_path) as table:
        after = table.view()
        assert after["game"] == before["game"]
        assert [place["value"] for place in after["places"]] == [place["value"] for place in before["places"]]
        assert after["panel"] == before["panel"]
        table.ask("throw")
        table.rolled(2)
        table.process.send_signal(signal.SIGTERM)
        assert table.process.wait(60) == 0
