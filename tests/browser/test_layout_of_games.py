"""Every game on a tablet and on a phone: nothing to scroll for, nothing too small to tap, nothing on something else."""

import pytest
from playwright.sync_api import expect

from firmware_host.game.commands import Player, SetHold, Stand, StartGame, WriteBox
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import cut_off, overlapping, readable, scrolls_sideways, shown, too_small
from tests.browser.player import open_settings
from tests.web_ui.fake_table import FakeTable
from web_ui.colour import SEATS

GAMES = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
ROLLS = (
    (6, 6, 6, 6, 6),
    (2, 3, 3, 5, 3),
    (1, 2, 3, 4, 5),
    (4, 4, 4, 1, 1),
    (1, 6, 4, 4, 2),
    (5, 5, 1, 1, 6),
    (1, 2, 3, 5, 6),
)
"""As many that no two players of four or of eight make equal hands in a round."""
LONGEST = {"clock-minutes": 90}


def seated(rules: Ruleset, players: int, turns: int = 3) -> FakeTable:
    """A game in its fourth turn, two dice held, a clock running where the game has one."""
    table = FakeTable(ROLLS)
    options = {option.id: LONGEST[option.id] for option in rules.options if option.id in LONGEST}
    table.ask(StartGame(tuple(Player(f"Player {n + 1}", SEATS[n][1]) for n in range(players)), rules.id, options))
    for _ in range(turns * players):
        game = table.snapshot().game
        assert game is not None
        assert game.current is not None
        boxes = [box for box in game.players[game.current].boxes if box.writable]
        table.ask(WriteBox(max(boxes, key=lambda box: box.offer or 0).box) if boxes else Stand())
    table.ask(SetHold(0, held=True))
    table.ask(SetHold(1, held=True))
    return table


@GAMES
@pytest.mark.parametrize("players", [2, 4])
def test_a_tablet_shows_all_of_it(serve: Serve, open_page: OpenPage, rules: Ruleset, players: int) -> None:
    page = shown(open_page(serve(seated(rules, players)).address, TABLET))
    assert not scrolls_sideways(page)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    assert page.locator("#sheet").evaluate(
        "it => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth"
    )
    assert too_small(page) == []
    assert overlapping(page) == []
    assert cut_off(page) == []
    for part in page.locator("#controls button, .die, .panel-button, #sheet tr, .rival").all():
        expect(part).to_be_in_viewport(ratio=1)


@GAMES
@pytest.mark.parametrize("players", [1, 8])
def test_a_phone_scrolls_nothing_but_the_card(serve: Serve, open_page: OpenPage, rules: Ruleset, players: int) -> None:
    table = seated(rules, max(players, rules.min_players))
    page = shown(open_page(serve(table).address, PHONE))
    assert not scrolls_sideways(page)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    assert too_small(page) == []
    assert overlapping(page) == []
    assert cut_off(page) == []
    for part in page.locator("#controls button, .die, .panel-button").all():
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_the_start_of_each_game_fits(serve: Serve, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(serve(FakeTable()).address, size)
    open_settings(page)
    for rules in RULESETS:
        page.locator(f".game-card:has([value={rules}])").click()
        expect(page.locator(f".ruleset[data-rules={rules}]")).to_be_visible()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing lies below the footer now
        assert not scrolls_sideways(page)
        assert too_small(page) == []
        assert overlapping(page) == []
        expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("rules", "players", "turns", "selectors"),
    [
        (
            "poker-hands",
            2,
            3,
            (".hand-name", ".round", ".round-news", ".rival .name", ".won output", ".hand-title", ".odds td"),
        ),
        ("school-poker", 2, 3, (".offer.minus", ".blocked span", ".thin th", ".sum td span")),
        ("maxi-yatzy", 2, 3, (".par", ".no-button", "[data-do=strike]", ".totals output")),
        ("balut", 4, 3, (".award", ".row-sum b:not(:empty)", ".marks-button span", ".points output")),
        ("speed-yatzy", 2, 7, (".extra", "#status .time", ".thinking .label", "thead .time")),
    ],
)
def test_what_only_some_games_show_reads_well(
    serve: Serve, open_page: OpenPage, rules: str, players: int, turns: int, selectors: tuple[str, ...]
) -> None:
    page = shown(open_page(serve(seated(RULESETS[rules], players, turns)).address))
    pale = {}
    for selector in selectors:
        text = page.locator(selector).first
        expect(text).to_be_visible()
        ratio, needed = readable(text)
        if ratio < needed:
            pale[selector] = round(ratio, 2)
    assert pale == {}
