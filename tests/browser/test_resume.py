"""The plug is pulled in mid-turn: nothing is lost, and the page that stayed open is right again by itself."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.player import seen, wait_for_roll, write_best
from tests.browser.program import Program


def test_killed_in_mid_turn(program: Program, open_page: OpenPage) -> None:
    page = open_page(program.address)
    page.get_by_role("button", name="Start the game").click()
    wait_for_roll(page, rolls_left=2)
    box, points = write_best(page)
    expect(page.locator("#status h1")).to_have_text("Player 2")
    wait_for_roll(page, rolls_left=2)
    for number in (2, 5):
        die = page.get_by_role("button", name=re.compile(rf"^Die {number} shows"))
        die.click()
        expect(die).to_have_attribute("aria-pressed", "true")
    before = seen(page)
    assert before.held == (False, True, False, False, True)

    program.kill()
    banner = page.get_by_text("Reconnecting…")
    expect(banner).to_be_visible()
    program.start()
    expect(banner).to_be_hidden()

    fresh = open_page(program.address)
    for shown in (page, fresh):
        expect(shown.locator(".lying .die")).to_have_count(5)
        expect(shown.locator(".is-held")).to_have_count(2)
        assert seen(shown) == before
        expect(shown.locator(f"tr[data-key={box}] td").first).to_have_text(str(points))
        expect(shown.get_by_role("button", name=re.compile("Hold button [25], lamp lit"))).to_have_count(2)

    fresh.get_by_role("button", name="Throw 3 dice").click()
    wait_for_roll(fresh, rolls_left=1)
    kept = sorted(face for face, held in zip(before.dice, before.held, strict=True) if held)
    after = seen(fresh)
    assert sorted(face for face, held in zip(after.dice, after.held, strict=True) if held) == kept
    expect(page.locator(".rolls .count")).to_have_text(after.rolls_left)  # the page that stayed open keeps step
