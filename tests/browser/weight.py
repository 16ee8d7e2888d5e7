"""What the pages weigh and how soon something is seen: `python -m tests.browser.weight [TREE]`.

With TREE, another checkout of the project, both are measured in one run, turn by turn. Each serves its pages as its
program does, but over a table in memory: a camera's pictures would take the machine's time at moments of their own.
Every load goes over a slow Wi-Fi as Chromium imitates it. Cold: in a browser that knows nothing of the page; warm: in
the same browser once more. What counts as part of a page stands in weighing.py. The first paint may be an empty table;
the largest one has the dice, the card or the form.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.browser.chromium import NoChromiumError, launch
from tests.browser.weighing import Link, Load, weigh

HERE = Path(__file__).parents[2]
SERVER = Path(__file__).with_name("table_in_memory.py")
SLOW_WIFI = Link(latency_ms=100, bits_per_second=2e6)
LOADS = 7
PAGES: Mapping[str, tuple[str, str]] = {"start": ("", "/"), "game": ("game", "/"), "setup": ("", "/setup")}
"""The pages: what is played at the table, and the path."""
Weighed = dict[tuple[str, Path], list[tuple[Load, Load]]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.weight", description=__doc__)
    parser.add_argument("tree", nargs="?", type=Path, help="another checkout, measured in turn with this one")
    parser.add_argument("--loads", type=int, default=LOADS, help=f"loads of each page; default {LOADS}")
    asked = parser.parse_args()
    trees = [HERE] if asked.tree is None else [asked.tree.resolve(), HERE]
    try:
        for line in report(measure(trees, asked.loads), trees, asked.loads):
            sys.stdout.write(f"{line}\n")
    except NoChromiumError as missing:
        sys.exit(str(missing))


def measure(trees: list[Path], loads: int) -> Weighed:
    """Load every page of every tree so many times, cold and warm, the trees in turn; the first load of each is lost."""
    weighed: Weighed = {}
    with ExitStack() as opened:
        driver = opened.enter_context(sync_playwright())
        browser = launch(driver)
        opened.callback(browser.close)
        for page, (played, path) in PAGES.items():
            with ExitStack() as served:
                addresses = {tree: served.enter_context(_serve(tree, played)) for tree in trees}
                for address in addresses.values():
                    weigh(browser, f"{address}{path}")  # what the server makes once is made
                for _ in range(loads):
                    for tree, address in addresses.items():
                        found = weigh(browser, f"{address}{path}", SLOW_WIFI)
                        weighed.setdefault((page, tree), []).append(found)
    return weighed


@contextmanager
def _serve(tree: Path, played: str) -> Iterator[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-P", str(SERVER), played]
    with subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            port = server.stdout.readline().strip()
            if not port:
                raise RuntimeError(f"{tree} could not serve its pages")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()


def report(weighed: Weighed, trees: list[Path], loads: int) -> Iterator[str]:
    """Yield the lines that tell it."""
    yield (
        f"Over {SLOW_WIFI.latency_ms:g} ms to and fro and {SLOW_WIFI.bits_per_second / 1e6:g} Mbit/s; medians of "
        f"{loads} loads. Bytes and requests are the most of any load; without photographs and what the table is asked."
    )
    yield f"{'page':6} {'load':5} {'requests':>8} {'on the wire':>12} {'unpacked':>9} {'first':>9} {'largest':>9}  tree"
    for page in PAGES:
        for number, name in enumerate(("cold", "warm")):
            for tree in trees:
                found = [pair[number] for pair in weighed[page, tree]]
                requests = max(len(load.own) for load in found)
                wire = max(load.wire for load in found) / 1000
                unpacked = max(load.unpacked for load in found) / 1000
                first = median(load.first_paint for load in found)
                largest = median(load.largest_paint for load in found)
                weight = f"{requests:8} {wire:9.1f} kB {unpacked:6.1f} kB"
                yield f"{page:6} {name:5} {weight} {first:6.0f} ms {largest:6.0f} ms  {tree}"


if __name__ == "__main__":
    main()
