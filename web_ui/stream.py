"""Server-sent events: the whole view on connecting and after every change, with heartbeats between.

The setup page asks for /events?setup: after the view it is sent the steps of the setup whose status has changed.
A page says of which version of the program it is, /events?build=…; one of another version is told to load again.

The program's own server hands over the line of a stream once its head is sent, and no thread waits for it
(`stream_hub.py`). Any other server is given a generator that waits for what comes next.
"""

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from firmware_host.setup import Wizard
from firmware_host.words import say
from web_ui import choosing
from web_ui.errors import TooManyStreamsError
from web_ui.language import ENGLISH, Language
from web_ui.ports import TablePort
from web_ui.server.ports import HANDS_OVER, TAKEN_BY
from web_ui.stream_hub import CHECK_S, HEARTBEAT_S, StreamHub
from web_ui.stream_text import HEARTBEAT, OUTDATED, StreamText, Texts


def messages(
    table: TablePort,
    language: Language = ENGLISH,
    gone: Callable[[], bool] = lambda: False,
    heartbeat: float = HEARTBEAT_S,
    check: float = CHECK_S,
    wizard: Wizard | None = None,
) -> Iterator[str]:
    """Yield the stream's text for one page until `gone` says it has left or the table closes; times in seconds.

    With `wizard`, the steps of the setup are sent as well. The text is generated after its request has ended, so the
    language is passed in.
    """
    check = min(check, heartbeat)
    shown = table.snapshot()
    stream = StreamText(language, setup=wizard is not None)
    yield from stream.opening(Texts(shown, table.now(), wizard))
    spoke = time.monotonic()
    while not gone():
        asked = time.monotonic()
        changed = table.changes(shown.version, check)
        now = time.monotonic()
        if changed is not None:
            shown = changed
            for text in stream.news(Texts(shown, table.now(), wizard)):
                yield text
                spoke = now
        elif now - asked < check / 2:
            return  # a closed table does not block; the page reconnects until another one opens
        elif now - spoke >= heartbeat:
            yield HEARTBEAT
            spoke = now


def blueprint(table: TablePort, wizard: Wizard, build: str, hub: StreamHub) -> Blueprint:
    """Return the stream at /events; `build` is the version of the pages that this program serves."""
    pages = Blueprint("stream", __name__)

    @pages.get("/events")
    def events() -> Response:
        language, setup = choosing.current(), "setup" in request.args
        stream: Iterator[str]
        if request.args.get("build", build) != build:
            stream = iter((OUTDATED,))
        elif HANDS_OVER in request.environ and request.method == "GET":
            address = request.remote_addr or ""
            if not hub.has_room(address):
                raise TooManyStreamsError(say("Too many pages are open on this device. Close some of them."))
            request.environ[TAKEN_BY] = lambda line: hub.add(line, address, language, setup=setup)
            stream = iter(())
        else:
            # waitress and the tests' server set this; with any other a failed write ends the stream
            gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
            stream = messages(table, language, gone, wizard=wizard if setup else None)
        response = Response(stream, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    return pages
