"""Which language a page is in, and that all of it is in that one."""

import json
from html.parser import HTMLParser
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import SetHold
from firmware_host.rules.rulesets import RULESETS
from firmware_host.words import say_count
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.speaking import speaking
from web_ui.language import LANGUAGES, Language
from web_ui.scripts import STATIC, WORD_LISTS
from web_ui.scripts import catalogue as for_scripts
from web_ui.translations.loading import TRANSLATED, read, translations

ONE, MANY = "{count} roll left.", "{count} rolls left."
PLURALS = {
    "ro": {1: 0, 2: 1, 5: 1, 21: 2, 22: 2, 25: 2, 101: 1, 0: 1, 119: 1, 120: 2, 201: 1},
    "eo": {1: 0, 2: 1, 5: 1, 21: 1, 22: 1, 25: 1, 101: 1, 0: 1},
    "ru": {1: 0, 2: 1, 5: 2, 21: 0, 22: 1, 25: 2, 101: 0, 0: 2, 11: 2, 112: 2, 201: 0},
    "uk": {1: 0, 2: 1, 5: 2, 21: 0, 22: 1, 25: 2, 101: 0, 0: 2, 11: 2, 112: 2, 201: 0},
    "pl": {1: 0, 2: 1, 5: 2, 21: 2, 22: 1, 25: 2, 101: 2, 0: 2, 12: 2, 112: 2, 201: 2},
}
"""Which of its forms a language takes for a count, as the Unicode CLDR has it."""


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


def in_romanian(client: FlaskClient, address: str) -> str:
    return client.get(address, headers={"Accept-Language": "ro"}).text


def test_the_page_is_told_in_its_language(client: FlaskClient) -> None:
    page = in_romanian(client, "/")
    for text in ("Zaruri strâmbe", "Poker cu zaruri", "Treiari", "Rubiniu"):
        assert text in page
    catalogue = json.loads(Page(page).catalogue)
    assert catalogue["texts"]["Undo"] == "Anulează"


def test_the_view_is_told_in_its_language(client: FlaskClient, playing: FakeTable) -> None:
    client.set_cookie("language", "ro")
    view = client.get("/api/state").json
    assert view is not None
    assert view["game"]["title"] == "Poker cu zaruri"
    assert [row["title"] for row in view["game"]["rows"]][:2] == ["Așii", "Doiari"]
    assert view["game"]["players"][0]["name"] == "Ann"
    written = client.post("/api/write", json={"box": "chance"}).json
    assert written is not None
    assert written["game"]["rows"][-1]["title"] == "Șansă"
    client.post("/api/language", json={"language": "en"})
    view = client.get("/api/state").json
    assert view is not None
    assert view["game"]["title"] == "Poker dice"
    assert playing.snapshot().tray.message == view["message"]


def test_a_refusal_is_told_in_its_language(client: FlaskClient) -> None:
    refusal = speaking("ro").translate("There is no page at this address.")
    answer = client.get("/nowhere", headers={"Accept": "image/*", "Accept-Language": "ro"})
    assert answer.status_code == 404
    assert answer.json == {"error": refusal}
    shown = client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": "ro"})
    assert Page(shown.text).language == "ro"
    assert refusal in shown.text


def test_sources_are_told_in_its_language(client: FlaskClient) -> None:
    facts = client.get("/api/setup", headers={"Accept-Language": "ro"}).json
    assert facts is not None
    assert facts["steps"][0]["facts"]["cameras"][2]["title"] == "Folder cu fotografii"


def test_each_stream_keeps_the_language_it_began_in(client: FlaskClient, playing: FakeTable) -> None:
    streams = {}
    for code in ("ro", "pl"):
        client.set_cookie("language", code)
        streams[code] = client.get("/events", buffered=False).iter_encoded()
        list(islice(streams[code], 2))
    client.set_cookie("language", "en")
    playing.ask(SetHold(1, True))
    titles = {code: told(next(stream))["game"]["title"] for code, stream in streams.items()}
    assert titles == {"ro": "Poker cu zaruri", "pl": "Poker w kości"}


def told(message: bytes) -> dict[str, Any]:
    fields = dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))
    view: dict[str, Any] = json.loads(fields["data"])
    return view


@pytest.mark.parametrize("code", TRANSLATED)
def test_counts_take_the_form_that_suits_them(code: str) -> None:
    message = read(code)[ONE]
    assert message is not None
    assert message.string is not None
    language = speaking(code)
    scripts = for_scripts(translations(code))
    assert tuple(scripts["counted"][ONE]) == tuple(message.string)
    for count, form in PLURALS[code].items():
        assert language.translate(say_count(ONE, MANY, count)) == message.string[form].format(count=count)
        if count < len(scripts["forms"]):
            assert int(scripts["forms"][count]) == form


def test_scripts_speak_through_their_lists_of_words_alone() -> None:
    lists = {STATIC / name for name in (*WORD_LISTS, "lib/gettext.js")}
    scripts = [path for path in STATIC.rglob("*.js") if path not in lists]
    assert len(scripts) > 10
    assert [path.name for path in scripts if "gettext" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("code", "titles"),
    [
        ("ro", {"poker-dice": "Poker cu zaruri"}),
        ("eo", {"poker-dice": "Ĵetkuba pokero"}),
        ("ru", {"poker-dice": "Покер на костях", "speed-yatzy": "Покер-кости"}),
        ("uk", {"poker-dice": "Покерні кубики", "school-poker": "Покер на кубиках"}),
        ("pl", {"poker-dice": "Poker w kości", "general": "Gra w kości (Generał)"}),
    ],
)
def test_the_title_of_a_source_is_that_of_its_own_game(code: str, titles: dict[str, str]) -> None:
    spoken = Language(code, translations(code))
    told = {id_: spoken.translate(rules.title) for id_, rules in RULESETS.items()}
    assert {id_: told[id_] for id_ in titles} == titles
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_line_below_tells_games_of_similar_titles_apart(code: str) -> None:
    spoken = Language(code, translations(code))
    below = [spoken.translate(rules.gist) for rules in RULESETS.values() if rules.gist]
    assert len(set(below)) == len(below) >= 5
    named = {id_ for id_, rules in RULESETS.items() if rules.gist}
    assert {"poker-dice", "poker-hands", "speed-yatzy", "school-poker", "general"} <= named
