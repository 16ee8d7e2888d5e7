"""Four people who play one game after the other, over HTTP, and three pages that listen meanwhile."""

import json
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

RULES = "crag"
PEOPLE = ("Ada", "Ben", "Cy", "Dee")
COLOURS = ("#aa3333", "#3333aa", "#33aa33", "#aaaa33")
SCREENS = 3
PATIENCE_S = 60.0
ROOT = Path(__file__).parents[3]


class Evening:
    """A program on a clock that does not wait, and the people at its table."""

    def __init__(self, data: Path, seed: int) -> None:
        self.turns = 0
        self._random = Random(seed)  # noqa: S311 - guests keep no secret
        self._games = 0
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.system.long_evening", "--serve", str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.pid = self._program.pid
        self._connection = HTTPConnection("127.0.0.1", int(self._line()), timeout=PATIENCE_S)
        for _ in range(SCREENS):
            threading.Thread(target=self._listen, daemon=True).start()

    def advance(self, seconds: float) -> None:
        """Let time pass at the table."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"advance {seconds}\n")
        self._program.stdin.flush()
        assert self._line() == "done"

    def play_turn(self) -> None:
        """Play one turn: two throws with something held between them, and a box; begin a game where none is on."""
        view = self._view()
        if view["phase"] in ("start", "over"):
            view = self._begin()
        self._roll(1)
        for die in range(len(view["places"])):
            self._ask("hold", die=die, held=self._random.random() < 0.4)
        if self._view()["can"]["throw"]:
            self._roll(2)
        view = self._view()
        for place in view["places"]:
            if place.get("picture"):
                self._get(place["picture"])
        self._get("/live.jpg")
        if self._random.random() < 0.1:
            self._ask("undo")
            self._roll(view["game"]["rollsUsed"])
            view = self._view()
        self._write(view)
        self.turns += 1

    def close(self) -> None:
        """End the program."""
        self._connection.close()
        self._program.terminate()
        self._program.wait(PATIENCE_S)
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe is not None:
                pipe.close()

    def _begin(self) -> dict[str, Any]:
        self._games += 1
        players = [{"name": name, "colour": colour} for name, colour in zip(PEOPLE, COLOURS, strict=True)]
        # What the coach knows of these rules is some 25 MB once it is complete, so it speaks in the first game already.
        coach = "always" if self._games % 4 == 1 else "off"
        return self._ask("start", players=players, rules=RULES, coach=coach)

    def _roll(self, rolls: int) -> None:
        """Throw, and answer what is asked until so many rolls of the turn count."""
        self._ask("throw")
        deadline = time.monotonic() + PATIENCE_S
        while (view := self._view())["game"]["rollsUsed"] < rolls or view["phase"] != "rolled":
            assert time.monotonic() < deadline, f"it never came to roll {rolls}: {view}"
            question = view["question"]
            if question and question["kind"] == "unsure":
                die = question["dice"][0]
                self._ask("name-face", die=die, value=view["places"][die]["choices"][0]["value"])
            elif question and view["can"]["accept"]:
                self._ask("accept")
            elif view["phase"] != "rolling" and view["can"]["throw"] and view["camera"]:
                self._ask("throw")
            time.sleep(0.01)

    def _write(self, view: dict[str, Any]) -> None:
        cells = [row for row in view["game"]["rows"] if row.get("box")]
        boxes = [row["box"] for row in cells]
        self._random.shuffle(boxes)
        for strike in (False, True):
            for box in boxes:
                if self._try("write", box=box, strike=strike):
                    return
        raise AssertionError(f"no box can be scored: {view}")

    def _view(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self._get("/api/state"))
        return view

    def _get(self, path: str) -> bytes:
        self._connection.request("GET", path)
        return self._connection.getresponse().read()

    def _try(self, action: str, **body: object) -> dict[str, Any] | None:
        """Ask something of the table; None if it is refused."""
        self._connection.request("POST", f"/api/{action}", json.dumps(body), {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        view: dict[str, Any] = json.loads(answer.read())
        return view if answer.status == 200 else None

    def _ask(self, action: str, **body: object) -> dict[str, Any]:
        return self._try(action, **body) or self._view()

    def _listen(self) -> None:
        with suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", self._connection.port, timeout=PATIENCE_S)
            connection.request("GET", "/events")
            answer = connection.getresponse()
            while answer.readline():
                pass

    def _line(self) -> str:
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        assert line, "the program has ended"
        return line.strip()
