"""The start page of every game, and what only some games show."""

import pytest
from playwright.sync_api import expect

from firmware_host.rules.rulesets import RULESETS
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import overlapping, readable, scrolls_sideways, shown, too_small
from tests.browser.player import open_settings
from tests.browser.rooms import holding
from tests.web_ui.fake_table import FakeTable


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
    page = shown(open_page(serve(holding(RULESETS[rules], players, turns)).address))
    pale = {}
    for selector in selectors:
        text = page.locator(selector).first
        expect(text).to_be_visible()
        ratio, needed = readable(text)
        if ratio < needed:
            pale[selector] = round(ratio, 2)
    assert pale == {}
