"""What can be measured of good looks: nothing to scroll for, nothing too small to tap, nothing too pale to read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from firmware_host.game.commands import PauseGame, Player, SetHold, StartGame, WriteBox
from firmware_host.table.snapshot import QuestionView
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import readable, scrolls_sideways, shown, too_small
from tests.browser.rooms import SIZES, Room, faults
from tests.web_ui.fake_table import FakeTable
from web_ui.colour import SEATS

BOXES = ("threes", "chance", "fives")


def seated(players: int, rounds: int = 2) -> FakeTable:
    """A game of this many players in its third round, two dice held."""
    table = FakeTable()
    table.ask(StartGame(tuple(Player(f"Player {seat + 1}", SEATS[seat][1]) for seat in range(players))))
    for box in BOXES[:rounds]:
        for _ in range(players):
            table.ask(WriteBox(box))
    table.ask(SetHold(1, True))
    table.ask(SetHold(2, True))
    return table


def unsure(players: int) -> FakeTable:
    table = seated(players)
    table.wonder(QuestionView("unsure", (1, 4), "What does die 2 show?", can_accept=False), (2, 3, 3, 6, 1))
    return table


def crowded(players: int) -> FakeTable:
    table = seated(players)
    table.wonder(QuestionView("stacked", (), "Two dice lie on each other.", can_accept=True), (2, 3, 3, 6, 1, 4))
    return table


def by_hand(players: int) -> FakeTable:
    table = FakeTable(throws_itself=False)
    table.ask(StartGame(tuple(Player(f"Player {seat + 1}", SEATS[seat][1]) for seat in range(players))))
    table.lose_camera()
    return table


def rolling(players: int) -> FakeTable:
    table = seated(players)
    table.tumble()
    return table


def ended(players: int) -> FakeTable:
    table = FakeTable()
    table.ask(StartGame(tuple(Player(f"Player {seat + 1}", SEATS[seat][1]) for seat in range(players))))
    for row in range(13):
        for _ in range(players):
            game = table.snapshot().game
            assert game is not None
            table.ask(WriteBox(game.players[0].boxes[row].box))
    return table


def paused(players: int) -> FakeTable:
    table = FakeTable()
    seats = tuple(Player(f"Player {seat + 1}", SEATS[seat][1]) for seat in range(players))
    table.ask(StartGame(seats, "speed-yatzy", {"clock-minutes": 120}))
    table.ask(PauseGame(True))
    return table


@pytest.mark.parametrize("state", [crowded, by_hand, rolling, paused])
def test_rare_moments_fit_too(serve: Serve, open_page: OpenPage, state: Callable[[int], FakeTable]) -> None:
    page = shown(open_page(serve(state(4)).address))
    assert [fault for size in (SIZES[0], PHONE, SIZES[3], TABLET) for fault in faults(page, Room(*size))] == []


def test_the_whole_card_is_a_tap_away(serve: Serve, open_page: OpenPage) -> None:
    page = shown(open_page(serve(seated(8)).address, PHONE))
    expect(page.locator("#sheet .standing")).to_have_count(8)
    page.get_by_role("button", name="Whole card").click()
    dialog = page.get_by_role("dialog", name="Whole card")
    expect(dialog.locator("thead .name")).to_have_count(8)
    expect(dialog).to_be_in_viewport(ratio=1)
    assert not scrolls_sideways(page)
    assert too_small(page) == []
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("[data-box=ones]")).to_have_count(1)


@pytest.mark.parametrize(
    "opener", ["[data-do=menu]", "[data-do=correct]", "[data-do=photo]"], ids=["menu", "correct", "photo"]
)
def test_dialogs_fit_a_phone(serve: Serve, open_page: OpenPage, opener: str) -> None:
    page = shown(open_page(serve(seated(2)).address, PHONE))
    page.locator(opener).first.click()
    expect(page.get_by_role("dialog")).to_be_in_viewport(ratio=1)
    assert too_small(page) == []


READ = {
    "seated": (
        "#status h1",
        "#status .turn",
        ".rolls .count",
        ".rolls .label",
        ".prompt",
        ".is-held .die-label",
        ".panel-name",
        ".cap",
        "[data-do=undo]",
        "[data-do=throw]",
        ".corner",
        "th.is-current .name",
        "th.seat:not(.is-current) .name",
        ".card .title",
        ".card .hint",
        "[data-do=write]",
        "[data-do=confirm]",
        "button.written",
        ".totals .is-current output",
        ".totals td:not(.is-current) output",
    ),
    "unsure": (".prompt.asking", ".close-up b", ".spot.is-ringed b", ".other", ".ways .button"),
    "by_hand": (".instruction", "[data-do=hand-done]"),
    "ended": ("#outcome", ".ranking .name", ".ranking .sum"),
}


@pytest.mark.parametrize("state", [seated, unsure, by_hand, ended])
def test_text_reads_well(serve: Serve, open_page: OpenPage, state: Callable[[int], FakeTable]) -> None:
    page = shown(open_page(serve(state(4)).address))
    pale = {}
    for selector in READ[state.__name__]:
        text = page.locator(selector).first
        expect(text).to_be_visible()
        if text.is_enabled():
            ratio, needed = readable(text)
            if ratio < needed:
                pale[selector] = round(ratio, 2)
    assert pale == {}


def test_the_start_reads_well(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    expect(page.locator("#start")).to_be_visible()
    for selector in (
        ".start-header h1",
        ".start-header p",
        "#seats-title",
        ".game-title",
        ".game-summary",
        ".dice-title",
        ".settings-line",
        ".settings-hint",
        ".start-footer .primary",
    ):
        ratio, needed = readable(page.locator(selector).first)
        assert ratio >= needed, selector


def test_the_doubted_zero_and_the_banner_read_well(serve: Serve, open_page: OpenPage) -> None:
    serving = serve(seated(4))
    page = shown(open_page(serving.address))
    page.locator("[data-do=confirm]").first.click()
    ratio, needed = readable(page.locator(".confirming"))
    assert ratio >= needed
    serving.stop()
    expect(page.get_by_text("Reconnecting…")).to_be_visible()
    ratio, needed = readable(page.locator("#offline"))
    assert ratio >= needed


def test_held_dice_differ_by_more_than_colour(serve: Serve, open_page: OpenPage) -> None:
    page = shown(open_page(serve(seated(2)).address))
    page.wait_for_timeout(300)
    held, free = page.locator(".is-held .die").first.bounding_box(), page.locator(".lying .die").first.bounding_box()
    assert held is not None
    assert free is not None
    assert free["y"] - held["y"] > 5
    expect(page.locator(".is-held .die-label").first).to_have_text("Held")


def test_reduced_motion_keeps_everything_still(serve: Serve, open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.emulate_media(reduced_motion="reduce")
    page.goto(serve(rolling(2)).address)
    expect(page.locator(".tumbling").first).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".prompt")).to_have_text("Rolling…")


def test_focus_can_be_seen(serve: Serve, open_page: OpenPage) -> None:
    page = shown(open_page(serve(seated(2)).address))
    for _ in range(3):
        page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outline")
    assert "3px" in outline
    assert "rgb(255, 255, 255)" in outline
