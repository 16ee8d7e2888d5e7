"""The server that is killed: the program's own parts around a scripted camera, forked from a process that is warm."""

import os
import signal
import sqlite3
import sys
import threading
import time
import traceback
from contextlib import closing
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from firmware_host.app.build import Application
from firmware_host.coach.coaches import make_coach
from firmware_host.rules.rulesets import ruleset
from firmware_host.settings import JOURNAL_FILE, load_settings
from firmware_host.solver.solution_store import SolutionStore
from hardware.panel import open_panel
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import ScriptedCamera
from web_ui.assets import own_assets

COPY = "copy.sqlite"


def warm_up(data: Path) -> None:
    """Load what a start would load, so that a fork need not, and work out what the coach would."""
    import firmware_host.app.enrolment  # noqa: F401, PLC0415 - OpenCV: only here is its loading wanted

    own_assets()
    make_coach(ruleset("crag"), SolutionStore(data), float)


def fork_server(data: Path, *, copies: bool) -> tuple[int, int]:
    """Start a server on `data`; returns its process and a pipe that tells its port, or nothing if it is killed first.

    With `copies` the journal is copied all the time while people play, as a backup does.
    """
    told, telling = os.pipe()
    process = os.fork()
    if process:
        os.close(telling)
        return process, told
    try:
        os.close(told)
        _serve(data, telling, copies=copies)
    except BaseException:
        traceback.print_exc(file=sys.stderr)
    finally:
        os._exit(1)


def _serve(data: Path, telling: int, *, copies: bool) -> None:
    application = Application(
        load_settings({"data": data, "port": 0}, {}),
        lambda: (ScriptedCamera(), ScriptedCameraSetup()),
        lambda: open_panel(factory=MockFactory()),
    )
    os.write(telling, f"{application.port}\n".encode())
    if copies:
        threading.Thread(target=_copy, args=(data,), daemon=True).start()
    application.serve(lambda _: None)


def _copy(data: Path) -> None:
    """Copy the journal again and again."""
    while True:
        with (
            closing(sqlite3.connect(data / JOURNAL_FILE)) as journal,
            closing(sqlite3.connect(data / COPY)) as copy,
        ):
            journal.backup(copy, pages=16)


def fork_killer() -> int:
    """Start a process that kills others; returns the pipe on which it is told "PROCESS SECONDS" a line."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(reading)
        return writing
    os.close(writing)
    with os.fdopen(reading) as orders:
        for line in orders:
            process, _, seconds = line.partition(" ")
            time.sleep(float(seconds))
            os.kill(int(process), signal.SIGKILL)
    os._exit(0)
