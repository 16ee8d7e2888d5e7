"""Which language a page is in, and that all of it is in that one."""

import json
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable
from web_ui.language import LANGUAGES

HTML = {"Accept": "text/html"}


class Page(HTMLParser):
    """A page's language, its language switch and its scripts' catalogue."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language: str | None = None
        self.offered: dict[str, str] = {}
        self.pressed: set[str] = set()
        self.catalogue = ""
        self._at = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "html":
            self.language = known["lang"]
        code = known.get("data-language")
        if code:
            self._at = code
            if known["aria-pressed"] == "true":
                self.pressed.add(code)
        elif known.get("id") == "catalogue":
            self._at = "catalogue"

    def handle_data(self, data: str) -> None:
        if self._at == "catalogue":
            self.catalogue += data
        elif self._at:
            self.offered[self._at] = data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the signature of the base class
        self._at = ""


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("", "en"),
        ("ro", "ro"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("ro-MD", "ro"),
        ("de-DE,de;q=0.9", "en"),
        ("de,uk;q=0.7,ru;q=0.3", "uk"),
        ("*", "en"),
        ("en-GB,eo;q=0.9", "en"),
        ("eo,en;q=0.5", "eo"),
        ("ro;q=0,pl;q=0.1", "pl"),
        ("no language;q=x", "en"),
    ],
)
def test_the_browser_says_what_it_prefers(client: FlaskClient, wanted: str, given: str) -> None:
    answer = client.get("/", headers={"Accept-Language": wanted})
    assert Page(answer.text).language == given
    assert answer.headers["Content-Language"] == given
    assert {"Cookie", "Accept-Language"} <= set(answer.vary.as_set(preserve_casing=True))


@pytest.mark.parametrize("address", ["/", "/setup"])
def test_a_choice_outweighs_the_browser_and_lasts_a_year(client: FlaskClient, address: str) -> None:
    chosen = client.post("/api/language", json={"language": "ru"})
    assert chosen.status_code == 200
    cookie = client.get_cookie("language")
    assert cookie is not None
    assert (cookie.value, cookie.max_age, cookie.http_only) == ("ru", 365 * 24 * 3600, True)
    assert "SameSite=Lax" in chosen.headers["Set-Cookie"]
    page = Page(client.get(address, headers={"Accept-Language": "pl"}).text)
    assert page.language == "ru"
    assert page.pressed == {"ru"}


@pytest.mark.parametrize("address", ["/", "/setup"])
def test_every_page_offers_the_languages_by_their_own_names(client: FlaskClient, address: str) -> None:
    assert Page(client.get(address).text).offered == dict(LANGUAGES)


@pytest.mark.parametrize("body", [{"language": "tlh"}, {"language": ""}, {"language": 7}, {}])
def test_a_language_that_nobody_speaks_here(client: FlaskClient, table: FakeTable, body: dict[str, object]) -> None:
    answer = client.post("/api/language", json=body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"]
    assert client.get_cookie("language") is None
    assert table.asked == []


def test_an_old_cookie_does_not_harm(client: FlaskClient) -> None:
    client.set_cookie("language", "../../etc")
    assert Page(client.get("/", headers={"Accept-Language": "eo"}).text).language == "eo"


def test_another_sites_page_may_not_choose(client: FlaskClient) -> None:
    answer = client.post("/api/language", json={"language": "ro"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert client.get_cookie("language") is None


def test_english_scripts_need_plural_forms_only(client: FlaskClient) -> None:
    catalogue = json.loads(Page(client.get("/").text).catalogue)
    assert catalogue["texts"] == {}
    assert catalogue["forms"][:3] == "101"
    assert catalogue["counted"]["Throw {count} die"] == ["Throw {count} die", "Throw {count} dice"]
