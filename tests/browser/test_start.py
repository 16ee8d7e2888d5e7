"""The start page: a game, its players, Start; and the last game, which a tap starts again."""

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

from firmware_host.game.commands import StartGame
from firmware_host.words import say
from tests.browser.conftest import TABLET, OpenPage, Serve
from tests.browser.measuring import FINGER_PX, answered
from tests.browser.player import choose_game, open_settings
from tests.browser.rooms import SIZES
from tests.web_ui.advice import play_out
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.speaking import speaking
from web_ui.language import LANGUAGES, Language

SOME = ((320, 568), (667, 375), (820, 1180))
LEAST_COLUMN_PX = 260

UGLY = """([finger, column]) => {
  const shown = [...document.querySelectorAll('#start *')].filter(it => it.checkVisibility());
  const said = it => `${it.className || it.tagName}: ${(it.ariaLabel ?? it.textContent).trim().slice(0, 40)}`;
  const box = it => it.getBoundingClientRect();
  const found = [];
  const sides = document.documentElement;
  if (sides.scrollWidth > innerWidth) found.push(`scrolls sideways: ${sides.scrollWidth}`);
  for (const it of shown) {
    const { width, height, left, right } = box(it);
    const target = it.matches('button, a[href], summary, label, select, input[type=text], .grip');
    if (target && (width < finger - 0.01 || height < finger - 0.01)) {
      found.push(`small, ${width}x${height}: ${said(it)}`);
    }
    if (right - left > 1 && (left < -1 || right > innerWidth + 1)) found.push(`beyond the edge: ${said(it)}`);
    const text = !it.matches('input, .visually-hidden') && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0;
    if (text && getComputedStyle(it).display !== 'inline') found.push(`cut off: ${said(it)}`);
    if (it.matches('section, .ruleset, .habits') && width < Math.min(column, 0.65 * innerWidth)) {
      found.push(`a column of ${width} px: ${said(it)}`);
    }
  }
  const footer = document.querySelector('.start-footer');
  const buttons = shown.filter(it => it.matches('button, a, label, summary') && !footer.contains(it));
  buttons.forEach((one, i) => buttons.slice(i + 1).forEach(other => {
    const [a, b] = [box(one), box(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    if (across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) {
      found.push(`${said(one)} lies on ${said(other)}`);
    }
  }));
  const begin = box(document.querySelector('#begin'));
  if (begin.bottom > innerHeight + 1 || begin.top < 0) found.push('Start is out of sight');
  return found;
}"""
"""What is wrong with the start page as it is drawn: too small, too narrow, cut off, hidden, or one on the other."""


def names(page: Page) -> list[str]:
    fields = page.locator("#seats input")
    return [fields.nth(index).input_value() for index in range(fields.count())]


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag by steps, as a hand does, and a little past the middle."""
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 4, steps=5)
    page.mouse.up()


def switch(page: Page, code: str) -> Language:
    page.get_by_role("button", name=LANGUAGES[code], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    return speaking(code)


def test_a_game_is_prepared_put_right_and_started(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = open_page(serve(table).address)
    choose_game(page, "Yatzy", players=2)
    page.get_by_role("radio", name="Poker faces").check()
    open_settings(page)
    page.get_by_role("switch", name="Higher figures").click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Add a player").click()

    drag(page, page.locator(".grip").nth(2), page.locator(".grip").nth(0))
    assert names(page) == ["Player 3", "Ann", "Ben"]
    expect(page.locator("#spoken")).to_have_text("Player 3 is now player 1 of 3")
    page.get_by_role("button", name="Move Ann down").press("Enter")
    assert names(page) == ["Player 3", "Ben", "Ann"]
    expect(page.get_by_role("button", name="Move Ann up")).to_be_focused()

    page.get_by_label("Name of player 3").fill("ben ")
    page.get_by_role("button", name="Start the game").click()
    fault = "Two players are called ben. Give each a different name."
    name = page.get_by_label("Name of player 3")
    expect(page.get_by_role("alert")).to_have_text(fault)
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(fault)
    name.fill("Ann")
    expect(page.locator(".fault")).to_have_count(0)

    romanian = switch(page, "ro").translate
    third = romanian(say("Player {number}", number=3))
    expect(page.locator("#seats input")).to_have_count(3)
    assert names(page) == [third, "Ben", "Ann"]
    page.reload()
    expect(page.locator("#settings-line")).to_contain_text("Yatzy")
    assert names(page) == [third, "Ben", "Ann"]
    page.get_by_role("button", name=romanian("Start the game")).click()
    expect(page.locator("#status h1")).to_have_text(third)
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert (game.rules, game.faces, dict(game.options)) == (
        "yatzy",
        "poker",
        {"three-as-pair": False, "higher-counts-lower": False, "order": "free"},
    )


def test_the_last_game_starts_again_with_a_tap(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, "crag", faces="poker"))
    play_out(table)
    page = open_page(serve(table).address)
    page.get_by_role("button", name="New players").click()
    page.go_back()
    expect(page.locator("#outcome")).to_be_visible()
    page.get_by_role("button", name="New players").click()
    page.get_by_label("Name of player 1").fill("Cleo")
    page.reload()
    expect(page.get_by_label("Name of player 1")).to_have_value("Cleo")
    page.get_by_role("button", name="Play again: Crag with Ann and Ben").click()
    expect(page.locator("#status h1")).to_have_text("Ann")
    expect(page).not_to_have_url(re.compile("#"))
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert (game.rules, game.faces, [player.name for player in game.players]) == ("crag", "poker", ["Ann", "Ben"])


def test_every_screen_shows_it_whole(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, "crag"))
    play_out(table)
    page = open_page(serve(table).address, TABLET)
    page.get_by_role("button", name="New players").click()
    choose_game(page, "Poker hands", players=2)
    page.get_by_role("radio", name="Poker faces").check()
    page.get_by_role("button", name="Add an opponent").click()
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Name of player 4").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".fault")).to_have_count(1)
    found = {}

    def walk(state: str, sizes: Iterable[tuple[int, int]], text: str = "") -> None:
        page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            if ugly := page.evaluate(UGLY, [FINGER_PX, LEAST_COLUMN_PX]):
                found[state, width, height] = ugly

    walk("closed", SIZES)
    walk("closed, large text", SOME, "200%")
    open_settings(page)
    page.locator(".coach-choice label").nth(2).click()
    walk("open, large text", SOME, "200%")
    walk("open", SOME)
    assert found == {}
