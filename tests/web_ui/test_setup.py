"""The setup page and what it asks, step by step."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.firmware_host.setup.scripted_camera_setup import WHOLE, Checked, Mark, Marked
from tests.web_ui.fake_table import FakeTable

STEPS = ["camera", "tray", "light", "lock", "rail"]
TRIANGLE = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.9]]


def step(client: FlaskClient, name: str) -> dict[str, Any]:
    """A step as it is known."""
    told = client.get(f"/api/setup/{name}").json
    assert isinstance(told, dict)
    return told


def refreshed(client: FlaskClient, name: str) -> dict[str, Any]:
    """A step measured now."""
    told = client.post(f"/api/setup/{name}/refresh", json={}).json
    assert isinstance(told, dict)
    return told


def texts(told: dict[str, Any]) -> list[str]:
    return [finding["text"] for finding in told["findings"]]


def test_the_page_shows_every_step_and_how_it_stands(client: FlaskClient) -> None:
    page = unescape(client.get("/setup").text)
    assert [name for name in STEPS if f'id="step-{name}"' not in page] == []
    assert 'data-step="tray" data-state="open"' in page
    assert 'data-step="camera" data-state="done"' in page


def test_all_steps_are_told_in_order_without_being_measured(client: FlaskClient, table: FakeTable) -> None:
    told = client.get("/api/setup").json
    assert told is not None
    assert [one["id"] for one in told["steps"]][:5] == STEPS
    assert told["steps"][2]["state"] == "open"
    assert table.camera_setup.measured == ()


def test_a_step_is_measured_on_demand_and_known_from_then_on(client: FlaskClient, table: FakeTable) -> None:
    table.camera_setup.to_measure = (Checked("light", Mark.BAD, 12.0, sentence="It is too dark (12 of 255)."),)
    told = refreshed(client, "light")
    assert step(client, "light") == told
    assert (told["state"], told["label"]) == ("open", "To do")
    assert told["findings"][0] == {
        "id": "light",
        "grade": "bad",
        "text": "It is too dark (12 of 255).",
        "number": 12.0,
        "unit": "grey levels",
    }


def test_a_camera_is_chosen_from_what_each_sees(client: FlaskClient, table: FakeTable) -> None:
    cameras = step(client, "camera")["facts"]["cameras"]
    assert [camera["title"] for camera in cameras] == [
        "Simulated tray (the same throws each time)",
        "USB camera 0",
        "Folder of photos",
    ]
    pictures = [client.get(f"/setup/camera/{camera['picture']}") for camera in cameras]
    assert {picture.mimetype for picture in pictures} == {"image/jpeg"}
    assert len({picture.data for picture in pictures}) == 3

    told = client.post("/api/setup/camera/choose", json={"spec": "folder:photos"}).json

    assert told is not None
    assert told["facts"]["source"] == "folder:photos"
    assert table.snapshot().tray.source == "folder:photos"


def test_a_camera_that_shows_nothing_has_no_thumbnail_but_a_sentence(client: FlaskClient, table: FakeTable) -> None:
    cameras = step(client, "camera")["facts"]["cameras"]
    table.camera_setup.fault = OSError("usb:0 cannot be opened. Another program may be using it.")
    answer = client.get(f"/setup/camera/{cameras[1]['picture']}", headers={"Accept": "image/*"})
    assert answer.status_code == 409
    assert answer.json == {"error": "usb:0 cannot be opened. Another program may be using it."}


def test_a_camera_that_does_not_answer_is_refused_with_a_sentence(client: FlaskClient) -> None:
    answer = client.post("/api/setup/camera/choose", json={"spec": "usb:0"})
    assert answer.status_code == 409
    assert answer.json == {"error": "No camera answers at usb:0. Plug it in, or choose another source."}


def test_a_tray_of_many_sides_is_marked_and_told_as_it_is(client: FlaskClient) -> None:
    told = client.post("/api/setup/tray/mark", json={"outline": TRIANGLE}).json
    assert told is not None
    assert (told["state"], told["facts"]["outline"]) == ("done", TRIANGLE)
    assert texts(told) == ["The tray is marked by 3 corners."]


@pytest.mark.parametrize("outline", [[[0, 0, 0]], [["0", "0"]], [[True, 0]], 5])
def test_what_is_no_outline_is_refused(client: FlaskClient, outline: object) -> None:
    answer = client.post("/api/setup/tray/mark", json={"outline": outline})
    assert answer.status_code == 400
    assert answer.json is not None
    assert "“outline” must be a list" in answer.json["error"]


def test_a_tray_that_cannot_be_kept_is_refused_with_the_eyes_sentence(client: FlaskClient, table: FakeTable) -> None:
    table.camera_setup.fault = ValueError("None of the four cards is found.")
    answer = client.post("/api/setup/tray/find", json={"round": True})
    assert (answer.status_code, answer.json) == (409, {"error": "None of the four cards is found."})


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_there_to_print(client: FlaskClient, paper: str) -> None:
    answer = client.get(f"/setup/tray/sheet-{paper}.pdf")
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF-")


@pytest.mark.parametrize(
    "address", ["/api/setup/roof", "/setup/roof/tile.jpg", "/setup/tray/sheet-a3.pdf", "/setup/camera/00000000.jpg"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/api/setup/roof/skip", "/api/setup/tray/paint", "/api/setup/light/mark"])
def test_there_is_no_such_action(client: FlaskClient, address: str) -> None:
    assert client.post(address, json={}).status_code == 404


def test_a_step_is_skipped_and_taken_up_again(client: FlaskClient) -> None:
    skipped = client.post("/api/setup/rail/skip", json={}).json
    assert skipped is not None
    assert (skipped["state"], skipped["label"]) == ("skipped", "Skipped")
    assert step(client, "rail")["state"] == "skipped"

    again = client.post("/api/setup/rail/skip", json={"skipped": False}).json
    assert again is not None
    assert again["state"] == "open"


def test_the_keep_rail_is_marked_along_a_side_and_taken_away(client: FlaskClient) -> None:
    strips = refreshed(client, "rail")["facts"]["strips"]
    assert sorted(strips) == ["bottom", "left", "right", "top"]

    told = client.post("/api/setup/rail/mark", json={"side": "top", "width": 1}).json
    assert told is not None
    assert (told["state"], told["facts"]["rail"]) == ("done", strips["top"][1])

    gone = client.post("/api/setup/rail/clear", json={}).json
    assert gone is not None
    assert (gone["state"], gone["facts"]["rail"]) == ("open", None)


def test_a_broken_file_of_trays_still_shows_the_page_and_how_to_mend_it(client: FlaskClient, table: FakeTable) -> None:
    table.camera_setup.marked = Marked(fault="/data/tray.json cannot be understood.")
    assert client.get("/setup").status_code == 200
    told = step(client, "tray")
    assert told["state"] == "open"
    assert texts(told) == ["/data/tray.json cannot be understood. The broken file is kept beside the new one."]

    mended = client.post("/api/setup/tray/mark", json={"outline": WHOLE}).json
    assert mended is not None
    assert mended["state"] == "done"


def test_a_step_is_told_in_the_language_of_the_page(client: FlaskClient) -> None:
    told = client.get("/api/setup/light", headers={"Accept-Language": "pl"}).json
    assert told is not None
    assert told["label"] == "Do zrobienia"
    assert texts(told) == ["Światło nie zostało jeszcze zmierzone."]
