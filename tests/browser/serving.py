"""The page's server on a port of its own, which can be stopped and started again as a pulled plug would."""

from collections.abc import Iterable
from threading import Event, Thread
from typing import TYPE_CHECKING

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from tests.web_ui.fake_table import FakeTable
from web_ui.app import create_app
from web_ui.assets import Assets

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class Quiet(WSGIRequestHandler):
    """Logs nothing: a page that leaves in mid-answer is no fault."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        """Drop the line."""


class Serving:
    """Serves a fake table on 127.0.0.1; `stop` also ends the open event streams, `start` takes the same port again."""

    def __init__(self, table: FakeTable) -> None:
        self.table = table
        self._app = create_app(table, table.wizard)
        self._port = 0
        self._stopping = Event()
        self._server: BaseWSGIServer | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self, files: Assets | None = None) -> None:
        """Start, with `files` as another version of the program, whose pages are made of them."""
        if files is not None:
            self._app = create_app(self.table, self.table.wizard, files=files)
        self._stopping.clear()
        self._server = make_server("127.0.0.1", self._port, self._serve, threaded=True, request_handler=Quiet)
        self._port = self._server.server_port
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._stopping.set()
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _serve(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["waitress.client_disconnected"] = self._stopping.is_set
        return self._app(environ, start_response)
