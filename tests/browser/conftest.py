"""A real Chromium, pages in it, and the page's server over a table in memory."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.chromium import NoChromiumError, find, launch
from tests.browser.program import Program
from tests.browser.serving import Serving
from tests.web_ui.fake_table import FakeTable

TABLET = (1180, 820)
PHONE = (390, 844)
PATIENCE_MS = 60_000  # a busy single-board computer is slow, never wrong

OpenPage = Callable[..., Page]
Serve = Callable[[FakeTable], Serving]
failed = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """Where Chromium is; tests that need it skip, or fail where all is required, without."""
    try:
        return find()
    except NoChromiumError as missing:
        if os.environ.get("DICE_TABLE_REQUIRE_ALL"):
            pytest.fail(f"{missing} (DICE_TABLE_REQUIRE_ALL is set)")
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(chromium_path: Path, playwright_driver: Playwright) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    browser = launch(playwright_driver, chromium_path)
    yield browser
    browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[failed] = True
    return report


@pytest.fixture
def open_page(request: pytest.FixtureRequest, chromium: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Open an address in a browser of its own: `open_page(address, size=TABLET, touch=False)`.

    At the end no page may have broken a script or the content security policy. A failed test leaves a picture of
    each of its pages.
    """
    pages: list[Page] = []
    faults: list[str] = []

    def open_one(address: str, size: tuple[int, int] = TABLET, touch: bool = False) -> Page:
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Security" in message.text else None)
        pages.append(page)
        page.goto(address)
        return page

    yield open_one
    for number, page in enumerate(pages):
        if request.node.stash.get(failed, False):
            picture = tmp_path / f"page-{number}.png"
            page.screenshot(path=picture)
            print(f"The page as it stood: {picture}")  # noqa: T201 - shown with the failure
        page.context.close()
    assert faults == []


@pytest.fixture
def program(chromium: Browser, tmp_path: Path) -> Iterator[Program]:  # noqa: ARG001 - no browser, no need to start it
    """The real program, ready, with an empty data folder; dice tumble fast, and opponents think fast."""
    program = Program(tmp_path / "data", speed=6, pause=0.3)
    program.start()
    yield program
    program.stop()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve a fake table until the test ends."""
    servings: list[Serving] = []

    def serve_one(table: FakeTable) -> Serving:
        servings.append(Serving(table))
        return servings[-1]

    yield serve_one
    for serving in servings:
        serving.stop()
        serving.table.close()
