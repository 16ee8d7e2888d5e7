"""Some ways in which a camera fails; all of them, a hundred times, and how soon each is shown, is for the command."""

import sys
from pathlib import Path

import pytest

from tests.system.camera_faults import KINDS, trial

FAULTS = 2


@pytest.mark.skipif(sys.platform == "win32", reason="stops and kills processes by signal")
def test_the_game_outlives_whatever_befalls_its_camera(tmp_path: Path) -> None:
    found = trial(tmp_path, FAULTS, seed=4)

    assert sorted(seen.kind for seen in found) == sorted(KINDS[:FAULTS])
    assert [seen.kind for seen in found if not seen.game_intact] == []
