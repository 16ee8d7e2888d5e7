"""How often a turn makes the disk write, counted by `python -m tests.system.writes_per_turn`: a card wears with it."""

import subprocess
import sys

import pytest

from tests.system.disk.preloaded import compiler

pytestmark = [
    pytest.mark.long,
    pytest.mark.system,
    pytest.mark.skipif(compiler() is None, reason="no C compiler on Linux"),
]

MOST_SYNCS = {"journal": 7.0, "pictures": 8.0, "log": 0.0, "settings": 2.7}
"""Of a turn of two throws, a roll or die said by hand, two holds and a box; the three setup files are saved once."""


def test_a_turn_costs_a_card_few_syncs() -> None:
    command = [sys.executable, "-m", "tests.system.writes_per_turn", "--times", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = {fields[0]: float(fields[3]) for line in done.stdout.splitlines()[1:] if (fields := line.split())}
    assert set(rows) == {*MOST_SYNCS, "all"}
    assert {kind: syncs for kind, syncs in rows.items() if kind != "all" and syncs > MOST_SYNCS[kind]} == {}
    assert rows["journal"] >= 5, "every event is on the disk before anybody sees it"
