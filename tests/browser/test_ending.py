"""The end of a game on the page, and what must not lie under a finger that taps once too often."""

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import StartGame
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import answered
from tests.web_ui.advice import ADVICE, CHANCES, analysis, play_out
from tests.web_ui.fake_table import TWO, FakeTable

WRITES = "[data-do=write], [data-do=confirm], [data-do=stand]"
APART = 20
"""Pixels between the throw button and what ends a turn."""
Box = dict[str, float]


def place(page: Page, selector: str) -> Box:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def near(page: Page, spot: Box, apart: float = 0) -> list[str]:
    """Which buttons in sight end a turn and lie within or so near to a spot."""
    found: list[str] = page.evaluate(
        """([selector, spot, apart]) => [...document.querySelectorAll(selector)].filter(button => {
             const one = button.getBoundingClientRect();
             const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
             const seen = document.elementFromPoint(x, y)?.closest("button") === button;
             return seen && one.left < spot.x + spot.width + apart && one.right > spot.x - apart &&
               one.top < spot.y + spot.height + apart && one.bottom > spot.y - apart;
           }).map(button => button.getAttribute("aria-label") ?? button.innerText)""",
        [WRITES, spot, apart],
    )
    return found


def test_a_game_ended_by_mistake_goes_on(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO))
    page = open_page(serve(table).address)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End this game").click()
    page.get_by_role("button", name="End it? Tap again").click()
    expect(page.locator("#outcome")).to_have_text("The game was ended early")
    expect(page.get_by_role("button", name="Luck and skill")).to_have_count(0)
    page.locator("#controls").get_by_role("button", name="Back to the game").click()
    expect(page.locator(".lying")).to_have_count(5)
    expect(page.locator("#status h1")).to_have_text("Ann")


def test_the_moments_of_a_game_and_a_rematch_in_one_tap(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, "crag", coach="ask"))
    play_out(table)
    over = table.snapshot().game
    assert over is not None
    loser = min(over.players, key=lambda player: player.total).name
    page = open_page(serve(table).address, PHONE)
    expect(page.locator("#outcome")).to_be_visible()
    expect(page.locator(".panel")).to_be_hidden()
    table.analysed(analysis())
    expect(page.locator(".highlight")).to_have_count(2)
    page.locator(".moment-photo").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ann threw these dice")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#status h1")).to_have_text(loser)
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert (game.rules, game.coach, game.players[0].name) == ("crag", "ask", loser)
    assert {(player.name, player.colour) for player in game.players} == {(one.name, one.colour) for one in TWO}


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("rules", ["poker-dice", "poker-hands"])
def test_nothing_that_ends_a_turn_comes_to_where_the_throw_was(
    serve: Serve, open_page: OpenPage, size: tuple[int, int], rules: str
) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, rules, coach="always"))
    table.coach(state="ready", working=True)
    page = open_page(serve(table).address, size)
    throw = "[data-do=throw]"
    expect(page.locator(throw)).to_be_visible()
    spot = place(page, throw)
    if rules == "poker-dice":
        assert near(page, spot, APART) == []
        table.coach(advice=ADVICE, chances=CHANCES, working=False)
        expect(page.locator(".tip").first).to_be_visible()
        assert place(page, throw)["y"] == pytest.approx(spot["y"], abs=1)
        table.coach(advice=None)
    for left in ("1", "0"):
        spot = place(page, throw)
        table.throw_now()
        expect(page.locator(".rolls .count")).to_have_text(left)
    expect(page.locator(throw)).to_have_count(0)
    assert near(page, spot) == []
