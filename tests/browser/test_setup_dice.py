"""Dice taught and thrown, buttons and lamps tried: on the setup page of the real program, in its simulated tray."""

import re
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.measuring import cut_off, overlapping, scrolls_sideways, too_small
from tests.browser.program import Program
from vision.locate.locator import Located
from vision.read import DiceReader, DiceSets

MOST_THROWS = 25


@cache
def reader() -> DiceReader:
    return DiceReader.load()


def opened(program: Program, open_page: OpenPage, step: str, size: tuple[int, int] = TABLET) -> tuple[Page, Locator]:
    page = open_page(f"{program.address}setup#{step}", size)
    card = page.locator(f"#step-{step}")
    expect(card).to_be_visible()
    expect(card.locator(".finding").first).to_be_visible()
    return page, card


def faces_of(page: Page, card: Locator) -> list[str]:
    """What the dice shown really show: the cut-outs, read without the program."""
    found = []
    for cut in card.locator(".cutout img").all():
        answer = page.request.get(f"{page.url.split('/setup')[0]}{cut.get_attribute('src')}")
        picture = np.asarray(cv2.imdecode(np.frombuffer(answer.body(), np.uint8), cv2.IMREAD_COLOR), np.uint8)
        side = picture.shape[0]
        box = Located((side * 0.15, side * 0.15, side * 0.85, side * 0.85), 1.0)
        _, chances = reader().for_kind("pips").probabilities(reader().faces.predict(picture, [box]))
        found.append("123456"[int(chances[0].argmax())])
    return found


def throw(card: Locator) -> None:
    """Throw, and wait until other dice are shown."""
    before = [cut.get_attribute("src") for cut in card.locator(".cutout img").all()]
    card.get_by_role("button", name="Throw the dice").click()
    if before:
        expect(card.locator(f".cutout img[src='{before[0]}']")).to_have_count(0)
    expect(card.locator(".cutout")).to_have_count(5)


def name_dice(page: Page, card: Locator, faces: Sequence[str]) -> None:
    """Tap what the dice in the tray show, as far as it is one of these faces."""
    shown = faces_of(page, card)
    for face in faces:
        dice = [index for index, one in enumerate(shown) if one == face]
        if not dice:
            continue
        for index, cut in enumerate(card.locator(".cutout").all()):
            if (cut.get_attribute("aria-pressed") == "true") != (index in dice):
                cut.click()
        card.get_by_role("button", name=re.compile(f"They show {face} ")).click()
        expect(card.locator(".cutout").nth(dice[0]).locator(".badge")).to_have_text(face)


def looks(card: Locator) -> list[int]:
    """How many looks each face has."""
    return [int(text.split()[0]) for text in card.locator("[data-keys] .looks").all_inner_texts()]


def measured_well(page: Page) -> None:
    assert not scrolls_sideways(page)
    assert too_small(page) == []
    assert overlapping(page) == []
    assert cut_off(page) == []


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_five_throws_are_made_and_reported(program: Program, open_page: OpenPage, size: tuple[int, int]) -> None:
    page, card = opened(program, open_page, "throws", size)
    expect(card.locator(".finding")).to_have_text(re.compile("not known yet"))
    card.get_by_role("button", name="Make five throws").click()
    for number in range(5):
        card.get_by_role("button", name="Throw the dice").click()
        expect(card.locator(".throw")).to_have_count(number + 1)
    measured_well(page)

    expect(card.locator(".finding").first).to_have_text("25 of 25 dice were read correctly and with certainty.")
    expect(page.locator("[data-step=throws]")).to_have_attribute("data-state", "done")
    rows = card.locator("[data-report] tbody tr")
    counts = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    assert sum(shown for shown, *_ in counts) == 25
    assert all(shown == right for shown, right, *_ in counts)

    die = card.locator(".throw").last.locator(".cutout").first
    read = die.locator(".badge").inner_text()
    die.click()
    measured_well(page)
    other = "6" if read != "6" else "1"
    card.locator(".truth").get_by_role("button", name=f"It is {other}", exact=True).click()
    expect(card.locator(".finding")).to_contain_text(
        [
            re.compile("24 of 25"),
            re.compile(f"{other} as {read}"),
            re.compile(f"Teach the dice: show these faces ten times each: {other}"),
        ]
    )
    expect(page.locator("[data-step=throws]")).to_have_attribute("data-state", "open")
    page.reload()
    expect(card.locator(".finding").first).to_contain_text("24 of 25")


