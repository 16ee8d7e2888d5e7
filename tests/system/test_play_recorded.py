"""An evening recorded while it is played: what was seen, what was read, and what the players corrected."""

import signal
import sys
from pathlib import Path

import pytest

from firmware_host.app.recording_check import WatchOptions, compare_recording
from tests.system.test_play import START, running
from vision.recording import read_recording


@pytest.mark.skipif(sys.platform == "win32", reason="ends the program by signal")
def test_what_a_player_corrects_is_the_truth_of_the_recording(tmp_path: Path) -> None:
    evening = tmp_path / "evening"
    with running(tmp_path / "data", "--record", str(evening)) as table:
        table.ask("start", **START)
        table.ask("throw")
        first = table.rolled(1)
        read = [place["value"] for place in first["places"]]
        said = [read[0] % 6 + 1, *read[1:]]
        table.ask("correct", die=0, value=said[0])
        table.ask("throw")
        table.rolled(2)
        table.process.send_signal(signal.SIGTERM)
        assert table.process.wait(60) == 0

    recording = read_recording(evening)
    assert set(recording.truth) <= {roll.time for roll in recording.rolls}
    corrected, counted = ([face for _, _, face in dice] for dice in recording.truth.values())
    assert corrected == [str(value) for value in said]
    assert len(counted) == 5
    assert any("(it was " in fault for fault in compare_recording(evening, WatchOptions()).faults)
