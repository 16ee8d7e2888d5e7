"""Streams take no thread; a page that falls behind is told the newest, and one that has gone is let go."""

import json
import re
import threading
from collections.abc import Iterator

import pytest

from firmware_host.game.commands import SetHold
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.server.conftest import Served, everything, request, until
from web_ui import stream_hub
from web_ui.language import ENGLISH
from web_ui.server.server import THREADS
from web_ui.stream_hub import StreamHub

MANY = 3 * THREADS
END = b"0\r\n\r\n"


def versions(text: bytes) -> list[int]:
    return [int(number) for number in re.findall(rb"^id: (\d+)$", text, re.MULTILINE)]


def test_many_pages_are_told_of_everything_and_cost_no_thread(served: Served, playing: FakeTable) -> None:
    lines = [served.line(request("/events")) for _ in range(MANY)]
    for line in lines:
        assert b"text/event-stream" in until(line, b"\n\n\r\n")
    threads = threading.active_count()
    version = playing.ask(SetHold(1, True)).version
    for line in lines:
        until(line, f"id: {version}\n".encode())
    assert b'"ok"' in served.get("/healthz")
    assert threading.active_count() == threads
    playing.close()
    for line in lines:
        assert everything(line).endswith(END)


def test_a_page_that_falls_behind_is_told_the_newest_alone(served: Served, playing: FakeTable) -> None:
    slow, quick = served.line(request("/events"), buffer=4096), served.line(request("/events"))
    asked = 400
    for number in range(asked):
        version = playing.ask(SetHold(number % 5, number // 5 % 2 == 0)).version
        if number % 7 == 0:  # another sight than seven before, so that it is told
            until(quick, f"id: {version}\n".encode())
    playing.lose_camera()
    version = playing.snapshot().version
    until(quick, f"id: {version}\n".encode())
    told = versions(until(slow, f"id: {version}\n".encode()))
    assert told == sorted(set(told))
    assert len(told) < asked / 4


def test_what_is_asked_on_a_stream_is_passed_over(served: Served, playing: FakeTable) -> None:
    line = served.line(request("/events") + request("/healthz"))
    until(line, b"event: snapshot")
    line.sendall(request("/healthz") * 3)
    version = playing.ask(SetHold(1, True)).version
    assert b'"ok"' not in until(line, f"id: {version}\n".encode())


def test_a_stream_for_an_old_program(served: Served, playing: FakeTable) -> None:
    line = served.line(request("/events", version="1.0"))
    told = until(line, b"event: snapshot")
    playing.close()
    told += everything(line)
    assert told.endswith(b"}\n\n")
    assert b"chunked" not in told


def test_a_page_that_leaves_is_forgotten(served: Served, playing: FakeTable) -> None:
    line = served.line(request("/events"))
    until(line, b"event: snapshot")
    before = len(served.server.active_channels)
    line.close()
    served.until(lambda: len(served.server.active_channels) < before)
    playing.ask(SetHold(1, True))
    served.until(lambda: served.hub.has_room("127.0.0.1"))


def test_one_address_has_only_so_many(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_hub, "PER_ADDRESS", 2)
    for _ in range(2):
        until(served.line(request("/events")), b"event: snapshot")
    answer = served.get("/events")
    assert b" 429 " in answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"].startswith("Too many pages are open")
    until(served.line(request("/events"), "127.0.0.2"), b"event: snapshot")


class Line:
    """A line that takes what it is told to."""

    def __init__(self) -> None:
        self.gone, self.waiting, self.written = False, 0, b""
        self.ended = threading.Event()

    def write(self, data: bytes) -> None:
        self.written += data

    def end(self) -> None:
        self.gone = True
        self.ended.set()

    cut = end


@pytest.fixture
def hub(playing: FakeTable) -> Iterator[StreamHub]:
    hub = StreamHub(playing, playing.wizard)
    yield hub
    playing.close()
    hub.close()


def test_a_page_that_takes_nothing_is_cut_off(hub: StreamHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_hub, "STUCK_S", 0.0)
    stuck, well = Line(), Line()
    for line in (stuck, well):
        hub.add(line, "127.0.0.1", ENGLISH, setup=False)
    stuck.waiting = 1
    assert stuck.ended.wait(60)
    assert not well.gone


def test_a_quiet_table_gives_signs_of_life(hub: StreamHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_hub, "HEARTBEAT_S", 0.0)
    monkeypatch.setattr(stream_hub, "CHECK_S", 0.01)
    line, told = Line(), threading.Event()
    write = line.write

    def listen(data: bytes) -> None:
        write(data)
        if b"event: heartbeat" in data:
            told.set()

    line.write = listen  # type: ignore[method-assign]
    hub.add(line, "127.0.0.1", ENGLISH, setup=True)
    assert told.wait(60)
    assert line.written.count(b"event: snapshot") == line.written.count(b"event: setup") == 1
