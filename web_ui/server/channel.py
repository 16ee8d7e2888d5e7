"""A connection: waitress's, whose line can be handed over to a stream, and which notes when it should have asked."""

import json
import socket
import time
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import ErrorTask, WSGITask

from web_ui.server.ports import HANDS_OVER, TAKEN_BY

STREAM_BUFFER = 64 * 1024
"""Bytes that the system keeps for a stream: some events. What waits there is old by the time it arrives."""

SENTENCES = {
    400: "This is no request that the table understands. Reload the page and try again.",
    413: "This request is too large. Reload the page and try again.",
    431: "This request's head is too large. Delete this site's cookies, reload the page and try again.",
    501: "The table does not take requests in parts of this kind. Reload the page and try again.",
}
BROKEN = "Something went wrong in the table's program. Your game is safe; try again."


class PageLine:
    """The line of a channel that was handed over (`ports.StreamLine`)."""

    def __init__(self, channel: "PageChannel", *, chunked: bool) -> None:
        self._channel = channel
        self._chunked = chunked

    @property
    def gone(self) -> bool:
        """Whether it is closed, or about to be."""
        channel = self._channel
        return not channel.connected or channel.will_close or channel.close_when_flushed

    @property
    def waiting(self) -> int:
        """Bytes that the network has not taken yet."""
        return int(self._channel.total_outbufs_len)

    def write(self, data: bytes) -> None:
        """Send what the network takes at once; the server sends the rest."""
        self._send(b"%X\r\n%b\r\n" % (len(data), data) if self._chunked else data)

    def end(self) -> None:
        """End the answer, and close once it is sent."""
        if self._chunked:
            self._send(b"0\r\n\r\n")
        self._channel.close_when_flushed = True
        self._channel.server.pull_trigger()

    def cut(self) -> None:
        """Close without another word."""
        self._channel.will_close = True
        self._channel.server.pull_trigger()

    def _send(self, data: bytes) -> None:
        # A new buffer for each event: one that is used for ever would keep all it ever held.
        self._channel.current_outbuf_count = self._channel.adj.outbuf_high_watermark
        try:
            self._channel.write_soon(data)
        except ClientDisconnected:
            return


class PageTask(WSGITask):
    """A request; where the page takes over the line, it ends with the head of the answer, and the line stays open."""

    taken = False

    def get_environment(self) -> dict[str, Any]:
        """Tell the page that it may take over."""
        environ: dict[str, Any] = super().get_environment()
        environ[HANDS_OVER] = True
        return environ

    def execute(self) -> None:
        """Have the page answer."""
        super().execute()
        take = (self.environ or {}).get(TAKEN_BY)
        if take is not None and self.status.startswith("200"):
            self.write(b"")
            self.taken = True
            take(self.channel.hand_over(chunked=self.chunked_response))

    def finish(self) -> None:
        """End the answer, unless it goes on."""
        if self.taken:
            self.close_on_finish = False
        else:
            super().finish()


class PageErrorTask(ErrorTask):
    """An answer to what is no request: a sentence, as for every other refusal."""

    def execute(self) -> None:
        """Answer with the sentence."""
        error = self.request.error
        self.status = f"{error.code} {error.reason}"
        body = json.dumps({"error": SENTENCES.get(error.code, BROKEN)}).encode()
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class PageChannel(HTTPChannel):
    """A connection. `waits_since` is when it began to owe a request: at first, and with the first byte of each."""

    task_class = PageTask
    error_task_class = PageErrorTask

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.line: PageLine | None = None
        self.waits_since: float | None = time.monotonic()
        self.idle_since = time.monotonic()
        super().__init__(*arguments, **named)

    @property
    def address(self) -> str:
        """Where it comes from."""
        return str(self.addr[0])

    @property
    def busy(self) -> bool:
        """Whether a request is being answered on it, or a stream goes on."""
        return bool(self.requests) or self.line is not None

    def hand_over(self, *, chunked: bool) -> PageLine:
        """Give the line away; what is asked on it from now on is passed over."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, STREAM_BUFFER)
        with self.requests_lock:
            for request in self.requests[1:]:
                request.close()
            del self.requests[1:]
            self.line = PageLine(self, chunked=chunked)
        return self.line

    def received(self, data: bytes) -> bool:
        """Take in what has come."""
        if self.line is not None:
            return False
        now = time.monotonic()
        begun = self.request is not None
        taken = bool(super().received(data))
        if self.request is None:
            self.waits_since, self.idle_since = None, now
        elif not begun and self.waits_since is None:
            self.waits_since = now
        return taken

    def service(self) -> None:
        """Answer a request."""
        try:
            super().service()
        finally:
            self.idle_since = time.monotonic()
            self.server.task_dispatcher.done(self)

    def _flush_some(self, do_close: bool = True) -> bool:
        # waitress takes no lock while no request is under way, but the thread of the streams may be writing.
        with self.outbuf_lock:
            return bool(super()._flush_some(do_close=do_close))
