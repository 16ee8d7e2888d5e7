"""The live tray while dice roll, in a real browser."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Serve
from tests.browser.measuring import shown
from tests.browser.test_layout import rolling

SEE = "() => document.querySelector('#rolling').toDataURL()"


def other_picture(page: Page, before: str) -> str:
    """Wait until the canvas shows another picture than before."""
    page.wait_for_function(f"before => ({SEE})() !== before", arg=before)
    picture: str = page.evaluate(SEE)
    return picture


def test_the_felt_shows_the_live_tray_until_the_dice_lie_still(serve: Serve, open_page: OpenPage) -> None:
    table = rolling(2)
    page = shown(open_page(serve(table).address))
    live = page.locator("#rolling")
    expect(live).to_be_visible()
    expect(page.locator(".prompt")).to_have_text("Rolling…")
    first = page.evaluate(SEE)
    second = other_picture(page, first)
    other_picture(page, second)
    assert live.evaluate("it => [it.width, it.height]") == [640, 480]
    covers = """it => {
      it.style.pointerEvents = 'auto'; // fingers reach what lies below
      const box = it.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === it;
    }"""
    assert live.evaluate(covers), "no tumbling placeholder lies over the picture"

    table.lie_still("Score a box.")

    expect(live).to_have_count(0)
    expect(page.locator(".lying .photo img")).to_have_count(5)


def test_who_asks_for_less_motion_gets_no_moving_picture(serve: Serve, open_page: OpenPage) -> None:
    page = open_page("about:blank")
    page.emulate_media(reduced_motion="reduce")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(serve(rolling(2)).address)
    expect(page.locator(".prompt")).to_have_text("Rolling…")
    expect(page.locator("#rolling")).to_be_hidden()
    assert [url for url in asked if "rolling.jpg" in url] == []
