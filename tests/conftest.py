"""What all tests share: the real photographs, which tests run when, and on how many cores."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Machines are shared and noisy: how long an example takes says nothing about the program.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Commands answer in the language of whoever runs them; what tests expect is English.
for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"

ROOT = Path(__file__).resolve().parent.parent

TIERS = {
    "tests/browser": "browser",
    "tests/system": "system",
    "tests/firmware_host/coach": "solve",
    "tests/firmware_host/solver": "solve",
}
"""What the tests of a folder are for the marker's sake; `photos` follows the fixture of that name."""

LEISURELY = (
    "tests/models",
    "tests/firmware_host/app",
    "tests/firmware_host/backup",
    "tests/firmware_host/cli",
    "tests/firmware_host/table/test_coach.py",
    "tests/firmware_host/table/test_opponents.py",
    "tests/firmware_host/table/test_resume.py",
    "tests/test_contributing.py",
    "tests/test_golden_files.py",
    "tests/test_layers.py",
    "tests/test_packaging.py",
    "tests/test_photos.py",
    "tests/test_tiers.py",
    "tests/vision/calibration",
    "tests/vision/watcher",
    "tests/vision/locate",
    "tests/vision/read",
    "tests/vision/recording",
    "tests/vision/settle",
    "tests/vision/simulate",
    "tests/vision/sources",
    "tests/vision/test_benchmark.py",
    "tests/vision/test_moved_camera.py",
    "tests/vision/test_scripted_trays.py",
    "tests/vision/test_simulated_throws.py",
)
"""What is in no tier and takes its time all the same; what is left is `fast`."""

LONG = "pytest -m long"
left_out = pytest.StashKey[int]()

if "PYTEST_XDIST_WORKER" in os.environ:
    # Each core has a worker of its own: a second thread in one would only take the other's time.
    for library in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(library, "1")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes run the tests: three for every two cores, since tests of the page wait half their time.

    A few files that somebody names run in this very process: nothing starts up, prints and debuggers work.
    """
    named = [Path(argument.partition("::")[0]) for argument in config.args]
    return 0 if all(path.is_file() for path in named) else (os.cpu_count() or 2) * 3 // 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test, and leave the long ones out unless a marker or the test itself is asked for."""
    for item in items:
        _mark(item)
    asked_for = bool(config.option.markexpr) or any("::" in argument for argument in config.args)
    long = [] if asked_for else [item for item in items if item.get_closest_marker("long")]
    if long:
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)
    config.stash[left_out] = len(long)


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    yield
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(left_out, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over from a worker how many long tests it left out: all workers collect the same ones."""
    node.config.stash[left_out] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say which tests were not run."""
    count = config.stash.get(left_out, 0)
    if count:
        tests = "1 long test was" if count == 1 else f"{count} long tests were"
        terminalreporter.write_line(f"{tests} left out; a larger piece of work ends with: {LONG}", yellow=True)


@pytest.fixture(scope="session")
def photos() -> Path:
    """Give the folder of real photographs; a test that asks for it skips, or fails where all is required, without."""
    folder = (ROOT / os.environ.get("DICE_PHOTOS", "../shared/photos")).resolve()
    if not folder.is_dir():
        reason = f"no photographs in {folder}; set DICE_PHOTOS to their folder"
        if os.environ.get("DICE_TABLE_REQUIRE_ALL"):
            pytest.fail(f"{reason} (DICE_TABLE_REQUIRE_ALL is set)")
        pytest.skip(reason)
    return folder


def _mark(item: pytest.Item) -> None:
    path = item.nodeid
    tiers = [tier for folder, tier in TIERS.items() if path.startswith(f"{folder}/")]
    if "photos" in getattr(item, "fixturenames", ()):
        tiers.append("photos")
    if not tiers and not path.startswith(LEISURELY) and not item.get_closest_marker("long"):
        tiers.append("fast")
    for tier in tiers:
        item.add_marker(tier)
