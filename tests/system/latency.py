"""How long it takes from dice that lie still to the page that shows them: `python -m tests.system.latency`.

The program plays on the simulated tray, in processes of its own, and a page is open in Chromium. Each throw is measured
from the first frame in which nothing moves any more, as the eye finds it, to the moment when the page has painted the
roll; all times are of the machine's monotonic clock. First, the watcher's first still frame is compared with the true
one, that of the drawn dice: it is never later, so that nothing is left out.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from firmware_host.app.build import Application, open_application
from firmware_host.settings import load_settings
from tests.browser.chromium import launch
from tests.browser.conftest import TABLET
from vision.calibration import Calibration
from vision.detection import Detection
from vision.frame import Frame, Picture
from vision.pipeline import PictureReader, SettledRoll, settled_rolls
from vision.settle import Moving
from vision.simulate.tray import SimulatedTray
from vision.sources.base import Report
from vision.sources.simulated import RATE, SimulatedCamera

TARGET = 0.7
"""Seconds from the first still frame to the page, in the middle of all throws."""

PATIENCE = 120.0
"""Seconds for one throw; a busy machine is slow, a broken table never comes to it."""

START = {"players": [{"name": "Ada", "colour": "#aa3333"}], "rules": "yahtzee"}
SHOWN = ("rolled", "question", "throw")
"""Phases of the page in which the dice that lie are shown; before the first throw of a turn there are none."""

WATCH_PAGE = """
addEventListener("DOMContentLoaded", () => {
  const soon = new MessageChannel();
  const waiting = [];
  soon.port1.onmessage = () => painted(waiting.shift(), performance.now());
  new MutationObserver(() => {
    waiting.push(document.body.dataset.phase);
    requestAnimationFrame(() => soon.port2.postMessage(null));
  }).observe(document.body, { attributes: true, attributeFilter: ["data-phase"] });
});
"""
"""Tells each new phase once it has been painted: after the next frame that the browser draws."""


@dataclass(frozen=True, slots=True)
class Told:
    """A thrown roll as the watcher reported it: its first still frame, its last frame, and when it was told."""

    since: float
    time: float
    told: float


@dataclass(frozen=True, slots=True)
class Throw:
    """Where the seconds of one throw went, one after the other."""

    stillness: float
    reading: float
    table: float
    page: float

    @property
    def total(self) -> float:
        """From the first still frame to the page."""
        return self.stillness + self.reading + self.table + self.page


class Stopwatch:
    """An observer that notes when results came."""

    def on_source(
        self, spec: str, report: Report, tray: Calibration, marked: Picture | None, problems: tuple[str, ...]
    ) -> None:
        """Watching begins."""

    def on_frame(self, frame: Frame) -> None:
        """A frame is looked at."""

    def on_result(self, news: Moving | SettledRoll, reader: PictureReader) -> None:  # noqa: ARG002 - whatever it was read by
        """Note a roll."""
        if isinstance(news, SettledRoll) and news.thrown:
            _say(roll=[news.since, news.time, time.monotonic()])

    def on_lost(self, reason: str) -> None:
        """Note that the camera is away."""
        _say(lost=reason)

    def on_back(self) -> None:
        """It is back."""


def serve(data: Path) -> None:
    """Play, and print what happens when, one JSON object a line."""
    house = open_application(load_settings({"data": data, "camera": "sim:seed=7", "port": 0}), Stopwatch())
    threading.Thread(target=_note_shown, args=(house,), daemon=True).start()
    try:
        house.serve(lambda address: _say(ready=address))
    finally:
        house.close()


def _note_shown(house: Application) -> None:
    """Note when the table first showed each state of the tray."""
    version, before = 0, ""
    while True:
        shown = house.table.changes(version, 1.0)
        if shown is not None:
            version = shown.version
            if shown.tray.state != before:
                before = shown.tray.state
                _say(shown=[before, time.monotonic()])


def _say(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Program:
    """The program in a process of its own, and what it notes."""

    def __init__(self, data: Path) -> None:
        self.rolls: list[Told] = []
        self.shown: list[float] = []
        self.lost: list[str] = []
        self._ready = threading.Event()
        self._port = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.system.latency", "--serve", str(data)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        threading.Thread(target=self._listen, daemon=True).start()
        if not self._ready.wait(PATIENCE):
            self.stop()
            raise AssertionError("the program did not become ready")

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self._port}/"

    def wait_until_it_sees(self) -> None:
        """Wait until it has read what lies in the tray."""
        given_up = time.monotonic() + PATIENCE
        while not self.shown:
            assert time.monotonic() < given_up, "the program never read what lies in the tray"
            time.sleep(0.02)

    def view(self) -> dict[str, Any]:
        """What its page shows."""
        return self._call("GET", "/api/state")

    def ask(self, action: str, **body: object) -> dict[str, Any]:
        """Ask something of it, as the page does."""
        return self._call("POST", f"/api/{action}", body)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(60)

    def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer: dict[str, Any] = json.loads(connection.getresponse().read())
            return answer
        finally:
            connection.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                said = json.loads(line)
                if "roll" in said:
                    self.rolls.append(Told(*said["roll"]))
                elif "shown" in said and said["shown"][0] == "still":
                    self.shown.append(said["shown"][1])
                elif "lost" in said:
                    self.lost.append(said["lost"])
                elif "ready" in said:
                    self._port = int(re.findall(r":(\d+)/", said["ready"])[0])
                    self._ready.set()


class Screen:
    """A page in Chromium, which tells when it has painted something new."""

    def __init__(self, page: Page, address: str) -> None:
        self.painted: list[float] = []
        self._page = page
        self._told: list[tuple[str, float]] = []
        self._phase = ""
        page.expose_function("painted", lambda phase, at: self._told.append((phase, at)))
        page.add_init_script(WATCH_PAGE)
        page.goto(address)
        self.unsure, self._offset = self._clocks()

    def wait(self, count: int) -> None:
        """Wait until dice that lie were shown so many times."""
        given_up = time.monotonic() + PATIENCE
        while len(self.painted) < count:
            assert time.monotonic() < given_up, f"the page showed {len(self.painted)} rolls of {count}"
            self._page.wait_for_timeout(20)
            while self._told:
                phase, at = self._told.pop(0)
                if phase in SHOWN and (phase != "throw" or self._phase == "rolling"):
                    self.painted.append(at / 1000 + self._offset)
                self._phase = phase

    def _clocks(self) -> tuple[float, float]:
        """How far the page's clock is behind the machine's, and how unsure that is: half of the quickest answer."""
        asked = []
        for _ in range(20):
            before = time.monotonic()
            now = self._page.evaluate("performance.now()") / 1000
            after = time.monotonic()
            asked.append(((after - before) / 2, (before + after) / 2 - now))
        return min(asked)


def measure(throws: int, data: Path, browser: Browser) -> tuple[list[Throw], float]:
    """Play so many throws and measure each; also how unsure the page's clock is, in seconds.

    A throw during which the camera was lost, as on a machine that stands still for a second, is left out and told.
    """
    program = Program(data)
    try:
        page = browser.new_page(viewport={"width": TABLET[0], "height": TABLET[1]})
        screen = Screen(page, program.address)
        program.wait_until_it_sees()  # a throw before that would end with the reading of the empty tray
        program.ask("start", **START)
        program.ask("throw")
        for number in range(1, throws + 1):
            screen.wait(number)
            if number < throws:
                _throw_again(program)
        page.close()
    finally:
        program.stop()
    for reason in program.lost:
        sys.stdout.write(f"one throw is left out, in which the camera was lost: {reason}\n")
    left_out = throws - len(program.rolls)
    assert left_out <= len(program.lost), f"{throws} throws, of which {left_out} were not told"
    return [_parts(roll, program.shown, screen.painted) for roll in program.rolls], screen.unsure


def _throw_again(program: Program) -> None:
    """Throw, whatever is asked; after a turn's last roll begin another game."""
    view = program.view()
    if not view["can"]["throw"]:
        program.ask("abandon")
        program.ask("start", **START)
    program.ask("throw")


