"""Server-sent events: the whole view on connecting and after every change, with heartbeats between.

The setup page asks for /events?setup: after the view it is sent the steps of the setup whose status has changed.
A page says of which version of the program it is, /events?build=…; one of another version is told to load again.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from flask import Blueprint, Response, request

from firmware_host.setup import Wizard
from firmware_host.table.snapshot import TableSnapshot
from web_ui import choosing
from web_ui.language import ENGLISH, Language
from web_ui.ports import TablePort
from web_ui.present import present
from web_ui.setup.present import present as present_step
from web_ui.setup.views import StepData

RETRY_MS = 1000  # a browser that lost the stream reconnects after this long
HEARTBEAT_S = 5.0  # the page gives up on the stream after 25 s of silence, five lost heartbeats
CHECK_S = 1.0  # how long a thread may keep serving a page that has gone
HEARTBEAT = ": still here\nevent: heartbeat\ndata: {}\n\n"
"""A comment, which proxies and tests see, and an event, because scripts never see comments."""
OUTDATED = "event: outdated\ndata: {}\n\n"


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
    steps = None if wizard is None else _Steps(wizard, language)
    yield f"retry: {RETRY_MS}\n\n"
    shown = table.snapshot()
    yield _message(shown, language, table.now())
    yield from () if steps is None else steps.news()
    spoke = time.monotonic()
    while not gone():
        asked = time.monotonic()
        changed = table.changes(shown.version, check)
        now = time.monotonic()
        if changed is not None:
            before, shown = shown, changed
            if replace(before, version=shown.version, setup=shown.setup) != shown:
                yield _message(shown, language, table.now())
                spoke = now
            yield from () if steps is None else steps.news()
        elif now - asked < check / 2:
            return  # a closed table does not block; the page reconnects until another one opens
        elif now - spoke >= heartbeat:
            yield HEARTBEAT
            spoke = now


class _Steps:
    """The steps of the setup for one page, which is sent those that changed since it was last sent some."""

    def __init__(self, wizard: Wizard, language: Language) -> None:
        self._wizard = wizard
        self._language = language
        self._sent: dict[str, StepData] = {}

    def news(self) -> Iterator[str]:
        """Yield an event with the steps that are not as they were sent, if there are any."""
        steps = [present_step(step, self._language) for step in self._wizard.show()]
        fresh = [step for step in steps if step != self._sent.get(step["id"])]
        if fresh:
            self._sent.update((step["id"], step) for step in fresh)
            yield f"event: setup\ndata: {_json({'steps': fresh})}\n\n"


def _message(snapshot: TableSnapshot, language: Language, now: float) -> str:
    view = present(snapshot, language, now)
    return f"id: {snapshot.version}\nevent: snapshot\ndata: {_json(view)}\n\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def blueprint(table: TablePort, wizard: Wizard, build: str) -> Blueprint:
    """Return the stream at /events; `build` is the version of the pages that this program serves."""
    pages = Blueprint("stream", __name__)

    @pages.get("/events")
    def events() -> Response:
        # waitress sets this if it reads ahead (channel_request_lookahead); otherwise a failed write ends the stream
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        asked = wizard if "setup" in request.args else None
        current = request.args.get("build", build) == build
        stream = messages(table, choosing.current(), gone, wizard=asked) if current else iter((OUTDATED,))
        response = Response(stream, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    return pages
