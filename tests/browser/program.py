"""The real program as a process of its own: simulated tray, real reading, real journal."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

from vision.sources.simulated import SPEED_VARIABLE

PAUSE_VARIABLE = "DICE_TABLE_PAUSE"
READY = "Dice table ready: "
READY_S = 120.0
COMMAND = [sys.executable, "-c", "from firmware_host.cli import main; main()"]


class Program:
    """`dice-table play` on a free port; `kill` pulls the plug, `start` plugs it in again at the same port.

    `speed` lets the simulated dice tumble faster than real ones, `pause` lets opponents think for so many seconds.
    """

    def __init__(self, data: Path, speed: float = 1, pause: float = 2) -> None:
        self.data = data
        self._speed = speed
        self._pause = pause
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.said: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Start and wait until the program says that the page answers."""
        self._process = subprocess.Popen(
            [*COMMAND, "play", "--camera", "sim:seed=7", "--port", str(self._port), "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={
                **os.environ,
                "PYTHONUNBUFFERED": "1",
                SPEED_VARIABLE: str(self._speed),
                PAUSE_VARIABLE: str(self._pause),
            },
        )
        lines: Queue[str] = Queue()
        threading.Thread(target=self._listen, args=(self._process, lines), daemon=True).start()
        try:
            while not (line := lines.get(timeout=READY_S)).startswith(READY):
                pass
        except Empty:
            self.kill()
            raise AssertionError(f"the program did not become ready; it said {self.said}") from None
        self._port = int(line.rpartition(":")[2].strip("/\n"))

    def run(self, *arguments: str) -> str:
        """Run another command of the same program and return what it prints."""
        return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=True).stdout

    def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is put away."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        self._end(signal.SIGTERM)

    def _listen(self, process: subprocess.Popen[str], lines: "Queue[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.said.append(line)
            lines.put(line)
        process.stdout.close()

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
