"""The server: how many connections there may be, from where, and how long one may owe a request."""

import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from web_ui.server.channel import PageChannel
from web_ui.server.fair_queue import FairDispatcher

THREADS = 16
"""For requests; streams take none. Some wait for seconds, for a camera to be opened."""

BACKLOG = 128
CONNECTIONS = 512
"""In all: some hundred devices, well below the thousand files that a process may have open."""

PER_ADDRESS = 128
"""Twice as many as streams: a proxy has the connections of the whole house."""

REQUEST_S = 10.0
"""How long a connection may owe a request, or the rest of one; the longest has 16 KiB."""

IDLE_S = 75.0
"""How long it stays open after an answer, for the next request."""

UNANSWERED_MS = 20_000
"""How long the system waits for a peer to acknowledge: one that has left the network without a word has gone."""

LOOK_S = 1.0
LARGEST_BODY = 64 * 1024
"""Bytes that are taken in at all; the page refuses those of more than 16 KiB with its own sentence."""

LARGEST_HEAD = 32 * 1024
WATERMARK = 1024 * 1024
"""Bytes of an answer that may wait for the network."""

log = logging.getLogger(__name__)


def _socket_options() -> list[tuple[int, int, int]]:
    """Return what is set on every connection, as far as this system knows it."""
    wanted = (
        ("TCP_NODELAY", 1),
        ("TCP_KEEPIDLE", 10),
        ("TCP_KEEPINTVL", 5),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", UNANSWERED_MS),
    )
    known = [(socket.IPPROTO_TCP, getattr(socket, name), value) for name, value in wanted if hasattr(socket, name)]
    return [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1), *known]


class PageServer(TcpWSGIServer):
    """waitress's server with room for those who ask.

    A new connection is always taken in. Where there are too many, of one address or in all, the one that has owed a
    request for longest makes room, then the one that has been idle for longest; only where all are at work is the new
    one closed. Ages are measured by a clock that nobody sets.
    """

    channel_class = PageChannel
    _next_look = 0.0

    def readable(self) -> bool:
        """Look after the connections, at most every LOOK_S seconds; new ones are always welcome."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK_S
            self.look_after(now)
        return bool(self.accepting)

    def look_after(self, now: float) -> None:
        """Close connections that owe a request for too long, or were idle for too long."""
        for channel in self._channels():
            if channel.busy:
                continue
            owes = channel.waits_since
            if now - owes > REQUEST_S if owes is not None else now - channel.idle_since > IDLE_S:
                channel.handle_close()

    def handle_accept(self) -> None:
        """Take in a new connection, and make room for it."""
        before = set(self.active_channels)
        super().handle_accept()
        for number in set(self.active_channels) - before:
            self._make_room(self.active_channels[number])

    def _make_room(self, new: PageChannel) -> None:
        channels = self._channels()
        same = [channel for channel in channels if channel.address == new.address]
        if len(same) > PER_ADDRESS:
            _least_needed(same, new).handle_close()
        elif len(channels) > CONNECTIONS:
            most, _ = Counter(channel.address for channel in channels).most_common(1)[0]
            _least_needed([channel for channel in channels if channel.address == most], new).handle_close()

    def _channels(self) -> list[PageChannel]:
        return list(self.active_channels.values())


def _least_needed(channels: Iterable[PageChannel], new: PageChannel) -> PageChannel:
    """Return the connection that is missed least; `new` where all others are at work."""
    others = [channel for channel in channels if channel is not new and not channel.busy]
    owing = [(channel.waits_since, channel) for channel in others if channel.waits_since is not None]
    if owing:
        return min(owing, key=lambda one: one[0])[1]
    return min(others, key=lambda channel: channel.idle_since, default=new)


def open_server(
    app: Callable[..., Iterable[bytes]], listening: socket.socket, connections: dict[int, Any] | None = None
) -> PageServer:
    """Open a server for a WSGI app at a listening socket; it keeps itself and what is open in `connections`."""
    adjustments = Adjustments(
        sockets=[listening],
        backlog=BACKLOG,
        max_request_body_size=LARGEST_BODY,
        max_request_header_size=LARGEST_HEAD,
        outbuf_high_watermark=WATERMARK,
        log_socket_errors=False,  # that a tablet left the network is no fault
        asyncore_use_poll=True,
        ident=None,
    )
    adjustments.socket_options = _socket_options()
    return PageServer(
        app,
        {} if connections is None else connections,
        True,
        listening,
        dispatcher=FairDispatcher(THREADS),
        adj=adjustments,
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
    )
