"""What the pages may weigh. The times are for the command, `python -m tests.browser.weight`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from firmware_host.game.commands import StartGame
from tests.browser.conftest import OpenPage, Serve
from tests.browser.weighing import weigh
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.app import create_app
from web_ui.assets import Assets
from web_ui.assets.files import STATIC

ROOT = Path(__file__).parents[2]
COLD_REQUESTS = 12
COLD_BYTES = 120_000  # compressed, without photographs
WARM_REQUESTS = 2  # the page itself, and the event stream


@pytest.mark.parametrize(("page", "path"), [("start", "/"), ("game", "/"), ("setup", "/setup")])
def test_a_page_takes_few_requests_and_little_of_the_line(
    serve: Serve, chromium: Browser, page: str, path: str
) -> None:
    table = FakeTable()
    if page == "game":
        table.ask(StartGame(TWO))
    cold, warm = weigh(chromium, f"{serve(table).address}{path}")
    sent = [request.path for request in cold.own]
    assert 5 <= len(sent) <= COLD_REQUESTS, sent
    assert cold.wire <= COLD_BYTES
    assert cold.unpacked > 2 * cold.wire, "nothing was compressed"
    assert [request.path for request in warm.own] == [path, "/events"]
    assert len(warm.own) == WARM_REQUESTS


@pytest.mark.long
@pytest.mark.usefixtures("chromium_path")
def test_the_command_weighs_every_page() -> None:
    command = [sys.executable, "-m", "tests.browser.weight", "--loads", "1"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    found = [line.split()[:2] for line in told[2:]]
    assert found == [[page, load] for page in ("start", "game", "setup") for load in ("cold", "warm")]


@pytest.mark.parametrize("path", ["/", "/setup"])
def test_an_open_page_loads_again_when_the_program_was_updated(
    serve: Serve, open_page: OpenPage, tmp_path: Path, path: str
) -> None:
    serving = serve(FakeTable())
    page = open_page(f"{serving.address}{path}")
    drawn = page.locator("#start, .step:not([hidden])")
    expect(drawn).to_be_visible()
    before = page.locator("html").get_attribute("data-build")
    page.evaluate("window.old = true")

    banner = page.get_by_text("Reconnecting…")
    serving.stop()
    expect(banner).to_be_visible()
    serving.start()  # the same version: the page goes on
    expect(banner).to_be_hidden()
    assert page.evaluate("window.old") is True

    shutil.copytree(STATIC, tmp_path / "static")
    sheet = tmp_path / "static/lib/base.css"
    sheet.write_text(sheet.read_text(encoding="utf-8") + "h1 { order: 7; }\n", encoding="utf-8")
    files = Assets(tmp_path / "static")
    serving.stop()
    expect(banner).to_be_visible()
    serving.start(files)
    expect(page.locator("html")).to_have_attribute("data-build", files.build)
    assert files.build != before
    expect(drawn).to_be_visible()
    expect(page.locator("h1").locator("visible=true").first).to_have_css("order", "7")
    assert page.evaluate("window.old") is None


def test_a_page_loaded_just_before_an_update_gets_the_new_files(
    serve: Serve, open_page: OpenPage, tmp_path: Path
) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    script = tmp_path / "static/lib/languages.js"
    script.write_text(script.read_text(encoding="utf-8") + "window.fresh = true;\n", encoding="utf-8")
    table = FakeTable()
    html = create_app(table, table.wizard).test_client().get("/").text
    serving = serve(table)
    serving.stop()
    files = Assets(tmp_path / "static")
    serving.start(files)
    page = open_page(f"{serving.address}/healthz")
    page.route("**/", lambda route: route.fulfill(body=html, content_type="text/html"), times=1)
    page.goto(f"{serving.address}/")
    expect(page.locator("html")).to_have_attribute("data-build", files.build)
    expect(page.locator("#start")).to_be_visible()
    assert page.evaluate("window.fresh") is True
