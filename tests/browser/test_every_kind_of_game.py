"""Games of other kinds on the simulated tray, from the start page to the winner and into the journal.

The dice tumble faster than real ones; they are seen, found and read all the same. Poker hands, which differ most from
the game of test_whole_game.py, are always played to the end. So is crag, against an opponent, in test_coach.py. The
others differ from them on the page alone, and that is tested over a table in memory: whole games of them are long.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets.balut import BALUT
from firmware_host.rules.rulesets.poker_hands import POKER_HANDS
from firmware_host.rules.rulesets.school_poker import SCHOOL_POKER
from tests.browser.conftest import OpenPage
from tests.browser.player import choose_game, hold_and_throw, open_settings, seen, step, wait_for_roll, write_best
from tests.browser.program import Program

MANY_TURNS = 40


def played(program: Program, folder: Path) -> dict[str, Any]:
    """Return how the latest game ended, as its transcript replays."""
    game = program.run("export", "--data", str(program.data)).split()[0]
    transcript = folder / "game.txt"
    transcript.write_text(program.run("export", game, "--data", str(program.data)))
    result: dict[str, Any] = json.loads(program.run("replay", str(transcript), "--json"))
    return result


def play(page: Page, turn: Callable[[Page], object], *, rolls_left: int = 2) -> None:
    """Play until somebody has won, one turn after the other."""
    outcome = page.locator("#outcome")
    for _ in range(MANY_TURNS):
        wait_for_roll(page, rolls_left)
        before = (page.locator("#status .turn").inner_text(), page.locator("#status h1").inner_text())
        turn(page)
        page.wait_for_function(
            """before => document.querySelector('#outcome') ||
                 document.querySelector('#status .turn').innerText !== before[0] ||
                 document.querySelector('#status h1').innerText !== before[1]""",
            arg=before,
        )
        if outcome.is_visible():
            return
    raise AssertionError("the game did not end")


def title_of(rules: Ruleset, option: str) -> str:
    (title,) = (known.title for known in rules.options if known.id == option)
    return title


def totals(page: Page) -> list[int]:
    shown = page.locator(".totals td output")
    return [number(text) for text in shown.all_inner_texts()]


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def signed(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


@pytest.mark.long
def test_school_poker_alone(program: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(program.address)
    choose_game(page, "School poker", players=1)
    open_settings(page)
    page.get_by_role("switch", name=title_of(SCHOOL_POKER, "higher-counts-lower")).click()
    page.get_by_role("button", name="Start the game").click()
    play(page, write_best)

    result = played(program, tmp_path)
    assert result["finished"]
    (player,) = result["players"]
    assert totals(page) == [player["total"]]
    boxes = player["boxes"]
    assert number(page.locator(".sum td span").first.inner_text()) == sum(list(boxes.values())[:6])
    expect(page.locator("#outcome")).to_have_text(f"You finished with {signed(player['total'])}")
    page.get_by_role("button", name="New players").click()
    expect(page.get_by_role("radio", name="School poker")).to_be_checked()
    open_settings(page)
    expect(page.get_by_role("switch", name=title_of(SCHOOL_POKER, "higher-counts-lower"))).to_be_checked()


@pytest.mark.long
def test_balut_alone(program: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(program.address)
    choose_game(page, "Balut", players=1)
    open_settings(page)
    page.get_by_role("switch", name=title_of(BALUT, "five-is-full-house")).click()
    page.get_by_role("button", name="Start the game").click()
    play(page, write_best)

    (player,) = played(program, tmp_path)["players"]
    assert totals(page) == [player["total"], player["points"]]
    sums = page.locator(".row-sum b").all_inner_texts()
    assert [int(text) for text in sums] == [sum(slots) for slots in player["boxes"].values()]
    expect(page.locator("#outcome")).to_contain_text(f"{signed(player['points'])} point")


def test_crag_for_two_with_three_dice(program: Program, open_page: OpenPage) -> None:
    page = open_page(program.address)
    choose_game(page, "Crag", players=2)
    page.get_by_role("button", name="Start the game").click()
    wait_for_roll(page, 1)
    expect(page.locator(".lying .die")).to_have_count(3)
    expect(page.locator(".panel-button")).to_have_count(3)
    kept = seen(page).dice[0]
    hold_and_throw(page, 1)
    after = seen(page)
    assert [face for face, held in zip(after.dice, after.held, strict=True) if held] == [kept]
    _, points = write_best(page)
    expect(page.locator(".totals td output")).to_have_text([str(points), "0"])


def test_poker_hands_for_two(program: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(program.address)
    choose_game(page, "Poker hands", players=2)
    open_settings(page)
    step(page, title_of(POKER_HANDS, "rounds"), -3)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#status .turn")).to_have_text("Round 1 of 2")
    wait_for_roll(page, 2)
    hold_and_throw(page, 2)
    outcome = page.locator("#outcome")
    for _ in range(MANY_TURNS):
        if outcome.is_visible():
            break
        wait_for_roll(page, 2)
        steps = page.evaluate("fetch('/api/state').then(answer => answer.json()).then(view => view.game.steps)")
        page.get_by_role("button", name="Let it stand").click()
        page.wait_for_function(
            "steps => fetch('/api/state').then(answer => answer.json()).then(view => view.game.steps > steps)",
            arg=steps,
        )
        page.wait_for_timeout(100)
    expect(outcome).to_be_visible()

    result = played(program, tmp_path)
    won = [player["rounds_won"] for player in result["players"]]
    shown = page.locator(".won output").all_inner_texts()
    assert [int(text.split()[0]) for text in shown] == won
    expect(outcome).to_contain_text(" and ".join(result["winners"]))
