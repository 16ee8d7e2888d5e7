"""The steps of the setup page, over a table in memory: what is tapped and dragged is what the table is asked."""

import re

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import cut_off, overlapping, scrolls_sideways, too_small
from tests.firmware_host.setup.scripted_camera_setup import SIDES, WHOLE, Checked, Mark, Marked
from tests.web_ui.fake_table import FakeTable

HEXAGON = ((0.3, 0.1), (0.7, 0.1), (0.9, 0.5), (0.7, 0.9), (0.3, 0.9), (0.1, 0.5))


def opened(serve: Serve, open_page: OpenPage, table: FakeTable, step: str, size: tuple[int, int] = TABLET) -> Page:
    page = open_page(f"{serve(table).address}/setup#{step}", size)
    expect(page.locator(f"#step-{step}")).to_be_visible()
    expect(page.locator("#live")).to_have_js_property("naturalWidth", 640)
    expect(page.locator(f"#step-{step} .finding").first).to_be_visible()
    return page


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place of the live picture, given in fractions of it, in pixels of the page."""
    box = page.locator("#live").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*spot(page, *start))
    page.mouse.down()
    page.mouse.move(*spot(page, *end), steps=5)
    page.mouse.up()


def around(table: FakeTable) -> np.ndarray:
    """The corners of the tray that was marked, clockwise, from the one that is the hexagon's first."""
    outline = np.array(table.camera_setup.marked.outline)
    first = int(np.linalg.norm(outline - HEXAGON[0], axis=1).argmin())
    turned = np.roll(outline, -first, axis=0)
    (ahead_x, ahead_y), (back_x, back_y) = turned[1] - turned[0], turned[-1] - turned[0]
    return turned if ahead_x * back_y - ahead_y * back_x > 0 else np.roll(turned[::-1], 1, axis=0)


def tab(page: Page, step: str) -> Locator:
    return page.locator(f"[data-step={step}]")


