"""Actions over HTTP: what is asked, what is refused, and by whom."""

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import SetHold
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.present import present

SEATS = [{"name": player.name, "colour": player.colour} for player in TWO]


def test_start_answers_with_the_view_after_it(client: FlaskClient) -> None:
    answer = client.post("/api/start", json={"players": SEATS})
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["phase"] == "rolled"
    assert [player["name"] for player in answer.json["game"]["players"]] == ["Ann", "Ben"]
    assert [place["value"] for place in answer.json["places"]] == [2, 3, 3, 5, 3]


@pytest.mark.usefixtures("playing")
def test_a_turn(client: FlaskClient) -> None:
    for die in (1, 2, 4):
        assert client.post("/api/hold", json={"die": die, "held": True}).status_code == 200
    thrown = client.post("/api/throw", json={}).json
    assert thrown is not None
    assert [place["value"] for place in thrown["places"]] == [1, 3, 3, 4, 3]
    assert thrown["game"]["rollsLeft"] == 1
    written = client.post("/api/write", json={"box": "threes"}).json
    assert written is not None
    assert written["game"]["players"][0]["total"] == 9
    assert written["game"]["current"] == 1


def test_press_goes_to_the_panel(playing: FakeTable, client: FlaskClient) -> None:
    assert client.post("/api/press", json={"button": 3}).status_code == 200
    assert playing.pressed == [3]
    assert playing.asked[-1] == SetHold(3, True)


@pytest.mark.parametrize("button", [-1, 5])
def test_press_beyond_the_panel(client: FlaskClient, table: FakeTable, button: int) -> None:
    answer = client.post("/api/press", json={"button": button})
    assert answer.status_code == 400
    assert answer.json == {"error": f"There is no button {button}: the panel has buttons 0 to 4."}
    assert table.pressed == []


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("throw", {}),
        ("undo", {}),
        ("write", {"box": "chance"}),
        ("hold", {"die": 0, "held": True}),
        ("correct", {"die": 0, "value": 1}),
        ("enter", {"values": [1, 2, 3, 4, 5]}),
        ("abandon", {}),
        ("setup/camera/choose", {"spec": "usb:0"}),
    ],
)
def test_the_table_refuses_with_a_sentence(client: FlaskClient, action: str, fields: dict[str, object]) -> None:
    answer = client.post(f"/api/{action}", json=fields)
    assert answer.status_code == 409
    assert answer.json is not None
    assert list(answer.json) == ["error"]
    assert answer.json["error"].endswith(".")


def test_a_refused_start_says_which_fields_are_wrong(client: FlaskClient) -> None:
    answer = client.post("/api/start", json={"players": [SEATS[0], SEATS[0], {**SEATS[1], "name": ""}]})
    assert answer.status_code == 409
    assert answer.json is not None
    twice, nameless = answer.json["faults"].values()
    assert list(answer.json["faults"]) == ["players.1.name", "players.2.name"]
    assert twice == "Two players are called Ann. Give each a different name."
    assert answer.json["error"] == f"{twice} {nameless}"


def test_a_refused_start_is_told_in_the_language_of_the_page(client: FlaskClient) -> None:
    headers = {"Accept-Language": "ro"}
    answer = client.post("/api/start", json={"players": [SEATS[0], SEATS[0]]}, headers=headers).json
    assert answer is not None
    assert answer["faults"]["players.1.name"] == answer["error"]
    assert "Two players" not in answer["error"]


@pytest.mark.parametrize("body", ["[]", "7", "null", "{", ""])
def test_a_body_that_is_no_object(client: FlaskClient, body: str) -> None:
    answer = client.post("/api/undo", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json is not None
    assert "JSON object" in answer.json["error"]


def test_a_body_that_does_not_fit(client: FlaskClient, table: FakeTable) -> None:
    answer = client.post("/api/hold", json={"die": "first"})
    assert answer.status_code == 400
    assert answer.json == {"error": "“die” must be a whole number, not 'first'. Reload the page and try again."}
    assert table.asked == []


def test_state(playing: FakeTable, client: FlaskClient) -> None:
    assert client.get("/api/state").json == present(playing.snapshot())


def test_unknown_action_is_json_404(client: FlaskClient) -> None:
    answer = client.post("/api/roll-again", json={})
    assert answer.status_code == 404
    assert answer.json == {"error": "There is no action “roll-again”. Reload the page and try again."}


def test_wrong_method_is_json_405(client: FlaskClient) -> None:
    answer = client.get("/api/undo")
    assert answer.status_code == 405
    assert answer.json is not None
    assert answer.json["error"]


def test_a_body_too_large(client: FlaskClient) -> None:
    answer = client.post("/api/write", json={"box": "x" * 20_000})
    assert answer.status_code in {400, 413}
    assert answer.json is not None
    assert answer.json["error"]
