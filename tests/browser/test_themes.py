"""Light and dark, and colours that the device forces on the page."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, OpenPage, Serve
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.js.views import TABLES

INK = "getComputedStyle(document.documentElement).getPropertyValue('--ink')"
BAR = """[...document.querySelectorAll('meta[name=theme-color]')].filter((it) => matchMedia(it.media).matches)
           .map((it) => it.dataset.colours)"""


def test_the_device_says_unless_somebody_chooses(serve: Serve, open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.emulate_media(color_scheme="dark")
    page.goto(serve(TABLES["held"]()).address)
    expect(page.locator("#game")).to_be_visible()
    dark = page.evaluate(INK)
    assert page.evaluate(BAR) == ["dark"]

    page.locator("#menu-open").click()
    menu = page.get_by_role("dialog")
    with page.expect_response("**/api/theme"):
        menu.get_by_role("button", name="Light", exact=True).click()
    expect(menu).to_be_visible()
    light = page.evaluate(INK)
    assert light != dark
    assert page.evaluate(BAR) == ["light"]

    page.reload()
    expect(page.locator("#game")).to_be_visible()
    assert page.evaluate(INK) == light
    page.goto(page.url + "setup")
    setup = page.locator("main.setup")
    expect(setup.get_by_role("button", name="Light", exact=True)).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/api/theme"):
        setup.get_by_role("button", name="Auto", exact=True).click()
    assert page.evaluate(INK) == dark
    page.emulate_media(color_scheme="light")
    assert page.evaluate(INK) == light
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(INK) == light


BARE = """() => {
  const painted = (it, part) => {
    const style = getComputedStyle(it, part);
    return ["Top", "Bottom"].every((side) => parseFloat(style[`border${side}Width`]) > 0 &&
      !["none", "hidden"].includes(style[`border${side}Style`]) && style[`border${side}Color`] !== "rgba(0, 0, 0, 0)");
  };
  return [...document.querySelectorAll("button, a.button, input[type=text], select, .segments label, dialog[open]")]
    .filter((it) => it.checkVisibility())
    .filter((it) => !painted(it) && !(painted(it, "::before") && getComputedStyle(it, "::before").content !== "none"))
    .filter((it) => !getComputedStyle(it).textDecorationLine.includes("underline"))
    .map((it) => `${it.className} ${it.ariaLabel ?? it.textContent.trim()}`);
}"""
SYSTEM = """(colour) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = colour;
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}"""


def forced(serve: Serve, open_page: OpenPage, table: FakeTable, path: str = "/") -> Page:
    page = open_page("about:blank", TABLET)
    page.emulate_media(forced_colors="active")
    page.goto(serve(table).address + path)
    expect(page.locator("main:visible")).to_be_visible()
    return page


@pytest.mark.parametrize("state", ["start", "unsure", "slots", "hands", "lost"])
def test_forced_colours_leave_every_control_a_border(serve: Serve, open_page: OpenPage, state: str) -> None:
    page = forced(serve, open_page, TABLES[state]())
    assert page.evaluate(BARE) == []


def test_forced_colours_show_what_is_held_lit_and_in_focus(serve: Serve, open_page: OpenPage) -> None:
    page = forced(serve, open_page, TABLES["held"]())
    highlight, text = page.evaluate(SYSTEM, "Highlight"), page.evaluate(SYSTEM, "CanvasText")

    def style(selector: str, name: str) -> Any:
        return page.locator(selector).first.evaluate("(it, name) => getComputedStyle(it)[name]", name)

    assert style(".is-held .die", "borderTopColor") == highlight
    assert style(".place:not(.is-held) .die", "borderTopColor") != highlight
    assert style(".is-held .die-label", "backgroundColor") == highlight
    assert style(".is-lit .lamp", "backgroundColor") == highlight
    assert style(".panel-button:not(.is-lit) .lamp", "backgroundColor") != highlight
    assert style(".pip", "fill") == text
    assert style(".die-top", "fill") == page.evaluate(SYSTEM, "Canvas")
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineColor") == highlight
    page.locator("#menu-open").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(BARE) == []
    page.goto(page.url + "setup#tray")
    expect(page.locator("#step-tray")).to_be_visible()
    assert page.evaluate(BARE) == []
    assert style("[role=radio][aria-checked=true]", "backgroundColor") == highlight
