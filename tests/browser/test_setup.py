"""The setup walked through on the real program, from an empty data folder to a played throw.

Each step leaves a picture, `setup-1-camera.png` and so on, in the test's own folder, or in the folder that the
environment variable DICE_TABLE_SCREENSHOTS names.
"""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from firmware_host.backup.checking import read_manifest
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.player import seen, wait_for_roll, write_best
from tests.browser.program import Program
from tests.browser.test_setup_steps import drag, tab
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.tray import CAMERA, SIZE

GROUND = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)
CORNERS = [(float(x), float(y)) for x, y in CAMERA.project(GROUND) / np.array(SIZE)]
OFFERED = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
SCREENSHOTS = "DICE_TABLE_SCREENSHOTS"


class Walk:
    """Somebody with the setup page before them, who keeps a picture of each step."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self._folder = Path(os.environ.get(SCREENSHOTS) or folder)
        self._folder.mkdir(parents=True, exist_ok=True)

    def is_at(self, step: str) -> None:
        expect(self.page.locator(f"#step-{step}")).to_be_visible()
        expect(self.page.locator(f"#step-{step} .finding").first).to_be_visible()

    def is_done(self, step: str) -> None:
        expect(tab(self.page, step)).to_have_attribute("data-state", "done")

    def keep(self, name: str) -> None:
        """Keep a picture of the page as it stands."""
        self.page.screenshot(path=self._folder / f"{name}.png")

    def next(self) -> None:
        self.page.get_by_role("button", name="Next step").click()


def _save_a_backup(walk: Walk, name: str) -> None:
    """Come to the last step, keep a picture of it, and save a backup from there."""
    walk.next()
    walk.is_done("backup")
    walk.keep(name)
    with walk.page.expect_download() as saved:
        walk.page.get_by_role("link", name="Save a backup").click()
    assert read_manifest(saved.value.path()).pictures is False
    assert walk.page.locator(".tab").evaluate_all("tabs => tabs.map((it) => it.dataset.state)") == ["done"] * 9


@pytest.mark.parametrize(
    "size", [pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone", marks=pytest.mark.long)]
)
def test_from_nothing_to_a_played_throw(
    program: Program, open_page: OpenPage, tmp_path: Path, size: tuple[int, int]
) -> None:
    page = open_page(program.address, size)
    walk, kind = Walk(page, tmp_path / "pictures"), "tablet" if size == TABLET else "phone"
    page.wait_for_function("() => fetch('/live.jpg').then((answer) => answer.ok)")  # else the camera is still to do
    page.get_by_role("link", name="Set up the table").click()
    walk.is_at("tray")

    tab(page, "camera").click()
    walk.is_at("camera")
    page.wait_for_function("() => [...document.querySelectorAll('.camera img')].every((it) => it.naturalWidth > 0)")
    walk.is_done("camera")
    walk.keep(f"setup-1-camera-{kind}")
    walk.next()

    page.get_by_role("radio", name="Four corners").click()
    for offered, corner in zip(OFFERED, CORNERS, strict=True):
        drag(page, offered, corner)
    walk.keep(f"setup-2-tray-{kind}")
    page.get_by_role("button", name="Save the corners").click()
    walk.is_done("tray")
    (kept,) = json.loads((program.data / "tray.json").read_text())["trays"].values()
    assert np.array(kept["outline"]) == pytest.approx(np.array(CORNERS), abs=0.01)
    walk.next()

    walk.is_done("light")
    walk.keep(f"setup-3-light-{kind}")
    walk.next()
    walk.is_done("lock")
    walk.keep(f"setup-4-lock-{kind}")
    walk.next()

    page.get_by_role("radio", name="Ordinary dice").click()
    walk.is_done("dice")
    walk.keep(f"setup-5-dice-{kind}")
    walk.next()

    page.get_by_role("radio", name="Bottom").click()
    page.get_by_role("button", name="Narrower").click()
    walk.keep(f"setup-6-rail-{kind}")
    page.get_by_role("button", name="Save the rail").click()
    walk.is_done("rail")
    walk.is_done("light")
    walk.next()

    _make_five_throws(page)
    walk.is_done("throws")
    walk.keep(f"setup-7-throws-{kind}")
    walk.next()

    walk.is_done("panel")
    walk.keep(f"setup-8-panel-{kind}")
    _save_a_backup(walk, f"setup-9-backup-{kind}")
    page.get_by_role("link", name="Go to the game", exact=True).click()

    page.get_by_role("button", name="Start the game").click()
    wait_for_roll(page, rolls_left=2)
    assert len(seen(page).dice) == 5
    walk.keep(f"setup-10-played-{kind}")
    write_best(page)
    expect(page.locator("#status h1")).to_have_text("Player 2")


def test_a_broken_file_of_trays_is_told_and_mended_on_the_page(
    program: Program, open_page: OpenPage, tmp_path: Path
) -> None:
    program.kill()
    (program.data / "tray.json").write_text("{ this is no JSON")
    program.start()
    page = open_page(f"{program.address}setup")
    walk = Walk(page, tmp_path / "pictures")

    walk.is_at("tray")
    expect(page.locator("#step-tray .finding.bad")).to_contain_text("tray.json cannot be read")
    expect(page.locator("#live")).to_have_js_property("naturalWidth", SIZE[0])
    walk.keep("setup-2-tray-broken")
    page.get_by_role("radio", name="Whole picture").click()
    page.get_by_role("button", name="Use the whole picture").click()

    expect(page.locator("#step-tray .finding")).to_have_text(["The whole picture is the tray."])
    walk.is_done("tray")
    assert json.loads((program.data / "tray.json").read_text())["version"] == 2
    assert "no JSON" in (program.data / "tray.unreadable.json").read_text()


def _make_five_throws(page: Page) -> None:
    """Throw five times; what is read is believed, as nobody taps a die."""
    page.get_by_role("button", name="Make five throws").click()
    throw = page.locator("#step-throws [data-throw]")
    for number in range(5):
        expect(page.locator("#step-throws .throw")).to_have_count(number)
        expect(throw).to_be_enabled()
        throw.click()
        expect(page.locator("#step-throws .throw")).to_have_count(number + 1)
    expect(page.locator("#step-throws .finding").first).to_contain_text(re.compile("read", re.IGNORECASE))
