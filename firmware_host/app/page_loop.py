"""The page at its address: listens, serves until the program is asked to end, and says when it answers."""

import errno
import http.client
import logging
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore

from firmware_host.app.errors import AddressError
from firmware_host.app.stopping import Stopping
from web_ui.app import STREAMS
from web_ui.server import open_server

BACKLOG = 64
LOOP_S = 1.0  # how long the server waits for a connection before it looks whether it was asked to end
ANSWERS_S = 1  # how long the last answers may take at the end: the streams end with the table
ANSWER_S = 5.0
RETRY_S = 1.0  # between two looks whether the page answers yet: a slow machine takes its time over the first
MOST_FAILED_TURNS = 10  # of the server's loop, in a row
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a browser needs another address
log = logging.getLogger(__name__)


class PageLoop:
    """Serves `pages` on a listening socket, in the thread that calls `serve`; `turns` counts what it has done.

    A browser on this machine finds the page at `host` and `port`.
    """

    def __init__(self, pages: Flask, listening: socket.socket) -> None:
        self._pages = pages
        self._connections: dict[int, Any] = {}  # the server keeps itself and every open connection here
        self._server = open_server(pages, listening, self._connections)
        self.turns = 0
        host, self.port = listening.getsockname()[:2]
        self.host = EVERYWHERE.get(host, host)

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"

    def wake(self) -> None:
        """Let the loop look at once whether it was asked to end; safe in a signal handler."""
        self._server.pull_trigger()

    def serve(self, ready: Callable[[str], None], stopping: Stopping) -> None:
        """Serve until the program is asked to end; call `ready` with the address once the page answers."""
        threading.Thread(target=self._announce, args=(ready, stopping), name="announce", daemon=True).start()
        failed = 0
        while not stopping.asked:
            self.turns += 1
            try:
                wasyncore.loop(LOOP_S, self._server.adj.asyncore_use_poll, self._connections, count=1)
                failed = 0
            except Exception:
                failed += 1
                if failed > MOST_FAILED_TURNS:
                    raise
                log.exception("The server failed and goes on")

    def close(self) -> None:
        """End the streams, let the last answers go out, and close every connection."""
        self._pages.extensions[STREAMS].close()
        self._server.task_dispatcher.shutdown(timeout=ANSWERS_S)
        wasyncore.close_all(self._connections, ignore_all=True)

    def _announce(self, ready: Callable[[str], None], stopping: Stopping) -> None:
        """Ask for the page until it answers, then say so; log why it does not, whenever that changes."""
        logged = ""
        while not stopping.asked:
            fault = self._fault()
            if not fault:
                ready(self.address)
                return
            if fault != logged:
                log.error("The page at %s %s", self.address, fault)
                logged = fault
            time.sleep(RETRY_S)

    def _fault(self) -> str:
        """Ask for the page once; returns what is wrong with the answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=ANSWER_S)
        try:
            connection.request("GET", "/")
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            return f"does not answer yet: {error}"
        finally:
            connection.close()
        return "" if status == http.client.OK else f"answers with status {status}"


def listen(host: str, port: int) -> socket.socket:
    """Open the page's address; AddressError says why that is not possible and what to do."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "another program is using it, perhaps a dice table that is already running"
            what = f"Stop that program, or choose another port, such as --port {port + 1 if port < 65535 else 8080}"
        elif error.errno == errno.EACCES:
            why = "ports below 1024 are reserved for the system"
            what = "Choose another port, such as --port 8080"
        else:
            why = str(error.strerror or error)
            what = "Choose one of this machine's addresses with --host, such as 127.0.0.1 or 0.0.0.0"
        raise AddressError(f"The page cannot answer at {host} port {port}: {why}. {what}.") from error
