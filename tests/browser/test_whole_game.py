"""A whole game of poker dice for two on the simulated tray, through the page only, to the winner."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.player import hold_and_throw, seen, wait_for_roll, write_best
from tests.browser.program import Program

ROUNDS = 13
REROLLED = {(1, 0), (4, 1), (8, 0)}  # round and seat of the turns in which two dice are held and three thrown again


def test_a_whole_game_for_two(program: Program, open_page: OpenPage) -> None:
    page = open_page(program.address)
    page.get_by_role("button", name="Start the game").click()
    names = ["Player 1", "Player 2"]
    totals = [0, 0]
    for turn in range(1, ROUNDS + 1):
        for seat, name in enumerate(names):
            expect(page.locator("#status h1")).to_have_text(name)
            expect(page.locator("#status .turn")).to_have_text(f"Turn {turn} of {ROUNDS}")
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
