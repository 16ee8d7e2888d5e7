"""The event stream: everything at once, every change, a sign of life, and a clean end."""

import json
from itertools import islice

from flask.testing import FlaskClient

from firmware_host.game.commands import SetHold, StartGame
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.present import present
from web_ui.stream import messages


def parsed(message: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in message.strip().split("\n") if not line.startswith(":"))


def test_first_comes_the_whole_view(playing: FakeTable) -> None:
    retry, first = islice(messages(playing), 2)
    assert retry == "retry: 1000\n\n"
    fields = parsed(first)
    assert fields["id"] == str(playing.snapshot().version)
    assert fields["event"] == "snapshot"
    assert json.loads(fields["data"]) == present(playing.snapshot())


def test_every_change_follows(table: FakeTable) -> None:
    stream = messages(table)
    list(islice(stream, 2))
    table.ask(StartGame(TWO))
    started = parsed(next(stream))
    table.ask(SetHold(1, True))
    held = parsed(next(stream))
    assert int(held["id"]) > int(started["id"])
    assert json.loads(held["data"])["places"][1]["held"] is True


def test_a_late_page_sees_the_newest_only(playing: FakeTable) -> None:
    stream = messages(playing)
    list(islice(stream, 2))
    playing.ask(SetHold(0, True))
    playing.ask(SetHold(1, True))
    assert parsed(next(stream))["id"] == str(playing.snapshot().version)


def test_heartbeat_is_a_comment_and_an_event(table: FakeTable) -> None:
    stream = messages(table, heartbeat=0.05)
    list(islice(stream, 2))
    beat = next(stream)
    assert beat.startswith(":")
    assert beat.endswith("\n\n")
    assert parsed(beat) == {"event": "heartbeat", "data": "{}"}


def test_ends_when_the_page_has_gone(table: FakeTable) -> None:
    seen = iter([False, True])
    assert len(list(messages(table, gone=lambda: next(seen), look=0.01))) == 2


def test_ends_when_the_table_has_closed(table: FakeTable) -> None:
    stream = messages(table)
    list(islice(stream, 2))
    table.close()
    assert list(stream) == []


def test_over_http(client: FlaskClient, playing: FakeTable) -> None:
    answer = client.get("/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    body = answer.iter_encoded()
    assert next(body) == b"retry: 1000\n\n"
    assert parsed(next(body).decode())["id"] == str(playing.snapshot().version)
    answer.close()
