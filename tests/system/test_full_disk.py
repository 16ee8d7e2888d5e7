"""A slice of `python -m tests.system.full_disk`: what a full or worn disk does to an evening."""

import os
import subprocess
import sys

import pytest

from tests.system.disk.preloaded import compiler

pytestmark = [pytest.mark.system, pytest.mark.skipif(compiler() is None, reason="no C compiler on Linux")]


def test_an_evening_on_a_failing_disk_loses_nothing_and_says_so() -> None:
    command = [sys.executable, "-m", "tests.system.full_disk", "--times", "5", "--every", "107"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 evenings" in done.stdout
    assert "lost, half done, or not said: 0" in done.stdout
