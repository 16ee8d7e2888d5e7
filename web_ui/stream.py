"""Server-sent events: the whole view at once on connecting, again after every change, and a sign of life between."""

import json
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from firmware_host.table.snapshot import TableSnapshot
from web_ui import choosing
from web_ui.language import ENGLISH, Language
from web_ui.ports import Table
from web_ui.present import present

RETRY_MS = 1000  # a browser that lost the stream asks again after this long
HEARTBEAT_S = 5.0  # the page calls the stream dead after 25 s of silence: five of these may be lost
LOOK_S = 1.0  # how long a thread may keep serving a page that has gone
HEARTBEAT = ": still here\nevent: heartbeat\ndata: {}\n\n"
"""A comment, which proxies and tests see, and an event, because a page's script is never shown comments."""


def messages(
    table: Table,
    language: Language = ENGLISH,
    gone: Callable[[], bool] = lambda: False,
    heartbeat: float = HEARTBEAT_S,
    look: float = LOOK_S,
) -> Iterator[str]:
    """Yield the stream's text for one page until `gone` says that it has left or the table closes; times in seconds.

    The text is generated after the request that asked for it, so its language is a value taken from there.
    """
    look = min(look, heartbeat)
    yield f"retry: {RETRY_MS}\n\n"
    shown = table.snapshot()
    yield _message(shown, language, table.now())
    spoke = time.monotonic()
    while not gone():
        asked = time.monotonic()
        changed = table.changes(shown.version, look)
        now = time.monotonic()
        if changed is not None:
            shown = changed
            yield _message(shown, language, table.now())
            spoke = now
        elif now - asked < look / 2:
            return  # nobody waits at a closed table; the page asks again until another one opens
        elif now - spoke >= heartbeat:
            yield HEARTBEAT
            spoke = now


def _message(snapshot: TableSnapshot, language: Language, now: float) -> str:
    view = json.dumps(present(snapshot, language, now), ensure_ascii=False, separators=(",", ":"))
    return f"id: {snapshot.version}\nevent: snapshot\ndata: {view}\n\n"


def blueprint(table: Table) -> Blueprint:
    """Return the stream at /events."""
    pages = Blueprint("stream", __name__)

    @pages.get("/events")
    def events() -> Response:
        # waitress offers this where it reads ahead (channel_request_lookahead); elsewhere a failed write ends it
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        response = Response(messages(table, choosing.current(), gone), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    return pages