def test_the_first_step_that_is_to_do_is_open(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(f"{serve(FakeTable()).address}/setup")
    expect(page.locator("#step-tray")).to_be_visible()
    expect(tab(page, "tray")).to_have_attribute("aria-current", "step")
    expect(tab(page, "camera")).to_have_attribute("data-state", "done")


def test_a_camera_is_chosen_by_its_picture(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "camera")
    folder = page.get_by_role("radio", name=re.compile("Folder of photos"))
    folder.click()
    expect(folder).to_be_checked()
    assert table.snapshot().tray.source == "folder:photos"
    page.get_by_role("radio", name=re.compile("USB camera 0")).click()
    expect(page.get_by_role("alert")).to_contain_text("No camera answers at usb:0")
    expect(folder).to_be_checked()
    page.wait_for_function("() => [...document.querySelectorAll('.camera img')].every((it) => it.naturalWidth > 0)")


def test_a_camera_that_comes_back_is_shown_without_a_tap(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "camera")
    table.camera_setup.lost = "usb:0 has given no picture for 2 s. Is it plugged in?"
    table.lose_camera()
    expect(page.locator("#step-camera .finding.bad")).to_contain_text("Is it plugged in?")
    expect(tab(page, "camera")).to_have_attribute("data-state", "open")
    table.camera_setup.lost = ""
    table.lie_still("Start a game.")
    expect(tab(page, "camera")).to_have_attribute("data-state", "done")
    page.wait_for_function("() => [...document.querySelectorAll('.camera img')].every((it) => it.naturalWidth > 0)")


def test_four_corners_are_dragged(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "tray")
    page.get_by_role("radio", name="Four corners").click()
    expect(page.locator(".handle")).to_have_count(4)
    drag(page, (0.1, 0.1), (0.25, 0.2))
    page.get_by_role("button", name=re.compile(r"Corner 3\.")).press("ArrowLeft")
    page.get_by_role("button", name=re.compile(r"Corner 3\.")).press("Shift+ArrowUp")
    page.get_by_role("button", name="Save the corners").click()
    expect(page.locator("#step-tray .note")).to_contain_text("Saved")
    flat = [number for corner in table.camera_setup.marked.outline for number in corner]
    assert flat == pytest.approx([0.25, 0.2, 0.9, 0.1, 0.895, 0.85, 0.1, 0.9], abs=0.01)
    expect(tab(page, "tray")).to_have_attribute("data-state", "done")


def test_a_tray_of_many_sides_is_tapped_and_shown_again_as_it_is(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "tray")
    page.get_by_role("radio", name="Round or many-sided").click()
    save = page.get_by_role("button", name="Save the outline")
    for number, place in enumerate(HEXAGON[index] for index in (0, 3, 1, 5, 4, 2)):
        assert save.is_disabled() == (number < 3)
        page.mouse.click(*spot(page, *place))
        expect(page.locator(".handle")).to_have_count(number + 1)
    page.mouse.click(*spot(page, 0.5, 0.5))
    page.get_by_role("button", name="Undo the last corner").click()
    expect(page.locator(".handle")).to_have_count(6)
    save.click()
    expect(page.locator("#step-tray .note")).to_contain_text("Saved")
    assert around(table) == pytest.approx(np.array(HEXAGON), abs=0.01)

    page.reload()
    expect(page.get_by_role("radio", name="Round or many-sided")).to_be_checked()
    expect(page.locator(".handle")).to_have_count(6)


def test_the_whole_picture_is_one_tap(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "tray")
    page.get_by_role("radio", name="Whole picture").click()
    page.get_by_role("button", name="Use the whole picture").click()
    expect(page.locator("#step-tray .finding")).to_have_text("The whole picture is the tray.")
    assert table.camera_setup.marked.outline == WHOLE


def test_the_cards_are_found_and_to_be_taken_out(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "tray")
    with page.expect_download() as sheet:
        page.get_by_role("link", name="A4 sheet").click()
    assert sheet.value.suggested_filename == "sheet-a4.pdf"
    page.get_by_role("button", name="Find the cards", exact=True).click()
    findings = page.locator("#step-tray .finding")
    expect(findings).to_have_text(
        ["The tray is marked: 300 x 200 mm.", "The printed cards are still in the tray. Take them out before you play."]
    )
    expect(page.get_by_role("radio", name="Printed cards")).to_be_checked()
    expect(page.locator(".handle")).to_have_count(0)
    table.camera_setup.fault = ValueError("None of the four cards is found.")
    page.get_by_role("button", name="Find cards on a round rim").click()
    expect(page.get_by_role("alert")).to_contain_text("None of the four cards is found.")


def test_photos_of_the_board_are_taken_and_counted(serve: Serve, open_page: OpenPage) -> None:
    page = opened(serve, open_page, FakeTable(), "tray")
    page.get_by_text("Do straight edges look bent?").click()
    forget = page.get_by_role("button", name="Delete the photos")
    expect(forget).to_be_disabled()
    for number in (1, 2):
        page.get_by_role("button", name="Take a photo").click()
        expect(page.locator(".photos li")).to_have_count(number)
    assert too_small(page) == []
    forget.click()
    expect(page.locator(".photos li")).to_have_count(0)


def test_the_light_is_measured_until_it_is_right(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.camera_setup.to_measure = (Checked("light", Mark.BAD, 12.0, sentence="It is too dark (12 of 255)."),)
    page = opened(serve, open_page, table, "light")
    expect(page.locator("#step-light .finding.bad")).to_have_text("It is too dark (12 of 255).")
    expect(tab(page, "light")).to_have_attribute("data-state", "open")
    table.camera_setup.to_measure = (
        Checked("light"),
        Checked("die-size", number=50.0, sentence="Dice are large enough."),
    )
    expect(page.locator("#step-light .finding")).to_have_text(
        ["The light is right (120 of 255).", "Dice are large enough."]
    )
    expect(tab(page, "light")).to_have_attribute("data-state", "done")


def test_the_page_asks_for_nothing_that_the_stream_tells(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "camera")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.partition('/api/')[2]}"))
    tab(page, "tray").click()
    table.camera_setup.marked = Marked(HEXAGON, marked=True)
    table.lie_still("Start a game.")
    expect(page.locator("#step-tray .finding")).to_have_text("The tray is marked by 6 corners.")
    assert [one for one in asked if one.split()[1:]] == ["POST setup/tray/refresh"]


def test_a_rail_is_dragged_from_a_side_and_made_wider(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "rail")
    drag(page, (0.5, 0.02), (0.5, 0.15))
    expect(page.get_by_role("radio", name="Top")).to_be_checked()
    expect(page.locator("#overlay .rail.fresh")).to_have_count(1)
    page.get_by_role("button", name="Wider").click()
    expect(page.get_by_role("button", name="Wider")).to_be_disabled()
    page.get_by_role("button", name="Save the rail").click()
    expect(tab(page, "rail")).to_have_attribute("data-state", "done")
    assert table.camera_setup.marked.rail == SIDES["top"][2]
    page.get_by_role("button", name="No keep rail").click()
    expect(tab(page, "rail")).to_have_attribute("data-state", "open")
    assert table.camera_setup.marked.rail is None


def test_a_side_is_tapped(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "rail")
    page.get_by_role("radio", name="Left").click()
    page.get_by_role("button", name="Narrower").click()
    page.get_by_role("button", name="Save the rail").click()
    expect(tab(page, "rail")).to_have_attribute("data-state", "done")
    assert table.camera_setup.marked.rail == SIDES["left"][1]


def test_a_step_is_skipped_which_is_remembered_and_taken_up_again(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = opened(serve, open_page, table, "tray")
    page.get_by_role("button", name="Skip this step").click()
    expect(tab(page, "tray")).to_have_attribute("data-state", "skipped")
    expect(page.locator("#step-light")).to_be_visible()
    expect(page.locator("#step-tray")).to_be_hidden()
    page.reload()
    expect(tab(page, "tray")).to_have_attribute("data-state", "skipped")
    tab(page, "tray").click()
    page.get_by_role("button", name="Don't skip it").click()
    expect(tab(page, "tray")).to_have_attribute("data-state", "open")


def test_what_one_step_draws_is_gone_with_it(serve: Serve, open_page: OpenPage) -> None:
    page = opened(serve, open_page, FakeTable(), "tray")
    page.get_by_role("radio", name="Four corners").click()
    page.get_by_role("button", name="Save the corners").click()
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#step-light .finding").first).to_be_visible()
    expect(tab(page, "tray")).to_have_attribute("data-state", "done")
    expect(page.locator("#overlay *")).to_have_count(0)
    expect(page.locator(".handle")).to_have_count(0)


def test_next_leads_through_all_steps_and_to_the_game(serve: Serve, open_page: OpenPage) -> None:
    page = opened(serve, open_page, FakeTable(), "camera")
    ids = page.locator(".tab").evaluate_all("tabs => tabs.map((it) => it.dataset.step)")
    for step in ids[1:]:
        page.get_by_role("button", name="Next step").click()
        expect(page.locator(f"#step-{step}")).to_be_visible()
        expect(page.locator(".step:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Next step")).to_be_hidden()
    page.get_by_role("link", name="Go to the game", exact=True).click()
    expect(page.locator("#start")).to_be_visible()


def test_without_a_picture_the_page_says_so(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.lose_camera()
    page = open_page(f"{serve(table).address}/setup")
    expect(page.locator("#no-picture")).to_contain_text("No picture from the camera yet")
    expect(page.locator("#table-message")).to_contain_text("Camera lost")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("step", ["camera", "tray", "light", "lock", "rail"])
def test_every_step_fits(serve: Serve, open_page: OpenPage, step: str, size: tuple[int, int]) -> None:
    table = FakeTable()
    table.camera_setup.marked = Marked(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), marked=True)
    page = opened(serve, open_page, table, step, size)
    for way in page.locator(f"#step-{step} .radio-group button").all():
        way.click()
        assert too_small(page) == []
    assert too_small(page) == []
    assert not scrolls_sideways(page)
    assert cut_off(page) == []
    assert [pair for pair in overlapping(page) if "Corner" not in pair] == []
