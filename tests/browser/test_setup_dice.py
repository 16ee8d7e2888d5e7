"""Dice taught and thrown, buttons and lamps tried: on the setup page of the real program, in its simulated tray."""

import re
import zipfile
from collections.abc import Iterator, Sequence
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


@pytest.fixture
def quick(tmp_path: Path, chromium: object) -> Iterator[Program]:  # noqa: ARG001 - no browser, no need to start it
    """The real program, whose simulated dice tumble four times as fast as real ones."""
    program = Program(tmp_path / "data", speed=4)
    program.start()
    yield program
    program.stop()


@cache
def reader() -> DiceReader:
    return DiceReader.load()


def opened(program: Program, open_page: OpenPage, step: str, size: tuple[int, int] = TABLET) -> tuple[Page, Locator]:
    page = open_page(f"{program.address}setup#{step}", size)
    slip = page.locator(f"#step-{step}")
    expect(slip).to_be_visible()
    expect(slip.locator(".finding").first).to_be_visible()
    return page, slip


def faces_of(page: Page, slip: Locator) -> list[str]:
    """What the dice shown really show: the cut-outs, read without the program."""
    found = []
    for cut in slip.locator(".cut img").all():
        answer = page.request.get(f"{page.url.split('/setup')[0]}{cut.get_attribute('src')}")
        picture = np.asarray(cv2.imdecode(np.frombuffer(answer.body(), np.uint8), cv2.IMREAD_COLOR), np.uint8)
        side = picture.shape[0]
        box = Located((side * 0.15, side * 0.15, side * 0.85, side * 0.85), 1.0)
        _, chances = reader().of_kind("pips").probabilities(reader().faces.look(picture, [box]))
        found.append("123456"[int(chances[0].argmax())])
    return found


def throw(slip: Locator) -> None:
    """Throw, and wait until other dice are shown."""
    before = [cut.get_attribute("src") for cut in slip.locator(".cut img").all()]
    slip.get_by_role("button", name="Throw the dice").click()
    if before:
        expect(slip.locator(f".cut img[src='{before[0]}']")).to_have_count(0)
    expect(slip.locator(".cut")).to_have_count(5)


def name_dice(page: Page, slip: Locator, faces: Sequence[str]) -> None:
    """Tap what the dice in the tray show, as far as it is one of these faces."""
    shown = faces_of(page, slip)
    for face in faces:
        dice = [index for index, one in enumerate(shown) if one == face]
        if not dice:
            continue
        for index, cut in enumerate(slip.locator(".cut").all()):
            if (cut.get_attribute("aria-pressed") == "true") != (index in dice):
                cut.click()
        slip.get_by_role("button", name=re.compile(f"They show {face} ")).click()
        expect(slip.locator(".cut").nth(dice[0]).locator(".badge")).to_have_text(face)


def looks(slip: Locator) -> list[int]:
    """How many looks each face has."""
    return [int(text.split()[0]) for text in slip.locator("[data-keys] .looks").all_inner_texts()]


def measured_well(page: Page) -> None:
    assert not scrolls_sideways(page)
    assert too_small(page) == []
    assert overlapping(page) == []
    assert cut_off(page) == []


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_five_throws_are_made_and_reported(quick: Program, open_page: OpenPage, size: tuple[int, int]) -> None:
    page, slip = opened(quick, open_page, "throws", size)
    expect(slip.locator(".finding")).to_have_text(re.compile("not known yet"))
    slip.get_by_role("button", name="Make five throws").click()
    for number in range(5):
        slip.get_by_role("button", name="Throw the dice").click()
        expect(slip.locator(".throw")).to_have_count(number + 1)
    measured_well(page)

    expect(slip.locator(".finding").first).to_have_text("25 of 25 dice were read right and for sure.")
    expect(page.locator("[data-goes-to=throws]")).to_have_attribute("data-state", "done")
    rows = slip.locator("[data-report] tbody tr")
    counts = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    assert sum(shown for shown, *_ in counts) == 25
    assert all(shown == right for shown, right, *_ in counts)

    die = slip.locator(".throw").last.locator(".cut").first
    read = die.locator(".badge").inner_text()
    die.click()
    measured_well(page)
    other = "6" if read != "6" else "1"
    slip.locator(".truth").get_by_role("button", name=f"It is {other}", exact=True).click()
    expect(slip.locator(".finding")).to_contain_text(
        [
            re.compile("24 of 25"),
            re.compile(f"{other} as {read}"),
            re.compile(f"Teach the dice: show these faces ten times each: {other}"),
        ]
    )
    expect(page.locator("[data-goes-to=throws]")).to_have_attribute("data-state", "open")
    page.reload()
    expect(slip.locator(".finding").first).to_contain_text("24 of 25")


