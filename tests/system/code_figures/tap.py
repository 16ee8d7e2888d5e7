"""What one tap on a box enters: the program's Python files until it answers, and the page's scripts until it is drawn.

The simulated tray is thrown, a box of the real page is tapped in Chromium, and the turn goes to the next player. Only
files count of which a function ran in more than half of the taps. In Python a thread counts for what it did not do
in the second before the tap: the camera is watched all the time.
"""

import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, ElementHandle, Page, Route, sync_playwright

from tests.browser.chromium import NoChromiumError, launch
from tests.system.code_figures.program import Entered, ProgramError, WatchedProgram
from tests.system.code_figures.tree import Tree

TABLET = (1180, 820)
IDLE_S = 1.0
TAPS = 5
WRITING = "**/api/write"
ANSWER_S = 5.0
"""Seconds after which a tap that has written nothing was on something else."""
PATIENCE_MS = 60_000
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MODULE = re.compile(r"^// (\S+\.js)\nconst \$", re.MULTILINE)
REDRAWN = "([box, before]) => !box.isConnected || box.outerHTML !== before"


@dataclass(frozen=True)
class Tap:
    """Files entered by a tap, of so many taps."""

    taps: int
    python: list[str]
    javascript: list[str]


def tap(tree: Tree, taps: int = TAPS) -> Tap:
    """Play with the tree's own program and tap; ProgramError without Chromium, or if the program cannot be played."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        try:
            browser = launch(driver)
        except NoChromiumError as missing:
            raise ProgramError(str(missing)) from missing
        program = WatchedProgram(tree, Path(folder))
        try:
            return _measure(program, browser, taps)
        finally:
            program.stop()
            browser.close()


def _measure(program: WatchedProgram, browser: Browser, taps: int) -> Tap:
    program.start_game()
    page = browser.new_page(viewport={"width": TABLET[0], "height": TABLET[1]})
    page.set_default_timeout(PATIENCE_MS)
    finger = Finger(program, page)
    for _ in range(taps):
        program.wait_for_roll()
        finger.tap()
    return Tap(taps, _usual(finger.python, taps), _usual(finger.javascript, taps))


def news(before: Entered, during: Entered) -> set[str]:
    """Return the files that threads entered which they had not entered before."""
    return set().union(*(files - before.get(thread, set()) for thread, files in during.items()))


def _usual(entered: Iterable[Iterable[str]], taps: int) -> list[str]:
    counted = Counter(file for files in entered for file in files)
    return sorted(file for file, times in counted.items() if 2 * times > taps)


@dataclass
class Finger:
    """Taps boxes of the page and keeps what each tap entered."""

    program: WatchedProgram
    page: Page
    python: list[set[str]] = field(default_factory=list)
    javascript: list[set[str]] = field(default_factory=list)
    _written: set[str] = field(default_factory=set)
    _modules: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    _idle: Entered = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Open the page, and count from then on."""
        self.page.goto(self.program.address)
        self._devtools: CDPSession = self.page.context.new_cdp_session(self.page)
        self._devtools.send("Debugger.enable")
        self._devtools.send("Profiler.enable")
        self._devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        self.page.route(WRITING, self._write)

    def tap(self) -> None:
        """Tap a box that gives points and is empty in every column."""
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('[data-box]')].some(it => /\\d/.test(it.textContent))"
        )
        self.page.evaluate(TWO_FRAMES)
        self.program.begin()
        time.sleep(IDLE_S)
        self._idle = self.program.end()
        for box in self.page.query_selector_all("button[data-box]"):
            name = box.get_attribute("data-box") or ""
            if name not in self._written and box.is_visible() and _offers_points(box) and self._writes(box):
                self._written.add(name)
                return
        raise ProgramError("no box on the page could be written with a tap")

    def _writes(self, box: ElementHandle) -> bool:
        """Tap and wait until it is drawn; False where nothing was written."""
        before = box.evaluate("it => it.outerHTML")
        written = len(self.python)
        self._scripts()
        box.click()
        given_up = time.monotonic() + ANSWER_S
        while len(self.python) == written:
            if time.monotonic() > given_up:
                self.page.keyboard.press("Escape")
                return False
            self.page.wait_for_timeout(20)
        self.page.wait_for_function(REDRAWN, arg=[box, before])
        self.page.evaluate(TWO_FRAMES)
        self.javascript.append(self._scripts())
        return True

    def _write(self, route: Route) -> None:
        """Let the page's question through, watched from when it is sent until it is answered."""
        self.program.begin()
        answer = route.fetch()
        during = self.program.end()
        if not answer.ok:
            raise ProgramError(f"the tap was refused: {answer.text()}")
        self.python.append(news(self._idle, during))
        route.fulfill(response=answer)

    def _scripts(self) -> set[str]:
        """Return the program's scripts of which a function ran since the last time, by their path in the package."""
        scripts: list[dict[str, Any]] = self._devtools.send("Profiler.takePreciseCoverage")["result"]
        return {
            self._file(script["scriptId"], script["url"], function["ranges"][0]["startOffset"])
            for script in scripts
            if script["url"].startswith(self.program.address)
            for function in script["functions"]
            if any(stretch["count"] for stretch in function["ranges"])
        }

    def _file(self, script: str, address: str, offset: int) -> str:
        """Return the file of what begins at an offset: in a joined script a comment above each module names it."""
        if script not in self._modules:
            text: str = self._devtools.send("Debugger.getScriptSource", {"scriptId": script})["scriptSource"]
            self._modules[script] = [(module.start(), f"static/{module[1]}") for module in MODULE.finditer(text)]
        plain = address.removeprefix(self.program.address).partition("?")[0]
        return next((file for start, file in reversed(self._modules[script]) if start <= offset), plain)


def _offers_points(box: ElementHandle) -> bool:
    match = re.match(r"\s*\+?(\d+)", box.inner_text())
    return match is not None and int(match[1]) > 0
