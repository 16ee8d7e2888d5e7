import os
import subprocess
import sys

import pytest

from tests.system.clean_stop import ROOT


@pytest.mark.long
def test_what_a_killed_server_acknowledged_is_there_and_done_once() -> None:
    """In a process of its own: it forks, which one with threads must not."""
    trial = subprocess.run(
        [sys.executable, "-m", "tests.system.kills", "--times", "8", "--starts", "0"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr
    assert "requests answered" in trial.stdout
    assert "0 lost, 0 doubled, 0 done by half" in trial.stdout