def test_a_game_that_waits_does_not_count_the_throws(quick: Program, open_page: OpenPage) -> None:
    game = open_page(quick.address)
    game.get_by_role("button", name="Start").click()
    expect(game.locator("#tray .lying")).to_have_count(5)
    before = game.locator("#tray .lying .die").evaluate_all("dice => dice.map((die) => die.ariaLabel)")

    page, slip = opened(quick, open_page, "throws")
    slip.get_by_role("button", name="Make five throws").click()
    expect(game.locator("#game .notices")).to_contain_text("what is thrown now does not count")
    slip.get_by_role("button", name="Throw the dice").click()
    expect(slip.locator(".throw")).to_have_count(1)
    slip.get_by_role("button", name="Stop").click()

    expect(game.locator("#game .notices")).to_be_hidden()
    after = game.locator("#tray .lying .die").evaluate_all("dice => dice.map((die) => die.ariaLabel)")
    assert after == before
    expect(slip.get_by_role("button", name="Make five throws")).to_be_visible()
    assert not page.is_closed()


def test_dice_are_taught_by_tapping_what_they_show(quick: Program, open_page: OpenPage) -> None:
    page, slip = opened(quick, open_page, "dice")
    slip.get_by_role("button", name="Teach other dice").click()
    measured_well(page)
    slip.get_by_role("radio", name="Green dice").click()
    slip.get_by_role("radio", name="1 to 6").click()
    slip.get_by_role("button", name="Begin", exact=True).click()
    expect(slip.locator(".finding")).to_have_text(re.compile("Show a 1: 3 looks more"))

    taught = ("3", "5")
    for _ in range(MOST_THROWS):
        throw(slip)
        name_dice(page, slip, taught)
        if slip.locator("[data-face].enough").count() == len(taught):
            break
    measured_well(page)
    learn = slip.get_by_role("button", name="Learn them")
    expect(learn).to_be_enabled()
    shown = looks(slip)
    slip.get_by_role("button", name="Take the last one back").click()
    expect(slip.locator(".cut .badge")).to_have_count(0)
    assert sum(looks(slip)) < sum(shown)
    for _ in range(MOST_THROWS):
        name_dice(page, slip, taught)
        if learn.is_enabled():
            break
        throw(slip)
    learn.click()

    expect(slip.get_by_role("radio", name="Green dice")).to_be_checked()
    expect(slip.locator(".finding").first).to_have_text("The dice are read as “Green dice”.")
    expect(slip.locator(".finding").nth(1)).to_have_text(re.compile(r"Expect \d+ % of its dice"))
    expect(slip.locator("[data-learnt] tbody tr")).to_have_count(2)
    measured_well(page)
    sets = DiceSets(quick.data)
    assert sets.in_use() == "Green dice"
    assert set(sets.load("Green dice").looks) == set(taught)

    slip.get_by_role("radio", name="Ordinary dice").click()
    expect(slip.locator(".finding")).to_have_text([re.compile("read as ordinary ones")])
    expect(page.locator("[data-goes-to=dice]")).to_have_attribute("data-state", "done")
    assert sets.in_use() is None


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_buttons_and_lamps_are_tried_on_the_screen(quick: Program, open_page: OpenPage, size: tuple[int, int]) -> None:
    page, slip = opened(quick, open_page, "panel", size)
    expect(slip.locator(".finding")).to_have_text(re.compile("No panel is connected"))
    lamps = slip.get_by_role("button", name=re.compile("amp [1-5]"))
    expect(lamps.first).to_be_disabled()

    slip.get_by_role("button", name="Start the test").click()
    for number in range(1, 6):
        slip.get_by_role("button", name="Light the next lamp").click()
        expect(slip.get_by_role("button", name=f"Lamp {number}, lit")).to_have_attribute("aria-pressed", "true")
        expect(slip.locator(".is-lit")).to_have_count(1)
    slip.get_by_role("button", name="Button 4, not pressed yet").click()
    expect(slip.locator("[data-last]")).to_have_text("Button 4 was pressed last.")
    measured_well(page)

    slip.get_by_role("button", name="End the test").click()
    expect(slip.locator(".is-lit")).to_have_count(0)
    expect(page.locator("[data-goes-to=panel]")).to_have_attribute("data-state", "done")


def test_the_diagnostics_are_saved(quick: Program, open_page: OpenPage, tmp_path: Path) -> None:
    page, _ = opened(quick, open_page, "panel")
    page.get_by_text("Something does not work?").click()
    measured_well(page)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the diagnostics").click()
    saving.value.save_as(tmp_path / "saved.zip")
    assert saving.value.suggested_filename == "dice-table.zip"
    with zipfile.ZipFile(tmp_path / "saved.zip") as archive:
        assert {"README.txt", "doctor.txt", "setup.json", "pictures/live.jpg"} <= set(archive.namelist())