def test_a_game_that_waits_does_not_count_the_throws(program: Program, open_page: OpenPage) -> None:
    game = open_page(program.address)
    game.get_by_role("button", name="Start").click()
    game.get_by_role("button", name="Throw the dice").click()
    expect(game.locator("#tray .lying")).to_have_count(5)
    before = game.locator("#tray .lying .die").evaluate_all("dice => dice.map((die) => die.ariaLabel)")

    page, card = opened(program, open_page, "throws")
    card.get_by_role("button", name="Make five throws").click()
    expect(game.locator("#game .notices")).to_contain_text("throws do not count now")
    card.get_by_role("button", name="Throw the dice").click()
    expect(card.locator(".throw")).to_have_count(1)
    card.get_by_role("button", name="Stop").click()

    expect(game.locator("#game .notices")).to_be_hidden()
    after = game.locator("#tray .lying .die").evaluate_all("dice => dice.map((die) => die.ariaLabel)")
    assert after == before
    expect(card.get_by_role("button", name="Make five throws")).to_be_visible()
    assert not page.is_closed()


def test_dice_are_taught_by_tapping_what_they_show(program: Program, open_page: OpenPage) -> None:
    page, card = opened(program, open_page, "dice")
    card.get_by_role("button", name="Teach a new dice set").click()
    measured_well(page)
    card.get_by_role("radio", name="Green dice").click()
    card.get_by_role("radio", name="1 to 6").click()
    card.get_by_role("button", name="Start teaching", exact=True).click()
    expect(card.locator(".finding")).to_have_text(re.compile("Show a 1: 3 more examples"))

    taught = ("3", "5")
    for _ in range(MOST_THROWS):
        throw(card)
        name_dice(page, card, taught)
        if card.locator("[data-face].enough").count() == len(taught):
            break
    measured_well(page)
    learn = card.get_by_role("button", name="Learn these dice")
    expect(learn).to_be_enabled()
    shown = looks(card)
    card.get_by_role("button", name="Undo the last one").click()
    expect(card.locator(".cutout .badge")).to_have_count(0)
    assert sum(looks(card)) < sum(shown)
    for _ in range(MOST_THROWS):
        name_dice(page, card, taught)
        if learn.is_enabled():
            break
        throw(card)
    learn.click()

    expect(card.get_by_role("radio", name="Green dice")).to_be_checked()
    expect(card.locator(".finding")).to_have_text(re.compile("Green dice is not used in this game"))
    expect(card.locator("[data-learnt] tbody tr")).to_have_count(2)
    measured_well(page)
    sets = DiceSets(program.data)
    assert sets.in_use() == "Green dice"
    assert set(sets.load("Green dice").example_counts) == set(taught)

    card.get_by_role("radio", name="Ordinary dice").click()
    expect(card.locator(".finding")).to_have_text([re.compile("read as ordinary dice")])
    expect(page.locator("[data-step=dice]")).to_have_attribute("data-state", "done")
    assert sets.in_use() is None


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_buttons_and_lamps_are_tried_on_the_screen(
    program: Program, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page, card = opened(program, open_page, "panel", size)
    expect(card.locator(".finding")).to_have_text(re.compile("No panel is connected"))
    lamps = card.get_by_role("button", name=re.compile("amp [1-5]"))
    expect(lamps.first).to_be_disabled()

    card.get_by_role("button", name="Start the test").click()
    with page.expect_request("**/api/setup/panel/refresh"):
        pass  # the page keeps the panel as long as the test is before somebody's eyes
    for number in range(1, 6):
        card.get_by_role("button", name="Light the next lamp").click()
        expect(card.get_by_role("button", name=f"Lamp {number}, lit")).to_have_attribute("aria-pressed", "true")
        expect(card.locator(".is-lit")).to_have_count(1)
    card.get_by_role("button", name="Button 4, not pressed yet").click()
    expect(card.locator("[data-last]")).to_have_text("Button 4 was pressed last.")
    measured_well(page)

    card.get_by_role("button", name="End the test").click()
    expect(card.locator(".is-lit")).to_have_count(0)
    expect(page.locator("[data-step=panel]")).to_have_attribute("data-state", "done")


def test_the_diagnostics_are_saved(program: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page, _ = opened(program, open_page, "panel")
    page.get_by_text("Something not working?").click()
    measured_well(page)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save diagnostics").click()
    saving.value.save_as(tmp_path / "saved.zip")
    assert saving.value.suggested_filename == "dice-table.zip"
    with zipfile.ZipFile(tmp_path / "saved.zip") as archive:
        assert {"README.txt", "doctor.txt", "setup.json", "pictures/live.jpg"} <= set(archive.namelist())
