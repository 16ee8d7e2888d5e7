"""What is amiss with the camera, shown on the game page as long as it is so."""

import re

import pytest
from playwright.sync_api import Page, expect

from firmware_host.table.ports import Notice
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import readable, scrolls_sideways, too_small
from tests.browser.test_layout import seated
from tests.web_ui.fake_table import FakeTable

MOVED = Notice("The camera was moved. Mark the tray again, or turn the camera back.", "tray")
LIGHT = Notice("The light has changed: it is 40% of what it was when the tray was marked. Check the lamps.", "light")


def below(page: Page, selector: str) -> float:
    """How far down the page the lowest of these reaches, in pixels."""
    lowest: float = page.evaluate(
        "it => Math.max(...[...document.querySelectorAll(it)].map((one) => one.getBoundingClientRect().bottom))",
        selector,
    )
    return lowest


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_a_notice_comes_and_goes_beside_the_game(serve: Serve, open_page: OpenPage, size: tuple[int, int]) -> None:
    table = seated(2)
    page = open_page(serve(table).address, size)
    notices = page.locator("#game .notices li")
    expect(page.locator("#game .die").first).to_be_visible()
    expect(notices).to_have_count(0)

    table.notice(MOVED, LIGHT)

    expect(notices).to_have_text([re.compile(re.escape(notice.text)) for notice in (MOVED, LIGHT)])
    for notice in notices.all():
        expect(notice).to_be_in_viewport(ratio=1)
    assert not scrolls_sideways(page)
    assert too_small(page) == []
    expect(page.locator("#sheet")).to_be_in_viewport()
    assert below(page, "#tray .die") < below(page, "#tray")

    ratio, needed = readable(notices.first.locator("span"))
    assert ratio >= needed

    table.notice()
    expect(notices).to_have_count(0)


def test_a_notice_leads_to_where_it_is_put_right(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.notice(MOVED)
    page = open_page(serve(table).address)

    page.locator("#start .notices").get_by_role("link", name="Mark the tray").click()

    expect(page).to_have_url(re.compile("/setup#tray$"))
    expect(page.locator(".camera-view .notices li")).to_have_text(MOVED.text)
