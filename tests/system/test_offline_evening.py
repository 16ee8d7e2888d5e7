import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.outside import unable


@pytest.mark.long
def test_nothing_is_looked_up_or_sent_in_an_evening() -> None:
    if why := unable():
        pytest.skip(why)
    command = [sys.executable, "-m", "tests.system.offline_evening", "--games", "2", "--turns", "6"]
    done = subprocess.run(command, cwd=Path(__file__).resolve().parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "\n0 packets and look-ups to anywhere but this machine" in done.stdout
