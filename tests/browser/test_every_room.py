"""The game page in every room, from a small phone to a television, zoomed and in large type, in every game."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import SetHold
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.browser.conftest import OpenPage, Serve
from tests.browser.measuring import shown
from tests.browser.rooms import (
    LARGE_TYPE,
    PLAYERS,
    STATES,
    USUAL,
    ZOOMED,
    Moment,
    Room,
    enter,
    faults,
    moments,
    play,
    seated,
)
from tests.web_ui.fake_table import FakeTable

EVERY = (*USUAL, *ZOOMED, *LARGE_TYPE)
SHIFT = 0.005
"""Of the screen's area times its height, as browsers reckon a layout shift."""
TURNS = cycle(STATES), cycle(PLAYERS)
SLICE = tuple(
    Moment(rules.id, max(rules.min_players, players), state)
    for rules, state, players in zip(RULESETS.values(), *TURNS, strict=False)
)
"""Every game once, in every state and with every number of players."""


@pytest.mark.parametrize(("number", "moment"), tuple(enumerate(SLICE)), ids=str)
def test_nothing_is_amiss(serve: Serve, open_page: OpenPage, number: int, moment: Moment) -> None:
    page = shown(open_page(serve(moment.table()).address))
    rooms = (*USUAL[number % 2 :: 2], *ZOOMED[number % 7 :: 7], *LARGE_TYPE[number % 6 :: 6])
    assert [fault for room in rooms for fault in faults(page, room)] == []


@pytest.mark.long
@pytest.mark.parametrize("moment", tuple(moments()), ids=str)
def test_nothing_is_amiss_anywhere(serve: Serve, open_page: OpenPage, moment: Moment) -> None:
    page = shown(open_page(serve(moment.table()).address))
    assert [fault for room in EVERY for fault in faults(page, room)] == []


WATCH = """() => {
  window.shifts = [];
  window.observer?.disconnect();
  const name = it => it && (it.id || it.className?.baseVal || it.className || it.parentElement?.className);
  window.observer = new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(
    entry => [entry.value, entry.sources.map(source => name(source.node)).join(' ')])));
  window.observer.observe({type: 'layout-shift'});
}"""
SHIFTS = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const late = window.observer.takeRecords().map(entry => [entry.value, '']);
  done([...window.shifts, ...late]);
})))"""


def shifts(page: Page, table: FakeTable, room: Room) -> list[str]:
    """Throw as often as the game allows, holding a die more each time; name what moves by more than it may."""
    enter(page, room)
    expect(page.locator(".lying")).not_to_have_count(0)
    page.evaluate(WATCH)
    game = table.snapshot().game
    assert game is not None
    for count in range(game.rolls_left):
        table.ask(SetHold(count, held=True))
        expect(page.locator(".is-held")).to_have_count(count + 1)
        table.tumble()
        expect(page.locator(".tumbling").first).to_be_visible()
        table.throw_now()
        expect(page.locator(".tumbling")).to_have_count(0)
    found: list[tuple[float, str]] = page.evaluate(SHIFTS)
    total = sum(value for value, _ in found)
    play(table, 1)
    return [f"{room}: {total:.4f} by {found}"] if total > SHIFT else []


def test_dice_stay_where_they_are_from_throw_to_throw(serve: Serve, open_page: OpenPage) -> None:
    table = seated(RULESETS["maxi-yatzy"], 2)
    page = shown(open_page(serve(table).address))
    assert [shift for room in (USUAL[0], USUAL[2], USUAL[5], USUAL[7]) for shift in shifts(page, table, room)] == []


@pytest.mark.long
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_dice_stay_where_they_are_in_every_game(serve: Serve, open_page: OpenPage, rules: Ruleset) -> None:
    table = seated(rules, 2, turns=0)
    page = shown(open_page(serve(table).address))
    assert [shift for room in (*USUAL, *ZOOMED) for shift in shifts(page, table, room)] == []
