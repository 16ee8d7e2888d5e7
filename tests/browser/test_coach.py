"""The coach and the opponents on the page, in more than one language, and against a person on the simulated tray."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import StartGame
from firmware_host.table.requests import AskHint, SetCaution
from tests.browser.conftest import PHONE, OpenPage, Serve
from tests.browser.measuring import answered
from tests.browser.player import choose_game, open_settings, wait_for_roll, write_best
from tests.browser.program import Program
from tests.web_ui.advice import ADVICE, CHANCES, advised, analysis, play_out
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.speaking import speaking
from web_ui.language import LANGUAGES

TURNS = 13


def tips(page: Page) -> list[str]:
    return [" ".join(tip.split()) for tip in page.locator(".tip").all_inner_texts()]


def test_advice_is_shown_in_english(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    advised(table)
    page = open_page(serve(table).address)
    expect(page.locator(".tip")).to_have_count(3)
    assert tips(page) == [
        "Hold 3 3 3, going for Threes 231.2 expected",
        "Throw all the dice again costs 2.7",
        "Score 9 in Threes costs 7.1",
    ]
    expect(page.locator(".chances li").nth(0)).to_contain_text("54 %")
    expect(page.locator(".chances li").nth(0)).to_contain_text("± 1")
    hinted = page.get_by_role("button", name=re.compile("the coach would hold it"))
    expect(hinted).to_have_count(3)
    expect(page.locator(".panel-button.is-hinted")).to_have_count(3)
    page.get_by_role("button", name="Choices").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("tr")).to_have_count(4)
    expect(dialog).to_contain_text("Strike Ones")
    dialog.get_by_role("button", name="Close").click()


def test_advice_is_shown_in_polish_on_a_phone(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    advised(table)
    page = open_page(serve(table).address, size=PHONE)
    page.locator("#menu-open").click()
    page.get_by_role("button", name=LANGUAGES["pl"], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    polish = speaking("pl").translate
    expect(page.locator(".tip")).to_have_count(3)
    _, second, third = page.locator(".tip").all_text_contents()  # a phone shows the first one
    assert tips(page)[0] == " ".join(
        (
            polish("Hold {dice}, going for {aim}").format(dice="3 3 3", aim=polish("Threes")),
            polish("{points} expected").format(points="231,2"),
        )
    )
    assert second.endswith(polish("costs {points}").format(points="2,7"))
    assert third.startswith(polish("Score {points} in {title}").format(points=9, title=polish("Threes")))
    assert "Keep" not in tips(page)[0]
    box = page.locator("#coach").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_caution_is_set_by_key_on_the_smallest_screen(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    advised(table)
    table.coach(advice=replace(ADVICE, caution=0))
    page = open_page(serve(table).address, size=(320, 568))
    page.evaluate("document.documentElement.style.fontSize = '150%'")  # as in large type
    page.get_by_role("button", name="Choices").click()
    slider = page.get_by_role("slider", name="Safe or bold")
    box = slider.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    with page.expect_response("**/api/caution"):
        slider.press("ArrowRight")
    answered(page)
    assert table.asked[-1] == SetCaution(-1)
    expect(slider).to_have_attribute("aria-valuetext", "Rather bold")
    table.coach(advice=None)
    expect(page.locator("#advice-text .is-waiting")).to_have_text("Working out the best choice…")
    table.coach(advice=replace(ADVICE, unit="certain", caution=-1))
    expect(page.locator("#advice-text tr")).to_have_count(4)
    expect(slider).to_be_focused()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    table.coach(advice=replace(ADVICE, unit="certain", caution=-1))
    expect(page.locator(".tip.is-best")).to_contain_text("as good as 231.2 for certain")


def test_a_hint_is_asked_for(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, coach="ask"))
    table.coach(state="ready", chances=CHANCES, may_ask=True)
    page = open_page(serve(table).address)
    expect(page.locator(".tip")).to_have_count(0)
    with page.expect_response("**/api/hint"):
        page.get_by_role("button", name="Ask for a hint").click()
    answered(page)
    assert table.asked[-1] == AskHint()
    table.coach(advice=ADVICE, may_ask=False)
    expect(page.locator(".tip")).to_have_count(3)
    expect(page.get_by_role("button", name="Ask for a hint")).to_have_count(0)


def test_a_coach_that_is_not_there_says_why(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, coach="ask"))
    table.coach(state="preparing", percent=34)
    page = open_page(serve(table).address)
    expect(page.locator("#coach")).to_contain_text("34 %")
    table.coach(state="none", why="This game is too large.")
    expect(page.locator("#coach")).to_have_text("This game is too large.")


def test_a_silent_coach_takes_no_room(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO))
    page = open_page(serve(table).address)
    expect(page.locator(".lying")).to_have_count(5)
    expect(page.locator("#coach")).to_be_hidden()


def test_luck_and_skill_are_told_after_the_game(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, "crag"))
    play_out(table)
    page = open_page(serve(table).address)
    table.coach(state="ready", percent=12, may_analyse=True)
    page.get_by_role("button", name="Luck and skill").click()
    expect(page.get_by_role("dialog")).to_contain_text("12 %")
    table.analysed(analysis())
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".curve polyline")).to_have_count(2)
    expect(dialog).to_contain_text("Ben's costliest mistake")
    dialog.get_by_role("button", name="Close").click()


@pytest.mark.long
def test_an_opponent_plays_a_whole_game_against_a_person(program: Program, open_page: OpenPage) -> None:
    """Two rolls, three dice, thirteen turns each: the person takes what offers most, the opponent what is best."""
    page = open_page(program.address)
    choose_game(page, "Crag", players=1)
    page.get_by_role("button", name="Add an opponent").click()
    page.locator("#seats select").select_option("exact")
    expect(page.locator("#seats input").nth(1)).to_have_value("Exact")
    open_settings(page)
    page.locator(".coach-choice label").nth(2).click()
    page.get_by_role("button", name="Start the game").click()
    outcome = page.locator("#outcome")
    seen_moves: set[str] = set()
    for turn in range(1, TURNS + 1):
        expect(page.locator("#status h1")).to_have_text("Player 1")
        expect(page.locator("#status .turn")).to_have_text(f"Turn {turn} of {TURNS}")
        wait_for_roll(page, rolls_left=1)
        if turn == 1:
            expect(page.locator(".tip")).to_have_count(3)
        write_best(page)
        move = page.locator("#coach-move")
        page.wait_for_function(
            """() => document.querySelector('#outcome') || document.querySelector('#coach-move') ||
                 document.querySelector('#status h1').innerText === 'Player 1'"""
        )
        if move.is_visible():
            seen_moves.add(move.inner_text())
        page.wait_for_function(
            "() => document.querySelector('#outcome') || document.querySelector('#status h1').innerText === 'Player 1'"
        )
    expect(outcome).to_be_visible()
    assert any(text.startswith("Exact ") for text in seen_moves)
    page.get_by_role("button", name="Luck and skill").click()
    rows = page.get_by_role("dialog").locator("tbody tr")
    expect(rows.nth(1)).to_contain_text("Exact")
    cells = [text.replace("\N{MINUS SIGN}", "-") for text in rows.nth(1).locator("td").all_inner_texts()]
    start, luck, mistakes, *given, now = (float(text) for text in cells)  # given away for the win, if anything was
    assert mistakes == 0
    assert start + luck + mistakes + sum(given) == pytest.approx(now, abs=0.21)
    total = page.locator(".totals td").nth(1).inner_text()
    assert float(re.sub(r"[^0-9.]", "", total)) == now
