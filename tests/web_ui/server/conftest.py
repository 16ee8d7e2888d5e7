"""The program's own server over a table in memory."""

import socket
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from waitress import wasyncore

from tests.web_ui.fake_table import FakeTable
from web_ui.app import STREAMS, create_app
from web_ui.server import PageServer, open_server

PATIENCE_S = 60.0


class Served:
    """A running server; lines to it come from any address of this machine."""

    def __init__(self, table: FakeTable) -> None:
        app = create_app(table, table.wizard)
        self.hub = app.extensions[STREAMS]
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.connections: dict[int, Any] = {}
        self.server: PageServer = open_server(app, self._listening, self.connections)
        self._stopping = False
        self._thread = Thread(target=self._run)
        self._thread.start()
        self._lines: list[socket.socket] = []

    def _run(self) -> None:
        while not self._stopping:
            wasyncore.loop(timeout=1, map=self.connections, use_poll=True, count=1)

    def line(self, sent: bytes = b"", address: str = "127.0.0.1", buffer: int = 0) -> socket.socket:
        """Connect from an address, and send something; `buffer` limits what the system takes in for it."""
        line = socket.socket()
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(PATIENCE_S)
        line.bind((address, 0))
        line.connect(("127.0.0.1", self.port))
        line.sendall(sent)
        self._lines.append(line)
        return line

    def get(self, path: str, address: str = "127.0.0.1") -> bytes:
        """Return the whole answer to a request on a line of its own."""
        return everything(self.line(request(path, "Connection: close"), address))

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def close(self) -> None:
        for line in self._lines:
            line.close()
        self._stopping = True
        self.server.pull_trigger()
        self._thread.join()
        self.hub.close()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.connections, ignore_all=True)


def request(path: str, *headers: str, method: str = "GET", version: str = "1.1") -> bytes:
    """Return the head of a request."""
    return "\r\n".join((f"{method} {path} HTTP/{version}", "Host: localhost", *headers, "", "")).encode()


def until(line: socket.socket, text: bytes) -> bytes:
    """Read until a text has come; returns all that was read."""
    read = b""
    while text not in read:
        data = line.recv(1 << 16)
        assert data, f"closed after {read[-300:]!r}"
        read += data
    return read


def everything(line: socket.socket) -> bytes:
    """Read until the other side closes."""
    read = b""
    while data := line.recv(1 << 16):
        read += data
    return read


@pytest.fixture
def served(playing: FakeTable) -> Iterator[Served]:
    served = Served(playing)
    yield served
    playing.close()
    served.close()