def _parts(roll: Told, shown: Sequence[float], painted: Sequence[float]) -> Throw:
    """Where the time of a roll went: what came first after it was told was about it."""
    table = next(at for at in shown if at >= roll.told - 0.05)
    page = next(at for at in painted if at >= roll.told - 0.05)
    told = min(roll.told, table)
    return Throw(roll.time - roll.since, told - roll.time, table - told, max(0.0, page - table))


class _NoWaiting:
    """A clock that passes only when someone waits."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds


class _Blind:
    """Sees no dice, and so takes no time."""

    def read(self, *_asked: object) -> tuple[Detection, ...]:
        return ()


def stillness_found(throws: int, seed: int = 7) -> list[float]:
    """By how many seconds the watcher's first still frame comes after the true one, for each throw; takes no time."""
    clock = _NoWaiting()
    camera = SimulatedCamera("sim", SimulatedTray(seed), clock)
    still_since = math.inf
    found: list[float] = []

    def frames() -> Iterator[Frame]:
        nonlocal still_since
        camera.throw([], 5)
        while True:
            frame = camera.read(1.0)
            if not np.array_equal(camera.tray.scene(frame.time), camera.tray.scene(frame.time + 60)):
                still_since = math.inf
            elif still_since == math.inf:
                still_since = frame.time
            yield frame

    for news in settled_rolls(frames(), _Blind()):
        if isinstance(news, SettledRoll) and news.thrown:
            found.append(news.since - still_since)
            if len(found) == throws:
                break
            camera.throw([], 5)
    return found


def _tell(name: str, seconds: Sequence[float]) -> None:
    middle, late = np.percentile(seconds, [50, 99])
    sys.stdout.write(f"{name:<50} {middle * 1000:6.0f} {late * 1000:6.0f} {max(seconds) * 1000:6.0f}\n")


def main() -> None:
    """Print what becomes of the time; exit status 1 where the median is above the target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=50)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
        return
    found = stillness_found(10)
    assert max(found) <= 0, f"the watcher's first still frame comes {1000 * max(found):.0f} ms after the true one"
    sys.stdout.write(
        f"the watcher's first still frame comes {abs(1000 * max(found)):.0f} to {-1000 * min(found):.0f} ms before the "
        f"true one ({1000 / RATE:.0f} ms between frames, {len(found)} throws)\n"
    )
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = launch(driver)
        throws, unsure = measure(given.throws, Path(folder), browser)
        browser.close()
    head = f"{len(throws)} throws, ms (the page's clock is known to {unsure * 1000:.1f})"
    sys.stdout.write(f"{head:<50} median    p99    max\n")
    _tell("waiting until they surely lie still", [throw.stillness for throw in throws])
    _tell("the last frame on its way, and reading", [throw.reading for throw in throws])
    _tell("the table: counting, keeping", [throw.table for throw in throws])
    _tell("the page: told, drawn, painted", [throw.page for throw in throws])
    _tell("from the first still frame to the page", [throw.total for throw in throws])
    middle = float(np.median([throw.total for throw in throws]))
    sys.exit(0 if middle <= TARGET else 1)


if __name__ == "__main__":
    main()
