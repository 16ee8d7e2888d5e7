"""The pages themselves, their pictures, and errors as people see them."""

import pytest
from flask.testing import FlaskClient

from firmware_host.rules.rulesets import RULESETS
from tests.web_ui.fake_table import FakeTable
from web_ui import create_app
from web_ui.game import OFFERED
from web_ui.setup import source_title


def test_game_page_explains_the_games_it_offers_and_no_others(client: FlaskClient) -> None:
    page = client.get("/").text
    for game, rules in RULESETS.items():
        assert (f'value="{game}"' in page) == (game in OFFERED)
        if game in OFFERED:
            assert rules.title in page
            assert all(box.title in page for box in rules.boxes)


def test_setup_facts(client: FlaskClient) -> None:
    assert client.get("/api/setup").json == {
        "source": "sim:seed=7",
        "sources": [
            {"spec": "sim:seed=7", "title": "Simulated tray"},
            {"spec": "usb:0", "title": "USB camera 0"},
            {"spec": "folder:photos", "title": "Folder of photos"},
        ],
        "corners": [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
    }


@pytest.mark.parametrize(
    ("spec", "title"),
    [("usb:1", "USB camera 1"), ("video:/films/a.mp4", "Video file"), ("telescope:3", "telescope")],
)
def test_source_titles(spec: str, title: str) -> None:
    assert source_title(spec) == title


def test_corners_are_set_and_told(client: FlaskClient) -> None:
    corners = [[0.1, 0.2], [0.9, 0.2], [0.8, 0.9], [0.1, 0.8]]
    assert client.post("/api/corners", json={"corners": corners}).status_code == 200
    facts = client.get("/api/setup").json
    assert facts is not None
    assert facts["corners"] == corners


@pytest.mark.parametrize("address", ["/live.jpg", "/pictures/die-40.jpg", "/pictures/roll-12345.jpg"])
def test_pictures(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "image/jpeg"
    assert answer.data.startswith(b"\xff\xd8\xff")
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_such_picture(client: FlaskClient) -> None:
    answer = client.get("/pictures/lost.jpg", headers={"Accept": "image/*"})
    assert answer.status_code == 404
    assert answer.json == {"error": "There is no picture “lost.jpg” any more."}


def test_no_live_picture(client: FlaskClient, table: FakeTable) -> None:
    table.lose_camera()
    answer = client.get("/live.jpg", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "has not shown a picture" in answer.text


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}


def test_unknown_page_leads_back_to_the_game(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


class BrokenTable(FakeTable):
    """A table whose program has a fault."""

    def sources(self) -> tuple[str, ...]:
        raise KeyError("sources")


def test_a_fault_is_a_sentence_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    answer = create_app(BrokenTable()).test_client().get("/api/setup")
    assert answer.status_code == 500
    assert answer.json is not None
    assert "The game is kept" in answer.json["error"]
    assert "KeyError" in caplog.text
