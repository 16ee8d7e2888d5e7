"""Several tablets at one table, each in its own language."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import StartGame
from firmware_host.words import say_count
from tests.browser.conftest import PHONE, OpenPage, Serve
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.speaking import speaking
from web_ui.assets.files import STATIC
from web_ui.language import LANGUAGES
from web_ui.translations.loading import TRANSLATED

COUNTS = (0, 1, 2, 5, 12, 21, 22, 25, 101, 112, 122, 199, 201, 1_002)
ONE, MANY = "{count} roll left.", "{count} rolls left."
GETTEXT = (STATIC / "lib" / "gettext.js").read_text(encoding="utf-8").replace("export ", "")


def playing() -> FakeTable:
    table = FakeTable()
    table.ask(StartGame(TWO))
    return table


def first_title(page: Page) -> Any:
    return page.locator(".card .title").first


def choose(page: Page, code: str) -> None:
    page.get_by_role("button", name=LANGUAGES[code], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_one_device_changes_its_language_and_no_other(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    address = serve(table).address
    ours, other = open_page(address), open_page(address)
    for page in (ours, other):
        expect(first_title(page)).to_have_text("Ones")
    ours.locator("#menu-open").click()
    choose(ours, "ro")
    romanian = speaking("ro").translate
    expect(first_title(ours)).to_have_text(romanian("Ones"))
    expect(ours.locator("[data-do=undo]")).to_have_text(romanian("Undo"))
    other.get_by_role("button", name="Die 1 shows 2, tap to hold").click()
    expect(ours.locator(".is-held")).to_have_count(1)
    expect(first_title(ours)).to_have_text(romanian("Ones"))
    expect(first_title(other)).to_have_text("Ones")
    expect(other.locator("html")).to_have_attribute("lang", "en")
    ours.reload()
    expect(first_title(ours)).to_have_text(romanian("Ones"))


def test_the_start_and_the_setup_page_offer_every_language(serve: Serve, open_page: OpenPage) -> None:
    address = serve(FakeTable()).address
    page = open_page(address, PHONE)
    expect(page.locator("#start")).to_be_visible()
    for code in (*TRANSLATED, "en"):
        choose(page, code)
        expect(page.locator("#start [data-language][aria-pressed=true]")).to_have_text(LANGUAGES[code])
    page.goto(f"{address}/setup#camera")
    choose(page, "ro")
    expect(page.locator(".camera").nth(2)).to_contain_text(speaking("ro").translate("Folder of photos"))
    expect(page.locator("#title-camera")).to_contain_text(speaking("ro").translate("Choose the camera"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_scripts_count_as_the_server_does(serve: Serve, open_page: OpenPage, code: str) -> None:
    page = open_page(serve(FakeTable()).address)
    expect(page.locator("#start")).to_be_visible()
    if code != "en":
        choose(page, code)
        expect(page.locator("#start")).to_be_visible()
    said = page.evaluate(
        f"([one, many, counts]) => {{ {GETTEXT} return counts.map((count) => ngettext(one, many, count)) }}",
        [ONE, MANY, list(COUNTS)],
    )
    language = speaking(code)
    assert said == [language.translate(say_count(ONE, MANY, count)) for count in COUNTS]
