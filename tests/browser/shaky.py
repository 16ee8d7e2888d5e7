"""A line between page and table that delays what is sent, loses it on the way there or back, and breaks for a while."""

import json
import socket
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from random import Random
from threading import Lock
from typing import TYPE_CHECKING

from tests.browser.serving import Serving
from tests.web_ui.fake_table import FakeTable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BREAK_S = (0.1, 0.8)


@dataclass(frozen=True, slots=True)
class Quality:
    """The longest delay each way in seconds, and how likely a request or its answer is lost, or the line breaks."""

    delay: float
    loss: float = 0.0
    breaks: float = 0.0


class ShakyServing(Serving):
    """Serves a fake table over a line of the `quality` that it has at the time; `count` tells what happened on it.

    Delays are random on purpose: a tap may come in at any time of whatever else goes on.
    """

    def __init__(self, table: FakeTable, seed: int) -> None:
        self.quality = Quality(0)
        self.count: Counter[str] = Counter()
        self._random = Random(seed)  # noqa: S311 - a shaky line keeps no secret
        self._lock = Lock()
        self._broken_until = 0.0
        self._streams: set[socket.socket] = set()
        self._came: set[str] = set()
        super().__init__(table)

    def _serve(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        line: socket.socket = environ["werkzeug.socket"]
        if self._broken:
            self._lose(line, "refused by a broken line")
        if environ["PATH_INFO"] == "/events":
            self._streams.add(line)
        if environ["REQUEST_METHOD"] != "POST":
            return super()._serve(environ, start_response)
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ["wsgi.input"] = BytesIO(body)
        there, back, lost, breaks = self._fate()
        time.sleep(there)
        if lost == "request":
            self._lose(line, "requests lost")
        if breaks:
            self._break()  # the request got through: the page cannot know, as the stream is cut as well
        answer = list(super()._serve(environ, start_response))
        self._note(json.loads(body)["request"])
        time.sleep(back)
        if lost == "answer" or self._broken:
            self._lose(line, "answers lost")
        return answer

    @property
    def _broken(self) -> bool:
        return time.monotonic() < self._broken_until

    def _fate(self) -> tuple[float, float, str, bool]:
        with self._lock:
            quality, random = self.quality, self._random
            there, back = (random.uniform(0, quality.delay) for _ in range(2))
            chance = random.random()
            lost = "request" if chance < quality.loss else "answer" if chance < 2 * quality.loss else ""
            return there, back, lost, random.random() < quality.breaks

    def _break(self) -> None:
        """Cut every line, the streams too, and take no new one for a while."""
        with self._lock:
            self._broken_until = time.monotonic() + self._random.uniform(*BREAK_S)
            self.count["breaks"] += 1
            streams, self._streams = self._streams, set()
        for stream in streams:
            with suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def _lose(self, line: socket.socket, what: str) -> None:
        with self._lock:
            self.count[what] += 1
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        raise ConnectionResetError(what)

    def _note(self, request: str) -> None:
        """Count what reached the table, and how much of it came again."""
        with self._lock:
            self.count["requests handled"] += 1
            self.count["of them repeats"] += request in self._came
            self._came.add(request)
