import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from waitress import wasyncore

from firmware_host.app.build import Application
from firmware_host.app.errors import AddressError
from firmware_host.app.page_loop import MOST_FAILED_TURNS, listen
from firmware_host.journal.errors import JournalError, JournalMissingError
from firmware_host.journal.folder_lock import FolderInUseError
from firmware_host.settings import load_settings
from firmware_host.table.requests import UseSource
from hardware.panel import GpioPanel, open_panel
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import TWO, ScriptedCamera

STREAMS = 20


class Parts:
    """What a house is opened around, to be looked at after it has been closed."""

    def __init__(self) -> None:
        self.camera = ScriptedCamera()
        self.panel: GpioPanel = open_panel(factory=MockFactory())

    def house(self, data: Path, port: int = 0, *, new_journal: bool = False) -> Application:
        return Application(
            load_settings({"data": data, "port": port}, {}),
            self.open_camera,
            lambda: self.panel,
            new_journal=new_journal,
        )

    def open_camera(self) -> tuple[ScriptedCamera, ScriptedCameraSetup]:
        return self.camera, ScriptedCameraSetup()


@pytest.fixture
def parts() -> Iterator[Parts]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield Parts()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_two_programs_never_play_in_one_folder(tmp_path: Path, parts: Parts) -> None:
    house = parts.house(tmp_path)
    with pytest.raises(
        FolderInUseError, match=r"is in use by dice-table play \(process \d+, since .* Stop that program"
    ):
        Parts().house(tmp_path)
    house.close()
    Parts().house(tmp_path).close()


def test_a_journal_that_is_gone_is_begun_anew_only_when_told(tmp_path: Path, parts: Parts) -> None:
    house = parts.house(tmp_path)
    house.table.start()
    house.table.ask(TWO)
    house.close()
    (tmp_path / "journal.sqlite").unlink()
    with pytest.raises(JournalMissingError, match="--new-journal"):
        Parts().house(tmp_path)
    house = Parts().house(tmp_path, new_journal=True)
    assert house.table.snapshot().game is None
    house.close()


def get(house: Application, path: str) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(house.host, house.port, timeout=60)
    connection.request("GET", path)
    return connection, connection.getresponse()


def test_twenty_streams_leave_room_for_the_page_and_all_end_with_the_signal(tmp_path: Path, parts: Parts) -> None:
    house = parts.house(tmp_path)
    told: list[str] = []
    facts: list[object] = []
    ended: list[bytes] = []

    def visit() -> None:
        try:
            streams = [get(house, "/events") for _ in range(STREAMS)]
            connection, answer = get(house, "/api/state")
            facts.append(json.loads(answer.read())["phase"])
            connection.close()
            signal.raise_signal(signal.SIGTERM)
            for connection, answer in streams:
                ended.append(answer.read())
                connection.close()
        finally:
            signal.raise_signal(signal.SIGTERM)

    visitor = threading.Thread(target=visit)

    def ready(address: str) -> None:
        told.append(address)
        visitor.start()

    start = time.monotonic()
    parts.panel.show(["on"])
    house.serve(ready)
    house.close()
    visitor.join(60)
    assert time.monotonic() - start < 60
    assert told == [f"http://127.0.0.1:{house.port}/"]
    assert facts == ["start"]
    assert len(ended) == STREAMS
    assert all(b"event: snapshot" in text for text in ended)
    assert parts.camera.listener is None
    assert all(lamp == "off" for lamp in parts.panel.lamps())
    assert house.table.changes(10**6, 5.0) is None


def test_a_server_that_fails_goes_on_unless_it_fails_again_and_again(
    tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, failures = wasyncore.loop, iter([True] * MOST_FAILED_TURNS)

    def flaky(*arguments: Any, **named: Any) -> None:
        if next(failures, False):
            raise OSError("a file descriptor has gone bad")
        loop(*arguments, **named)

    monkeypatch.setattr(wasyncore, "loop", flaky)
    house = parts.house(tmp_path)
    told: list[str] = []

    def ready(address: str) -> None:
        told.append(address)
        signal.raise_signal(signal.SIGTERM)

    house.serve(ready)
    assert told == [f"http://127.0.0.1:{house.port}/"]

    house.close()

    failures = iter([True] * (MOST_FAILED_TURNS + 1))
    broken = Parts().house(tmp_path)
    with pytest.raises(OSError, match="gone bad"):
        broken.serve(ready)
    broken.close()


def test_what_was_opened_is_closed_when_the_rest_cannot_be(tmp_path: Path, parts: Parts) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 100)
    with pytest.raises(JournalError):
        parts.house(tmp_path)
    (tmp_path / "journal.sqlite").unlink()
    house = parts.house(tmp_path)
    with pytest.raises(AddressError):
        Parts().house(tmp_path / "other", house.port)
    house.close()
    house.close()
    Parts().house(tmp_path, house.port).close()


def test_a_source_chosen_on_the_setup_page_is_there_at_the_next_start(tmp_path: Path, parts: Parts) -> None:
    house = parts.house(tmp_path)
    house.table.start()
    house.table.ask(TWO)
    house.table.ask(UseSource("usb:0"))
    house.close()
    assert load_settings({"data": tmp_path}, {}).camera == "usb:0"


def test_a_busy_port_says_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            AddressError, match=f"port {port}: another program.* --port {port + 1 if port < 65535 else 8080}"
        ):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid"])
def test_an_address_of_another_machine_says_what_to_do(host: str) -> None:
    with pytest.raises(AddressError, match="--host"):
        listen(host, 0)
