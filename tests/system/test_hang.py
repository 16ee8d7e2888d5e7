"""The whole program starts again by itself when its server hangs, and people play on."""

import json
import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.system.clean_stop import ROOT

PROGRAM = """
import os, signal, sys, threading
from pathlib import Path
from gpiozero.pins.mock import MockFactory
from waitress import wasyncore
from firmware_host.app import supervision
from firmware_host.app.build import Application
from firmware_host.app.stopping import STARTED_AGAIN_VARIABLE, ending_in_time
from firmware_host.settings import load_settings
from hardware.panel import open_panel
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import ScriptedCamera

supervision.TICK_S = 0.1
loop = wasyncore.loop

def hang(number, frame):
    wasyncore.loop = lambda *_, **__: threading.Event().wait()

if STARTED_AGAIN_VARIABLE not in os.environ:
    signal.signal(signal.SIGUSR1, hang)
with ending_in_time() as stopping:
    house = Application(
        load_settings({"data": Path(sys.argv[1]), "port": 0}, {}),
        lambda: (ScriptedCamera(), ScriptedCameraSetup()),
        lambda: open_panel(factory=MockFactory()),
    )
    try:
        house.serve(lambda _: print(house.port, flush=True), stopping)
    finally:
        house.close()
"""
PLAYERS = [{"name": "Ada", "colour": "#aa3333"}]


def call(port: str, method: str, path: str, body: object = None) -> dict[str, Any]:
    connection = HTTPConnection("127.0.0.1", int(port), timeout=60)
    try:
        connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
        view: dict[str, Any] = json.loads(connection.getresponse().read())
        return view
    finally:
        connection.close()


@pytest.mark.long
def test_a_server_that_hangs_is_started_again_and_the_game_goes_on(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as program:
        try:
            assert program.stdout is not None
            port = program.stdout.readline().strip()
            before = call(port, "POST", "/api/start", {"players": PLAYERS})
            program.send_signal(signal.SIGUSR1)
            again = program.stdout.readline().strip()
            after = call(again, "GET", "/api/state")
            assert after["game"] == before["game"]
            assert [notice["text"] for notice in after["notices"]] == [
                "The program no longer responded and was started again. Nothing was lost."
            ]
            program.send_signal(signal.SIGTERM)
            assert program.wait(60) == 0
        finally:
            program.kill()
