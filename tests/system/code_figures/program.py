"""The program of a tree in a process of its own, watched and driven by what stays the same: its command and its API."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
import tomllib
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.system.code_figures.tree import Tree
from tests.system.code_figures.watched_program import ANSWER, BEGIN

PATIENCE = 120.0
"""Seconds; a busy machine is slow, a broken program never gets there."""
STUCK = 10.0
"""Seconds without a roll, after which the dice are thrown again."""
SPEED = {"DICE_TABLE_SIM_SPEED": "4"}
START = {"players": [{"name": "Ada", "colour": "#aa3333"}, {"name": "Ben", "colour": "#3333aa"}]}
Entered = dict[str, set[str]]


class ProgramError(RuntimeError):
    """The program did not come to what was waited for."""


class WatchedProgram:
    """`dice-table play` on the simulated tray; to be stopped."""

    def __init__(self, tree: Tree, data: Path) -> None:
        self._tree = tree
        script = tomllib.loads(tree.text("pyproject.toml"))["project"]["scripts"]["dice-table"]
        runner = str(Path(__file__).with_name("watched_program.py"))
        play = ["play", "--camera", "sim:seed=7", "--port", "0", "--data", str(data)]
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-c",
                f"import runpy; runpy.run_path({runner!r}, run_name='__main__')",
                script,
                *play,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=tree.root,
            env={**os.environ, **SPEED, "PYTHONPATH": str(tree.root), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._port = int(self._line(r".*http://[^:/]+:(\d+)/"))
        except ProgramError:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self._port}/"

    def begin(self) -> None:
        """Begin to note which files are entered."""
        self._say(BEGIN)

    def end(self) -> Entered:
        """Return the tree's files that each thread entered since `begin`, relative to its root."""
        self._say("end")
        root = f"{self._tree.root.resolve()}{os.sep}"
        entered: dict[str, list[str]] = json.loads(self._line(f"{ANSWER}(.*)"))
        ours = {
            thread: {Path(file).relative_to(root).as_posix() for file in files if file.startswith(root)}
            for thread, files in entered.items()
        }
        return {thread: files & set(self._tree.files) for thread, files in ours.items()}

    def start_game(self) -> None:
        """Start a game for two."""
        self._ask("start", START)

    def wait_for_roll(self) -> None:
        """Wait until dice are read that can be written, answering what the table asks."""
        given_up = time.monotonic() + PATIENCE
        waited_since = time.monotonic()
        while (view := self._call("GET", "/api/state")[1])["phase"] != "rolled":
            if time.monotonic() > given_up:
                raise ProgramError(f"no roll came; the last was {json.dumps(view)[:500]}")
            if view["question"]:
                self._answer(view)
            elif view["phase"] == "throw" and view["can"]["throw"]:
                self._call("POST", "/api/throw", {})
            elif time.monotonic() - waited_since > STUCK:
                self._call("POST", "/api/throw", {})
                waited_since = time.monotonic()
            time.sleep(0.1)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _answer(self, view: dict[str, Any]) -> None:
        """Count the dice as they lie, or name one that is not sure."""
        status, _ = self._call("POST", "/api/accept", {})
        if status != 200:
            die = view["question"]["dice"][0]
            value = view["places"][die]["choices"][0]["value"]
            self._call("POST", "/api/name-face", {"die": die, "value": value})

    def _ask(self, action: str, body: object) -> None:
        status, said = self._call("POST", f"/api/{action}", body)
        if status != 200:
            raise ProgramError(f"{action} was refused: {said}")

    def _call(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _line(self, wanted: str) -> str:
        """Wait for a line and return its first group."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise ProgramError(f"the program in {self._tree.root} said nothing like {wanted!r}") from None
            if line is None:
                raise ProgramError(f"the program in {self._tree.root} ended")
            if match := re.match(wanted, line):
                return match[1]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)
