"""The event stream: everything at once, every change, a sign of life, and a clean end."""

import json
from itertools import islice

from flask.testing import FlaskClient

from firmware_host.game.commands import SetHold, StartGame
from tests.firmware_host.setup.scripted_camera_setup import Checked, Mark
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.speaking import speaking
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
    assert len(list(messages(table, gone=lambda: next(seen), check=0.01))) == 2


def test_ends_when_the_table_has_closed(table: FakeTable) -> None:
    stream = messages(table)
    list(islice(stream, 2))
    table.close()
    assert list(stream) == []


def steps(message: str) -> dict[str, str]:
    """The state of each step that an event of the setup tells of."""
    fields = parsed(message)
    assert fields["event"] == "setup"
    return {step["id"]: step["state"] for step in json.loads(fields["data"])["steps"]}


def test_the_setup_page_is_sent_all_steps_and_then_what_changed(table: FakeTable) -> None:
    wizard = table.wizard
    stream = messages(table, wizard=wizard)
    _, first, everything = islice(stream, 3)
    assert parsed(first)["event"] == "snapshot"
    assert steps(everything) == {"camera": "done", "tray": "open", "light": "open", "lock": "done", "rail": "open"}

    table.camera_setup.to_measure = (Checked("light", Mark.WARN),)
    wizard.refresh("light")
    assert steps(next(stream)) == {"light": "done"}
    wizard.refresh("light")  # nothing new: nothing is sent
    wizard.skip("rail")
    assert steps(next(stream)) == {"rail": "skipped"}


def test_the_setup_page_is_told_of_the_table_too(table: FakeTable) -> None:
    stream = messages(table, wizard=table.wizard)
    list(islice(stream, 3))
    table.camera_setup.lost = "Is it plugged in?"
    table.lose_camera()
    assert parsed(next(stream))["event"] == "snapshot"
    assert steps(next(stream)) == {"camera": "open"}


def test_the_game_page_hears_nothing_of_the_setup(table: FakeTable) -> None:
    stream = messages(table)
    list(islice(stream, 2))
    table.wizard.refresh("light")
    table.ask(StartGame(TWO))
    message = next(stream)
    assert parsed(message)["event"] == "snapshot"
    assert json.loads(parsed(message)["data"])["game"] is not None


def test_steps_are_sent_in_the_language_of_the_page(table: FakeTable) -> None:
    stream = messages(table, speaking("pl"), wizard=table.wizard)
    *_, everything = islice(stream, 3)
    assert "Do zrobienia" in everything


def test_over_http(client: FlaskClient, playing: FakeTable) -> None:
    answer = client.get("/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    body = answer.iter_encoded()
    assert next(body) == b"retry: 1000\n\n"
    assert parsed(next(body).decode())["id"] == str(playing.snapshot().version)
    answer.close()
