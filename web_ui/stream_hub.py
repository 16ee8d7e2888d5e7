"""Feeds all event streams from one thread, so that an open page costs no thread of its own."""

import logging
import time
from collections import Counter
from dataclasses import dataclass
from threading import Lock, Thread

from firmware_host.setup import Wizard
from web_ui.language import Language
from web_ui.ports import TablePort
from web_ui.server.ports import StreamLine
from web_ui.stream_text import HEARTBEAT, StreamText, Texts

HEARTBEAT_S = 5.0  # the page gives up on the stream after 25 s of silence, five lost heartbeats
CHECK_S = 1.0  # how long a stream may outlive the page that has gone
CATCH_UP_S = 0.1  # how soon a page that fell behind is looked after again
STUCK_S = 30.0  # a page that takes nothing for so long has gone, whatever its network says
PER_ADDRESS = 64
"""Streams to one address; a device has one a page that is in sight, and a proxy has those of the whole house."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Stream:
    """A line with what is said on it; `free_at` is when it last had taken everything, `spoke` when it was last fed."""

    line: StreamLine
    address: str
    text: StreamText
    spoke: float
    free_at: float


class StreamHub:
    """Every open stream, fed with the newest snapshot by one thread, which begins with the first of them.

    A page whose line has not taken the last event is passed over, and gets the newest one once it has: what it misses
    is never queued. Calls may come from many threads.
    """

    def __init__(self, table: TablePort, wizard: Wizard) -> None:
        self._table = table
        self._wizard = wizard
        self._lock = Lock()
        self._streams: list[_Stream] = []
        self._thread: Thread | None = None
        self._closed = False

    def has_room(self, address: str) -> bool:
        """Whether another stream may go to an address."""
        with self._lock:
            return Counter(stream.address for stream in self._streams)[address] < PER_ADDRESS

    def add(self, line: StreamLine, address: str, language: Language, *, setup: bool) -> None:
        """Tell a page everything, and from now on what changes; with `setup` the steps of the setup as well."""
        now = time.monotonic()
        stream = _Stream(line, address, StreamText(language, setup=setup), now, now)
        texts = Texts(self._table.snapshot(), self._table.now(), self._wizard)
        opening = "".join(stream.text.opening(texts)).encode()
        with self._lock:
            line.write(opening)
            if self._closed:
                line.end()
                return
            self._streams.append(stream)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """End all streams; closing twice is allowed. Waits for the thread, at most CHECK_S."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        shown, behind = self._table.snapshot(), False
        while not self._closed:
            patience = CATCH_UP_S if behind else CHECK_S
            asked = time.monotonic()
            changed = self._table.changes(shown.version, patience)
            now = time.monotonic()
            if changed is None and now - asked < patience / 2:
                break  # a closed table does not block
            shown = changed or shown
            behind = self._feed_all(Texts(shown, self._table.now(), self._wizard), now)
        with self._lock:
            self._closed = True
            streams, self._streams = self._streams, []
        for stream in streams:
            stream.line.end()

    def _feed_all(self, texts: Texts, now: float) -> bool:
        """Feed every stream, and forget those that have ended; returns whether one has fallen behind."""
        with self._lock:
            streams = self._streams[:]
        behind = False
        for stream in streams:
            try:
                behind |= self._feed(stream, texts, now)
            except Exception:  # the others must not miss what one page cannot be told
                log.exception("A page could not be told what has changed")
                stream.line.cut()
        with self._lock:
            self._streams = [stream for stream in self._streams if not stream.line.gone]
        return behind

    def _feed(self, stream: _Stream, texts: Texts, now: float) -> bool:
        """Send a page what is news to it; returns whether it has fallen behind."""
        if stream.line.gone:
            return False
        if stream.line.waiting:
            if now - stream.free_at > STUCK_S:
                stream.line.cut()
            return True
        stream.free_at = now
        fresh = texts.snapshot.version > stream.text.version
        text = "".join(stream.text.news(texts)) if fresh else ""
        if not text and now - stream.spoke >= HEARTBEAT_S:
            text = HEARTBEAT
        if text:
            stream.line.write(text.encode())
            stream.spoke = now
        return False
