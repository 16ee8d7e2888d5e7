"""Which Chromium the tests drive, and how it is started."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium")
"""The shell is the same engine without a window of its own, and takes less than half the processor's time."""

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class NoChromiumError(Exception):
    """There is none on this machine; says what to do."""


def find() -> Path:
    """Return the path in CHROMIUM, else that of the first of NAMES that is installed; NoChromiumError without one."""
    given = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [given] if given else NAMES)), None)
    if found is None:
        where = f"no Chromium at {given}" if given else "Chromium is not installed"
        raise NoChromiumError(f"{where}; install {NAMES[0]} or {NAMES[1]}, or set CHROMIUM to its path")
    return Path(found)


def launch(driver: Playwright, path: Path | None = None) -> Browser:
    """Start the one at `path`, else the one found; NoChromiumError without one."""
    return driver.chromium.launch(executable_path=path or find(), args=SWITCHES)
