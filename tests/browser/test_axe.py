"""axe-core finds nothing on any page, in any dialog and at any step of the setup, by day and in the evening."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from firmware_host.clock import ManualClock
from firmware_host.setup import Step
from firmware_host.setup.dice import BeginEnrolment, ShowFace
from firmware_host.setup.panel import LightLamp, StartPanelTrial
from firmware_host.setup.throws import StartTrial
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, Serve
from tests.firmware_host.setup.scripted_camera_setup import Marked
from tests.firmware_host.setup.test_dice import Lessons
from tests.firmware_host.setup.test_panel import Board
from tests.firmware_host.setup.test_throws import TURNS, Trial
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.js.views import TABLES
from web_ui.language import LANGUAGES

SIZE = (1180, 1400)  # tall: all of a dialog is in sight
DIALOGS = {
    "start": ("colours",),
    "written": ("faces", "photo", "menu", "rules"),
    "advised": ("advice",),
    "analysed": ("analysis",),
}
"""The dialogs that are looked at in each state of the table."""
OPENERS = {
    "colours": ("[data-do=seat-colour]",),
    "faces": ("[data-do=correct]",),
    "photo": ("[data-do=photo]",),
    "menu": ("[data-do=menu]",),
    "rules": ("[data-do=menu]", "[data-do=rules]"),
    "advice": ("[data-do=choices]",),
    "analysis": ("[data-do=analysis]",),
}
"""What is tapped to open each dialog."""


class Workshop(FakeTable):
    """A table whose setup has every step: dice to teach, throws that are tried, buttons that are tested."""

    def __init__(self, folder: Path) -> None:
        self._lessons, self._trial, self._board = Lessons(folder), Trial(folder, ManualClock()), Board(folder)
        super().__init__()
        self.camera_setup.marked = Marked(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), marked=True)
        self._lessons.step.do(BeginEnrolment("Old dice", "poker"))
        self._lessons.lay((1, 1, 2), 101)
        self._lessons.step.do(ShowFace("9", (0, 1)))
        self._trial.step.do(StartTrial())
        for number in range(len(TURNS)):
            self._trial.throw(number, sure=number != 1)
        self._board.step.do(StartPanelTrial())
        self._board.step.do(LightLamp(1))
        self._board.press(2)

    @property
    def steps(self) -> tuple[Step, ...]:
        return (*super().steps, self._lessons.step, self._trial.step, self._board.step)

    def close(self) -> None:
        for part in (self._lessons.sitting, self._trial.sitting, self._board.panel):
            part.close()
        super().close()


class Visit:
    """A browser that looks at one table after another; contrast is measured in pictures if `sampled`."""

    def __init__(
        self, serve: Serve, open_page: OpenPage, *, language: str = "en", theme: str = "light", sampled: bool = True
    ) -> None:
        self._serve = serve
        self._sampled = sampled
        self._cookies = {"language": language, "theme": theme}
        self.page: Page = open_page("about:blank", SIZE)
        self.found: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """Keep what is wrong with the page as it stands."""
        if wrong := faults(self.page, sampled=self._sampled):
            self.found[name] = wrong

    def open(self, table: FakeTable, path: str = "/") -> None:
        address = self._serve(table).address
        self.page.context.add_cookies(
            [{"name": name, "value": value, "url": address} for name, value in self._cookies.items()]
        )
        self.page.goto(f"{address}{path}")

    def game(self, state: str) -> None:
        """Look at the game page in one state of the table, and at the dialogs that open there."""
        self.open(TABLES[state]())
        expect(self.page.locator("#start" if state == "start" else "#game")).to_be_visible()
        self.look(state)
        for name in DIALOGS.get(state, ()):
            dialog = self.page.locator(f"dialog#{name}")
            for opener in OPENERS[name]:
                self.page.locator(opener).first.click()
            expect(dialog).to_be_visible()
            if name == "analysis":
                expect(dialog.locator(".curve")).to_be_visible()  # it comes after the dialog, and moves what is there
            self.look(name)
            dialog.press("Escape")
            expect(dialog).to_be_hidden()

    def setup(self, folder: Path) -> None:
        """Look at every step of the setup, and at every way to mark the tray."""
        self.open(Workshop(folder), "/setup")
        for step in self.page.locator(".tab").evaluate_all("tabs => tabs.map((it) => it.dataset.step)"):
            self.page.locator(f"[data-step={step}]").click()
            expect(self.page.locator(f"#step-{step} .finding").first).to_be_visible()
            self.look(step)
            ways = self.page.locator(f"#step-{step} [data-method]")
            for way in ways.all():
                way.click()
                expect(way).to_be_checked()
                self.look(f"{step} {way.inner_text()}")

    def papers(self) -> None:
        self.open(FakeTable(), "/sheet/balut")
        expect(self.page.locator(".score-sheet")).to_be_visible()
        self.look("sheet")
        self.open(FakeTable(), "/nowhere")
        expect(self.page.locator(".error-page")).to_be_visible()
        self.look("error")


def test_nothing_is_wrong_with_any_page_or_dialog(serve: Serve, open_page: OpenPage, tmp_path: Path) -> None:
    visit = Visit(serve, open_page, sampled=False)
    for state in ("start", "written", "striking", "hands", "paused", "advised", "analysed"):
        visit.game(state)
    visit.setup(tmp_path)
    visit.papers()
    assert visit.found == {}


def test_the_evening_reads_well(serve: Serve, open_page: OpenPage) -> None:
    visit = Visit(serve, open_page, theme="dark")
    for state in ("held", "unsure"):
        visit.game(state)
    assert visit.found == {}


@pytest.mark.long
def test_nothing_is_wrong_in_other_languages(serve: Serve, open_page: OpenPage) -> None:
    found = {}
    for language in list(LANGUAGES)[1:]:
        visit = Visit(serve, open_page, language=language, sampled=False)
        visit.game("held")
        found.update({language: visit.found} if visit.found else {})
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_anywhere(
    serve: Serve, open_page: OpenPage, tmp_path: Path, language: str, theme: str
) -> None:
    visit = Visit(serve, open_page, language=language, theme=theme)
    for state in TABLES:
        visit.game(state)
    visit.setup(tmp_path)
    visit.papers()
    assert visit.found == {}
