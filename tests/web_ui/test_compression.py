"""Text comes compressed where that saves something, and a page that has not changed does not come again."""

import gzip

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable
from web_ui.compression import LEAST, compressed

GZIP = {"Accept-Encoding": "gzip", "Accept": "text/html"}


@pytest.mark.parametrize("address", ["/", "/setup", "/api/state", "/api/setup"])
def test_text_comes_compressed(client: FlaskClient, playing: FakeTable, address: str) -> None:
    assert playing.snapshot().game is not None
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert "Content-Encoding" not in plain.headers
    for answer in (plain, packed):
        assert {part.strip() for part in answer.headers["Vary"].split(",")} == {
            "Cookie",
            "Accept-Language",
            "Accept-Encoding",
        }


def test_the_answer_to_an_action_too(client: FlaskClient, playing: FakeTable) -> None:
    assert playing.snapshot().game is not None
    answer = client.post("/api/undo", json={}, headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b'"version"' in gzip.decompress(answer.data)


@pytest.mark.parametrize("address", ["/healthz", "/live.jpg", "/setup/tray/sheet-a4.pdf"])
def test_short_texts_and_pictures_stay_as_they_are(client: FlaskClient, address: str) -> None:
    assert "Content-Encoding" not in client.get(address, headers=GZIP).headers


def test_what_does_not_get_smaller_stays_as_it_is() -> None:
    assert compressed(b"a" * (LEAST - 1), "text/html") is None
    assert compressed(b"a" * LEAST, "image/jpeg") is None
    assert compressed(gzip.compress(bytes(range(256)) * 99), "text/html") is None
    assert compressed(b"a" * LEAST, "text/html") == compressed(b"a" * LEAST, "text/html")


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_a_page_that_has_not_changed_is_not_sent_again(client: FlaskClient, headers: dict[str, str]) -> None:
    page = client.get("/", headers=headers)
    assert page.headers["Cache-Control"] == "no-cache"
    asked = {**headers, "If-None-Match": page.headers["ETag"]}
    same = client.get("/", headers=asked)
    assert (same.status_code, same.data) == (304, b"")
    assert client.get("/", headers={**asked, "Accept-Language": "pl"}).status_code == 200
    assert client.head("/", headers=headers).headers["ETag"] == page.headers["ETag"]


def test_an_error_is_not_kept(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers=GZIP)
    assert answer.status_code == 404
    assert "ETag" not in answer.headers


@pytest.mark.parametrize("address", ["/events", "/events?setup"])
def test_the_event_stream_is_not_held_back(client: FlaskClient, address: str) -> None:
    with client.get(address, headers=GZIP, buffered=False) as stream:
        assert "Content-Encoding" not in stream.headers
        assert next(stream.iter_encoded()) == b"retry: 1000\n\n"
