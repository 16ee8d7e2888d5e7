"""On paper: one page of every score sheet, nothing cut off, nothing to tap, black on white."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware_host.rules.rulesets import RULESETS
from tests.browser.conftest import OpenPage, Serve
from tests.browser.rooms import holding
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.js.views import TABLES

PAPERS = ("A4", "Letter")
MM = 96 / 25.4
CUT = """() => [...document.querySelectorAll(".score-sheet :is(h1, p, th, td, small, span, b)")]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0)
  .filter((it) => getComputedStyle(it).display !== "inline")
  .map((it) => `${it.tagName} ${it.textContent.trim()} ${it.scrollWidth} > ${it.clientWidth}`)"""


def printed(page: Page, paper: str) -> list[tuple[int, int]]:
    """Print, and return the width and height of each page in points."""
    pdf = page.pdf(format=paper, prefer_css_page_size=True, print_background=True)
    boxes: list[tuple[bytes, bytes]] = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_the_game_is_printed_as_it_stands(serve: Serve, open_page: OpenPage) -> None:
    table = TABLES["over"]()
    page = open_page(serve(table).address)
    expect(page.locator("#game")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    for paper, size in (("A4", (595, 842)), ("Letter", (612, 792))):
        (page_size,) = printed(page, paper)
        assert page_size == pytest.approx(size, abs=2)
    page.emulate_media(media="print", color_scheme="dark")
    sheet = page.locator(".score-sheet")
    expect(sheet.locator("thead th")).to_have_text(["Player", "Ann", "Ben"])
    expect(sheet.locator(".sheet-date")).to_have_text(re.compile(r"^\d{4}-\d\d-\d\d$"))
    expect(sheet.locator(".sheet-outcome")).to_contain_text("wins with")
    assert page.locator("button:visible").count() == 0
    style: Any = sheet.evaluate("it => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]")
    assert style == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.emulate_media(media="screen")
    expect(page.locator("#game")).to_be_visible()
    expect(sheet).to_be_hidden()


def _empty(page: Page, address: str, rules: str, players: int) -> None:
    """Print an empty sheet on both papers, each on one page, with all of its text."""
    page.goto(f"{address}/sheet/{rules}?players={players}")
    expect(page.locator(".score-sheet")).to_be_visible()
    wide = "is-wide" in (page.locator(".score-sheet").get_attribute("class") or "")
    assert wide or players < 8
    for paper in PAPERS:
        pages = printed(page, paper)
        assert len(pages) == 1, (rules, players, paper)
        assert (pages[0][0] > pages[0][1]) == wide
    page.emulate_media(media="print")
    narrowest = (279 - 20 if wide else 210 - 24) * MM
    page.set_viewport_size({"width": int(narrowest), "height": 1000})
    assert page.evaluate(CUT) == []
    page.emulate_media(media="null")


@pytest.mark.parametrize(("rules", "players"), [("maxi-yatzy", 8), ("balut", 2), ("poker-hands", 4)])
def test_an_empty_sheet_is_one_page(serve: Serve, open_page: OpenPage, rules: str, players: int) -> None:
    _empty(open_page("about:blank"), serve(FakeTable()).address, rules, players)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULESETS)
def test_every_empty_sheet_is_one_page_in_every_language(serve: Serve, open_page: OpenPage, rules: str) -> None:
    address = serve(FakeTable()).address
    page = open_page("about:blank")
    for language in ("en", "ro", "eo", "ru", "uk", "pl"):
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])
        for players in range(RULESETS[rules].min_players, 9):
            _empty(page, address, rules, players)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("players", [2, 8])
def test_every_game_in_play_is_one_page(serve: Serve, open_page: OpenPage, rules: str, players: int) -> None:
    page = open_page(serve(holding(RULESETS[rules], players)).address)
    expect(page.locator("#game")).to_be_visible()
    for paper in PAPERS:
        assert len(printed(page, paper)) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(186 * MM), "height": 1000})
    assert page.evaluate(CUT) == []


def test_the_number_of_players_is_chosen_on_the_page(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(f"{serve(FakeTable()).address}/sheet/crag?faces=poker")
    columns = page.locator(".score-sheet thead td")
    expect(columns).to_have_count(4)
    page.get_by_role("link", name="6 players").click()
    expect(columns).to_have_count(6)
    expect(page.get_by_role("link", name="6 players")).to_have_attribute("aria-current", "page")
    expect(page.locator(".score-sheet tbody th").first).to_contain_text("9")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#start")).to_be_visible()
