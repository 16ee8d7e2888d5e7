"""What the journal has acknowledged survives the sudden death of the program."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.store import Journal

WRITER = """
import sys
from itertools import count
from pathlib import Path
from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.store import Journal

journal = Journal.open(Path(sys.argv[1]))
seq = journal.append("g", [GameStarted("g", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))], 0)
for number in count():
    seq = journal.append("g", [HoldSet(number, held=True), HoldSet(number, held=False)], seq)
    print(seq, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 20, 75])
def test_every_acknowledged_event_is_there_after_kill_9(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / "journal.db"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, bufsize=1
    ) as writer:
        assert writer.stdout is not None
        for _ in range(acknowledged):
            assert writer.stdout.readline()
        time.sleep(0.003 * (acknowledged % 7))
        writer.send_signal(signal.SIGKILL)
        told = [int(line) for line in writer.stdout.read().split()]
    assert writer.returncode == -signal.SIGKILL
    last_told = told[-1] if told else 1 + 2 * acknowledged
    with closing(Journal.open(path)) as journal:
        events = journal.events("g")
        assert len(events) >= last_told
        assert len(events) % 2 == 1
        assert isinstance(events[0], GameStarted)
        assert events[1:] == tuple(
            HoldSet(number, held) for number in range(len(events) // 2) for held in (True, False)
        )
        assert journal.append("g", [HoldSet(0, held=True)], len(events)) == len(events) + 1
