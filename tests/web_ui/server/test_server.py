"""Connections that owe a request make room for those who ask, and everybody is answered with a sentence."""

import json
import socket

import pytest

from tests.web_ui.server.conftest import Served, everything, request, until
from web_ui.server import server
from web_ui.stream_hub import HEARTBEAT_S


def test_half_open_connections_make_room(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PER_ADDRESS", 8)
    player = served.line(request("/healthz"))
    until(player, b'"ok"')
    half = [served.line(b"GET / HTTP/1.1\r\nHo") for _ in range(20)]
    assert b'"ok"' in served.get("/healthz")
    assert len(served.server.active_channels) <= 8
    assert everything(half[0]) == b""
    player.sendall(request("/healthz"))  # who has asked before is not sent away for those who have not
    until(player, b'"ok"')


def test_the_address_with_the_most_makes_room_for_others(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTIONS", 8)
    player = served.line(address="127.0.0.2")
    half = [served.line(b"GET") for _ in range(12)]
    served.until(lambda: len(served.server.active_channels) == 8)
    player.sendall(request("/healthz"))
    until(player, b'"ok"')
    assert everything(half[0]) == b""


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"POST /api/undo HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"])
def test_who_owes_a_request_too_long_is_sent_away(served: Served, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(server, "REQUEST_S", 0.1)
    monkeypatch.setattr(server, "LOOK_S", 0.1)
    assert everything(served.line(sent)) == b""


def test_a_request_may_come_in_pieces(served: Served) -> None:
    whole = request("/healthz", "Connection: close")
    line = served.line()
    for start in range(0, len(whole), 9):
        line.sendall(whole[start : start + 9])
    assert b'"ok"' in everything(line)


def test_idle_connections_are_closed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE_S", 0.1)
    monkeypatch.setattr(server, "LOOK_S", 0.1)
    assert b'"ok"' in everything(served.line(request("/healthz")))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such option")
def test_a_peer_that_left_without_a_word_is_noticed_by_the_system(served: Served) -> None:
    until(served.line(request("/events")), b"event: snapshot")
    (channel,) = served.server.active_channels.values()
    timeout = channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert HEARTBEAT_S + timeout / 1000 < 30


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"POST /api/undo HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n", 413),
        (b"GET / HTTP/1.1\r\nCookie: ".ljust(server.LARGEST_HEAD, b"x"), 431),
    ],
)
def test_what_is_no_request_is_answered_with_a_sentence(served: Served, sent: bytes, status: int) -> None:
    head, _, body = everything(served.line(sent)).partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.0 {status} ".encode()) or head.startswith(f"HTTP/1.1 {status} ".encode())
    assert json.loads(body)["error"].endswith("try again.")
