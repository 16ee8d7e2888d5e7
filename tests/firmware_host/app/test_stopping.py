import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.clean_stop import runs

ROOT = Path(__file__).parents[3]

ENDLESS = """
import logging, subprocess, sys, threading
from firmware_host.app.stopping import ending_in_time

logging.basicConfig(level=logging.WARNING, format="%(message)s")
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
with ending_in_time() as stopping:
    try:
        print(child.pid, flush=True)
        threading.Event().wait()
    finally:
        if "hangs" in sys.argv:
            threading.Event().wait()
"""
"""Runs until it is stopped, and then, if told to, never comes to an end."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("ending", ["ends", "hangs"])
def test_a_stop_ends_with_status_0_and_takes_the_child_processes_along(ending: str, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, ending],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        child = int(program.stdout.readline())
        program.send_signal(number)
        said = program.stderr.read()
        assert program.wait(60) == 0
    assert ("still at work: MainThread" in said) == (ending == "hangs")
    assert not runs(child)


AGAIN = """
import os, sys
from firmware_host.app.stopping import STARTED_AGAIN_VARIABLE, start_again

print(os.getpid(), sys.argv[1:], flush=True)
if STARTED_AGAIN_VARIABLE not in os.environ:
    start_again()
"""


def test_the_program_can_start_again_as_it_was_started() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", AGAIN, "play", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    first, second = done.stdout.splitlines()
    assert first == second
    assert first.endswith("['play', '--port', '0']")
