"""A whole game for two on the simulated tray, through the page only, to the winner."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import choose_game, hold_and_throw, seen, wait_for_roll, write_best
from tests.browser.program import Program

HOUSE_RULES = """
id = "four-boxes"
title = "Four boxes"
boxes = [
  { id = "two-pairs", title = "Two pairs", figure = { groups = [2, 2] }, sum = "all" },
  { id = "three-of-a-kind", title = "3 of a kind", figure = { of-a-kind = 3 }, sum = "all" },
  { id = "straight", title = "Straight", figure = { run = 5 }, points = 30 },
  { id = "chance", title = "Chance", sum = "all" },
]
"""
REROLLED = {(1, 0), (3, 1), (8, 0)}  # round and seat of the turns in which two dice are held and three thrown again


@pytest.fixture
def program(chromium: Browser, tmp_path: Path) -> Iterator[Program]:  # noqa: ARG001 - no browser, no need to start it
    """The real program, with house rules for a short game."""
    rules = tmp_path / "data" / "rules"
    rules.mkdir(parents=True)
    (rules / "four-boxes.toml").write_text(HOUSE_RULES, encoding="utf-8")
    program = Program(tmp_path / "data", speed=6)
    program.start()
    yield program
    program.stop()


@pytest.mark.parametrize(
    ("game", "rounds"), [("Four boxes", 4), pytest.param("Poker dice", 13, marks=pytest.mark.long)]
)
def test_a_whole_game_for_two(program: Program, open_page: OpenPage, game: str, rounds: int) -> None:
    page = open_page(program.address)
    choose_game(page, game, 2)
    page.get_by_role("button", name="Start the game").click()
    names = ["Player 1", "Player 2"]
    totals = [0, 0]
    for turn in range(1, rounds + 1):
        for seat, name in enumerate(names):
            expect(page.locator("#status h1")).to_have_text(name)
            expect(page.locator("#status .turn")).to_have_text(f"Turn {turn} of {rounds}")
            wait_for_roll(page, rolls_left=2)
            if (turn, seat) in REROLLED:
                kept = sorted(seen(page).dice[:2])
                hold_and_throw(page, 2)
                rolled = seen(page)
                assert sorted(face for face, held in zip(rolled.dice, rolled.held, strict=True) if held) == kept
            box, points = write_best(page)
            totals[seat] += points
            expect(page.locator(f"tr[data-key={box}] td").nth(seat)).to_have_text(str(points))
            expect(page.locator(".totals td").nth(seat)).to_have_text(str(totals[seat]))
    best = max(totals)
    winners = [name for name, total in zip(names, totals, strict=True) if total == best]
    outcome = page.locator("#outcome")
    expect(outcome).to_contain_text(" and ".join(winners))
    expect(outcome).to_contain_text(f"with {best}")
    expect(page.get_by_role("button", name="New players")).to_be_visible()


def test_the_photo_of_a_roll_is_kept(program: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(program.address)
    page.get_by_role("button", name="Start the game").click()
    wait_for_roll(page, rolls_left=2)
    expect(page.locator(".lying .photo img")).to_have_count(5)
    write_best(page)
    page.locator("button.written").first.click()
    photo = page.get_by_role("dialog").get_by_role("img")
    expect(photo).to_be_visible()
    page.wait_for_function("() => document.querySelector('#photo-image').naturalWidth > 0")
    photo.screenshot(path=tmp_path / "photo.png")
