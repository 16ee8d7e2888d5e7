"""Other sites' pages are kept out, and every answer carries the security headers."""

import socket

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable
from web_ui.app import create_app
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
        {"Origin": "http://[::1"},
        {"Origin": "localhost"},
        {"Origin": ""},
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


MACHINE = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8080",
        "localhost.:8080",
        "127.0.0.1",
        "192.168.1.20:8080",
        "[::1]:8080",
        "[fd00::1]",
        MACHINE,
        f"{MACHINE.partition('.')[0]}.local:8080",
        "dice.lan",
        "Dice.Lan:80",
    ],
)
def test_own_names(table: FakeTable, host: str) -> None:
    client = create_app(table, table.wizard, names=("dice.lan",)).test_client()
    assert client.get("/api/state", headers={"Host": host}).status_code == 200
    own = {"Host": host, "Origin": f"http://{host}"}
    assert client.post("/api/theme", json={"theme": "dark"}, headers=own).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.local",
        "dice.lan.evil.example",
        "dice.lan@evil.example",
        "2130706433",
        "0x7f.1",
        "[::1",
        "[evil]",
        "127.0.0.1:8080:1",
        "127.0.0.1 evil.example",
        "",
        ":8080",
        "\xff",
    ],
)
def test_another_name(table: FakeTable, host: str) -> None:
    client = create_app(table, table.wizard, names=("dice.lan",)).test_client()
    for address in ("/", "/api/state", "/events", "/live.jpg", "/healthz", "/nowhere"):
        answer = client.get(address, headers={"Host": host})
        assert answer.status_code == 421
        assert "Open it by its address" in answer.text


def test_a_name_that_leads_here_later_can_do_nothing(client: FlaskClient, table: FakeTable) -> None:
    rebound = {"Host": "evil.example:8080", "Origin": "http://evil.example:8080", "Sec-Fetch-Site": "same-origin"}
    answer = client.post("/api/undo", json={}, headers=rebound)
    assert answer.status_code == 421
    assert table.asked == []


@pytest.mark.parametrize("address", ["/live.jpg", "/api/state", "/events", "/pictures/die-1.jpg", "/"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_other_sites_see_nothing(client: FlaskClient, address: str, headers: dict[str, str]) -> None:
    assert client.get(address, headers=headers).status_code == 403


def test_a_link_opens_a_page_but_not_the_diagnostics(table: FakeTable) -> None:
    client = create_app(table, table.wizard, lambda: b"PK").test_client()
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=link).status_code == 200
    assert client.get("/setup/diagnostics.zip", headers=link).status_code == 403
    typed = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/setup/diagnostics.zip", headers=typed).status_code == 200
