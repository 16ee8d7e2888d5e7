"""A whole evening in a network without any way out: what would be sent or looked up is counted, and must be nothing.

    python -m tests.system.offline_evening [--games N] [--turns N]

The simulated tray is thrown and really read, further games are entered by hand, every page and picture is fetched, the
coach thinks, and the diagnostics are made. At the end: 0 packets and 0 look-ups to anywhere but this machine itself, an
untouched home folder, and no player's name in log or diagnostics.
"""

import argparse
import io
import os
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tests.system.outside import Outside, apart, run_apart, unable
from tests.system.test_play import Running, running

NAMES = ("Walpurgis-Zoë", "Hildegunde")
"""Conspicuous, so that a trace of them is one of theirs."""

SPEED = "20"
LOUD = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "ORT_RUNNING_UNIT_TESTS", "ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
"""Variables that would keep a library from calling home without our doing."""

PAGES = (
    "/", "/rules", "/setup", "/sheet/crag", "/healthz", "/api/setup", "/api/analysis", "/live.jpg", "/rolling.jpg",
)  # fmt: skip


def start(table: Running, coach: str) -> None:
    """Start a game of two."""
    players = [{"name": name, "colour": "#3333aa"} for name in NAMES]
    table.ask("start", players=players, rules="crag", coach=coach)


def finish(table: Running, turns: int, *, thrown: bool) -> int:
    """Play so many turns, or to the end of the game, by throws or by rolls entered by hand; return how many."""
    values = ([1 + turn % 6, 1 + turn // 2 % 6, 1 + turn // 3 % 6] for turn in range(turns))
    for done, roll in enumerate(values):
        if thrown:
            table.ask("throw")
            view = table.rolled(1)
            for place in view["places"]:
                table.call("GET", place["picture"])
        else:
            view = table.ask("enter", values=roll)
        view = table.ask("write", **_best(view["game"]))
        if view["game"]["finished"]:
            return done + 1
    table.ask("abandon")
    return turns


def _best(game: dict[str, Any]) -> dict[str, object]:
    """Return the box of the player to move that brings most, or else one to strike."""
    cells = [(row["box"], row["cells"][game["current"]]) for row in game["rows"] if row["kind"] == "box"]
    offers = [(int(cell["offer"]), box) for box, cell in cells if cell["tap"] and cell["offer"] is not None]
    if offers:
        return {"box": max(offers)[1]}
    return {"box": next(box for box, cell in cells if cell["strike"]), "strike": True}


def evening(data: Path, games: int, turns: int) -> tuple[Counter[str], dict[str, str]]:
    """Play; return how much was done, and the texts that a helper would be sent, by name."""
    done: Counter[str] = Counter()
    with running(data, speed=SPEED) as table:
        start(table, "ask")
        done["turns thrown"] += finish(table, turns, thrown=True)
        for game in range(games):
            start(table, "always" if game == 0 else "off")
            done["turns entered"] += finish(table, 100, thrown=False)
        table.call("POST", "/api/throw", {"wrong": NAMES})
        table.call("POST", "/api/start", {"players": [{"name": NAMES[0]}]})
        for page in PAGES:
            table.call("GET", page)
            done["pages"] += 1
        zipped = table.call("GET", "/setup/diagnostics.zip")[1]
        table.process.terminate()
        table.process.wait(60)
    texts = {str(path): path.read_text(encoding="utf-8") for path in (data / "log").glob("*")}
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        texts |= {name: archive.read(name).decode() for name in archive.namelist() if not name.endswith(".jpg")}
    return done, texts


def faults(packets: list[str], home: Path, texts: dict[str, str]) -> Iterator[str]:
    """Yield what an evening must not leave behind."""
    for destination, count in Counter(packets).items():
        yield f"{count} packets were sent to {destination}"
    for path in home.rglob("*"):
        if path.is_file():
            yield f"{path.relative_to(home)} was written into the home folder"
    for name, text in texts.items():
        yield from (f"{name} tells of {player}" for player in NAMES if player in text)


def main() -> None:
    """Play the evening in a network of its own, and tell what was counted; exit status 1 for anything but nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6, help="games entered by hand")
    parser.add_argument("--turns", type=int, default=26, help="turns that are thrown and read")
    asked = parser.parse_args()
    if not apart():
        why = unable()
        sys.exit(why or run_apart("tests.system.offline_evening", sys.argv[1:]))
    for name in LOUD:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        os.environ["HOME"] = str(home)
        began = time.monotonic()
        with Outside(Path(folder)) as outside:
            checked = outside.check()
            done, texts = evening(Path(folder, "data"), asked.games, asked.turns)
            found = list(faults(outside.packets, home, texts))
        told = ", ".join(f"{count} {what}" for what, count in done.items())
        click.echo(f"{told} in {time.monotonic() - began:.0f} s")
        sent = len(outside.packets)
        click.echo(f"{sent} packets and look-ups to anywhere but this machine ({checked} of a trial were seen)")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
