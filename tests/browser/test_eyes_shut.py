"""Whole games without looking: with the keyboard alone, and by what a screen reader announces alone."""

import re

from playwright.sync_api import Page, expect

from firmware_host.game.commands import Player, StartGame
from firmware_host.rules.rulesets.crag import CRAG
from tests.browser.conftest import OpenPage, Serve
from tests.browser.listener import Listener
from tests.web_ui.fake_table import TWO, FakeTable

TURNS = len(CRAG.boxes)
MOST_PRESSES = 200
ROLLS = ((5, 5, 3), (6, 4, 2), (1, 1, 1), (1, 2, 3), (6, 6, 1), (4, 5, 6), (2, 3, 2))
NAME = """(({ ariaLabel, labels, textContent }) => (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim())(
  document.activeElement)"""


def focused(page: Page) -> str:
    return str(page.evaluate(NAME))


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something with this name has the focus."""
    for _ in range(MOST_PRESSES):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {name}")


def move_to(page: Page, key: str, pattern: str) -> bool:
    """Press an arrow until something whose name fits has the focus; say whether that was reached."""
    for _ in range(TURNS + 1):
        if re.match(pattern, focused(page)):
            return True
        page.keyboard.press(key)
    return False


def score_something(page: Page) -> None:
    """Go down the card to a box that scores, or back up to one that does not, and press Enter until it is written."""
    page.keyboard.press("ArrowDown")
    if not move_to(page, "ArrowDown", "Score [1-9]"):
        assert move_to(page, "ArrowUp", "Score ")
    if focused(page).startswith("Score 0"):
        page.keyboard.press("Enter")
        assert focused(page).startswith("Really score 0")
    ask(page, "Enter")


def ask(page: Page, key: str) -> None:
    """Press a key that asks something of the table, and wait until that is answered."""
    with page.expect_response("**/api/*") as answer:
        page.keyboard.press(key)
    answer.value.finished()


def expect_told(page: Page, pattern: str) -> None:
    expect(page.locator("#spoken")).to_have_text(re.compile(pattern))


def test_a_whole_game_by_keyboard_alone(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable(ROLLS, throws_itself=False, games={CRAG.id: CRAG})
    page = open_page(serve(table).address)
    keys = page.keyboard
    tab_to(page, "Remove Player 2")
    keys.press("Enter")
    tab_to(page, "Start the game")
    ask(page, "Enter")
    expect_told(page, f"^Player 1, it's your turn. Turn 1 of {TURNS}.$")
    expect(page.locator("#turn-of")).to_be_focused()

    tab_to(page, "Menu")
    keys.press("Enter")
    tab_to(page, "Sound")
    keys.press("Space")
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
    keys.press("Escape")
    assert focused(page) == "Menu"
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    keys.press("ArrowDown")
    ask(page, "Space")
    expect_told(page, r" 1 roll left\.$")
    ask(page, "u")
    expect_told(page, "^Throw all 3 dice")

    for turn in range(1, TURNS + 1):
        expect(page.locator("#status .turn")).to_have_text(f"Turn {turn} of {TURNS}")
        ask(page, "Space")
        expect_told(page, r" 1 roll left\.$")
        ask(page, "1")
        expect_told(page, "^Die 1 held")
        ask(page, "Space")
        expect_told(page, r" 0 rolls left\.$")
        score_something(page)
    expect(page.locator("#outcome")).to_be_focused()
    game = table.snapshot().game
    assert game is not None
    assert focused(page) == f"You finished with {game.players[0].total}"


def test_a_whole_game_by_what_is_announced_alone(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable(ROLLS, throws_itself=False)
    page = open_page(serve(table).address)
    page.get_by_role("button", name="Start the game").wait_for()
    table.ask(StartGame((Player("Ann", TWO[0].colour),), CRAG.id))
    page.get_by_role("heading", name="Ann").wait_for()
    listener = Listener(page)
    listener.wait(f"Ann, it's your turn. Turn 1 of {TURNS}.$")
    assert listener.names("grid") == [CRAG.title]
    assert listener.names("rowheader")[0] == "Ones 1 for each 1"
    for turn in range(2, TURNS + 2):
        press(page, listener, "Throw the dice")
        rolled = listener.wait(r"Rolled (\d), (\d), (\d)\. (\d+) in all\. 1 roll left\.")
        faces = [int(face) for face in rolled.groups()[:3]]
        assert sum(faces) == int(rolled.group(4))
        best = faces.index(max(faces))
        press(page, listener, f"Die {best + 1} shows {faces[best]}, tap to hold")
        listener.wait(f"^Die {best + 1} held: {faces[best]}\\.$")
        press(page, listener, "Throw 2 dice")
        listener.wait(r"Rolled .* 0 rolls left\.")
        points = score_best(page, listener)
        if turn <= TURNS:
            listener.wait(f"^Ann scores {points} in .* Turn {turn} of {TURNS}\\.$")
    finished = listener.wait(r"^You finished with (\d+)$")
    game = table.snapshot().game
    assert game is not None
    assert game.players[0].total == int(finished.group(1))


def press(page: Page, listener: Listener, name: str) -> None:
    """Press a button that asks something of the table, and wait until that is answered."""
    with page.expect_response("**/api/*") as answer:
        listener.press(name)
    answer.value.finished()


def score_best(page: Page, listener: Listener) -> int:
    """Score the box that is announced with most; return its points."""
    offers = [found for name in listener.names("button") if (found := re.fullmatch(r"Score (\d+) in (.+)", name))]
    points, title = max((int(offer.group(1)), offer.group(2)) for offer in offers)
    if points == 0:
        listener.press(f"Score 0 in {title}")
        press(page, listener, f"Really score 0 in {title}? Tap again to confirm")
    else:
        press(page, listener, f"Score {points} in {title}")
    return points
