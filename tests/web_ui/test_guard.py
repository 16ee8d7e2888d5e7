"""Other sites' pages are kept out, and every answer carries the security headers."""

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable
from web_ui.assets import own_assets


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_foreign_action(client: FlaskClient, table: FakeTable, headers: dict[str, str]) -> None:
    answer = client.post("/api/undo", json={}, headers=headers)
    assert answer.status_code == 403
    assert answer.json is not None
    assert "another site" in answer.json["error"]
    assert table.asked == []


@pytest.mark.usefixtures("playing")
@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://localhost"}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}],
)
def test_own_action(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/api/undo", json={}, headers=headers).status_code == 200


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", None])
def test_an_action_must_be_json(client: FlaskClient, table: FakeTable, content_type: str | None) -> None:
    answer = client.post("/api/undo", data="{}", content_type=content_type)
    assert answer.status_code == 415
    assert answer.json is not None
    assert "application/json" in answer.json["error"]
    assert table.asked == []


@pytest.mark.parametrize(
    "address",
    ["/", "/setup", "/api/state", "/live.jpg", "/nowhere", "/api/nowhere", own_assets().address("game.js"), "/healthz"],
)
def test_security_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("address", ["/", "/setup"])
def test_pages_hold_no_inline_script_or_style(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    data = page.count('<script type="application/json"')  # which no browser runs
    assert page.count("<script") == data + page.count('<script type="module" src="/static/')


@pytest.mark.parametrize("address", ["/", "/setup"])
def test_pages_ask_nothing_of_the_internet(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    assert "//" not in page.replace("<!doctype html>", "")
