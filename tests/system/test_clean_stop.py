import signal
from pathlib import Path

import pytest

from tests.system.clean_stop import stop_once


def test_a_stop_in_the_middle_of_play_is_clean(tmp_path: Path) -> None:
    stop = stop_once(tmp_path, "poker-dice", (signal.SIGTERM, signal.SIGINT, signal.SIGTERM), 1.0)
    assert not stop.wrong


@pytest.mark.long
def test_a_stop_while_a_game_is_worked_out_is_clean(tmp_path: Path) -> None:
    stop = stop_once(tmp_path, "crag", (signal.SIGINT,), 1.5)
    assert not stop.wrong
